import fastifySwagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { limitBodyBytes } from '../../ground/limits/body-bytes.ts';
import { serveApp } from '../../pages/dashboard/serve-app.routes.ts';
import { secondFactorRoutes } from '../../parties/accounts/second-factors/second-factor.routes.ts';
import { operatorTokenDoor } from '../../parties/operators/operator-token-door.ts';
import type { AllDeps } from '../all-deps.ts';
import { tidyBody } from '../http/body.rules.ts';
import { MAX_BODY_BYTES } from '../http/error-handler.ts';
import { type FrameParts, openFrame } from '../http/frame.ts';
import { readJsonOnly } from '../http/json-bodies.ts';
import { neverCache, validateBySchemas } from '../http/json-scope.ts';
import { documentErrors } from '../http/openapi.ts';
import { acquirerRoutes } from './acquirers/acquirers.routes.ts';
import { createBankTurns } from './acquirers/bank-turns.ts';
import { checkAcquirerRoutes } from './acquirers/check-acquirers.routes.ts';
import { setAcquirerRoutes } from './acquirers/set-acquirers.routes.ts';
import { authenticateOperators, insistOnActs } from './authenticate-operators.ts';
import { askedAuditRoutes } from './books/asked-audits.routes.ts';
import { bookRoutes } from './books/books.routes.ts';
import { bookDayRoutes } from './books/days.routes.ts';
import { entranceRoutes } from './entrance.routes.ts';
import { fileRoutes } from './files/files.routes.ts';
import { type HomeParts, homeRoutes } from './home/home.routes.ts';
import { meRoutes } from './me.routes.ts';
import { companyRoutes } from './merchants/companies.routes.ts';
import { merchantRoutes } from './merchants/merchants.routes.ts';
import { peopleRoutes } from './merchants/people.routes.ts';
import { comparisonRoutes } from './money/comparisons.routes.ts';
import { divergenceRoutes } from './money/divergences.routes.ts';
import { payoutFindingRoutes } from './money/payout-findings.routes.ts';
import { payoutListRoutes } from './money/payout-lists.routes.ts';
import { everyPayoutRoutes, payoutEndRoutes } from './money/payouts.routes.ts';
import { receiptActRoutes, receiptRoutes } from './money/receipts.routes.ts';
import { everyRefundRoutes } from './money/refunds.routes.ts';
import { CONSOLE_API, consoleDocument, consoleDocumentRoute } from './openapi.ts';
import { operatorRoutes } from './operators.routes.ts';
import { paymentRoutes } from './payments/payments.routes.ts';
import { sessionRoutes } from './session.routes.ts';

export interface ConsoleParts extends FrameParts, HomeParts {}

/**
 * The operator's console: a server of its own behind the same frame. It listens where a setting says so, or is handed
 * what begins with its path by the server of the interface. It is not ready yet.
 */
export async function openConsole(deps: AllDeps, parts: ConsoleParts): Promise<FastifyInstance> {
  const { app } = await openFrame(deps, parts);
  await describeConsole(app, deps, parts);
  const { mode, console } = deps.config;
  await app.register(async (pages) =>
    serveApp(pages, deps, {
      name: 'operator',
      page: 'operator/index.html',
      url: console?.url ?? deps.config.publicUrl,
      data: { mode, ...(console?.hasDemoOperator ? { demo: 'yes' } : {}) },
    }),
  );
  return app;
}

/** Every route. */
export async function describeConsole(app: FastifyInstance, deps: AllDeps, parts: HomeParts): Promise<void> {
  app.decorateRequest('operator', null);
  await app.register(fastifySwagger, consoleDocument());
  await app.register(async (api) => openRoutes(api, deps, parts), { prefix: CONSOLE_API });
}

function openRoutes(api: FastifyInstance, deps: AllDeps, parts: HomeParts): void {
  readJsonOnly(api);
  validateBySchemas(api);
  neverCache(api);
  insistOnActs(api);
  api.addHook('onRequest', authenticateOperators(deps, operatorTokenDoor(deps)));
  limitBodyBytes(api, deps, MAX_BODY_BYTES);
  api.addHook('preValidation', async ({ body, routeOptions: { config } }) => tidyBody(body, config.keepNull));
  documentErrors(api);
  consoleDocumentRoute(api, deps);
  sessionRoutes(api, deps);
  entranceRoutes(api, deps);
  meRoutes(api, deps);
  secondFactorRoutes(api, deps);
  homeRoutes(api, deps, parts);
  operatorRoutes(api, deps);
  merchantRoutes(api, deps);
  companyRoutes(api, deps);
  peopleRoutes(api, deps);
  paymentRoutes(api, deps);
  acquirerRoutes(api, deps, parts.callTimes);
  fileRoutes(api, deps);
  const turns = createBankTurns();
  setAcquirerRoutes(api, deps, turns);
  checkAcquirerRoutes(api, deps, turns);
  divergenceRoutes(api, deps);
  receiptRoutes(api, deps);
  receiptActRoutes(api, deps);
  comparisonRoutes(api, deps);
  everyRefundRoutes(api, deps);
  everyPayoutRoutes(api, deps);
  payoutEndRoutes(api, deps);
  payoutFindingRoutes(api, deps);
  payoutListRoutes(api, deps);
  bookRoutes(api, deps);
  askedAuditRoutes(api, deps);
  bookDayRoutes(api, deps);
}
