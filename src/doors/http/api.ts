import type { FastifyInstance } from 'fastify';
import { balanceRoutes } from '../../books/ledger/balances.routes.ts';
import { statementRoutes } from '../../books/ledger/statement/statement.routes.ts';
import { statementDayRoutes } from '../../books/ledger/statement/statement-days.routes.ts';
import { reportRoutes } from '../../books/reports/reports.routes.ts';
import { privacyRoutes } from '../../care/privacy/privacy.routes.ts';
import { accessTokenRoutes } from '../../gateway/company-reads/access-tokens.routes.ts';
import { establishmentRoutes } from '../../gateway/company-reads/establishments.routes.ts';
import { reminderDayRoutes } from '../../gateway/company-reads/reminder-days.routes.ts';
import { customerRoutes } from '../../gateway/customers/customers.routes.ts';
import { destinationRoutes } from '../../gateway/destinations/destinations.routes.ts';
import { divergenceRoutes } from '../../gateway/divergences/divergences.routes.ts';
import { publicLinkRoutes } from '../../gateway/instruments/public-links.routes.ts';
import { orderRoutes } from '../../gateway/orders/orders.routes.ts';
import { placeForRetryOf } from '../../gateway/payment-links/order-through-link.ts';
import { paymentLinkRoutes } from '../../gateway/payment-links/payment-links.routes.ts';
import { payoutRoutes } from '../../gateway/payouts/interface/payouts.routes.ts';
import { payoutScheduleRoutes } from '../../gateway/payouts/schedule/payout-schedule.routes.ts';
import { findPayoutTerms } from '../../gateway/payouts/terms/payout-terms.sql.ts';
import { refundRoutes } from '../../gateway/refunds/refunds.routes.ts';
import type { SandboxControls } from '../../gateway/sandbox/play-payer.ts';
import { sandboxRoutes } from '../../gateway/sandbox/sandbox.routes.ts';
import { sandboxPayoutRoutes } from '../../gateway/sandbox/sandbox-payouts.routes.ts';
import { fixedSplitRoutes } from '../../gateway/splits/fixed-split.routes.ts';
import { refuseMisspeltSplit } from '../../gateway/splits/participants.rules.ts';
import { splitRoutes } from '../../gateway/splits/splits.routes.ts';
import { transactionRoutes } from '../../gateway/transactions/transactions.routes.ts';
import { limitBodyBytes } from '../../ground/limits/body-bytes.ts';
import { eventRoutes } from '../../news/events/events.routes.ts';
import { deliveryRoutes } from '../../news/webhooks/deliveries.routes.ts';
import { recoveryRoutes } from '../../news/webhooks/recovery.routes.ts';
import { webhookRoutes } from '../../news/webhooks/webhooks.routes.ts';
import { dashboardDoor } from '../../pages/dashboard/dashboard-door.ts';
import { meRoutes } from '../../pages/dashboard/me.routes.ts';
import { viewRoutes } from '../../pages/dashboard/views.routes.ts';
import { authRoutes } from '../../parties/accounts/auth.routes.ts';
import { authenticateWith, insistOnFreshPasswords, insistOnPermissions } from '../../parties/accounts/authenticate.ts';
import type { SessionTokens } from '../../parties/accounts/session-tokens.ts';
import { sessionRoutes } from '../../parties/accounts/sessions/session.routes.ts';
import { apiKeyRoutes } from '../../parties/api-keys/api-keys.routes.ts';
import { keyDoor } from '../../parties/api-keys/key-door.ts';
import { auditLogRoutes } from '../../parties/audit-log/audit-log.routes.ts';
import { peopleRoutes } from '../../parties/people/people.routes.ts';
import { callbackRoutes, notificationRoutes } from '../../rails/acquirers/notifications.routes.ts';
import type { AllDeps } from '../all-deps.ts';
import { tidyBody } from './body.rules.ts';
import { MAX_BODY_BYTES } from './error-handler.ts';
import { healthRoutes, type Readiness } from './health.routes.ts';
import { readJsonOnly } from './json-bodies.ts';
import { neverCache, validateBySchemas } from './json-scope.ts';
import { documentErrors, openapiRoute } from './openapi.ts';
import { limitSlowRequests } from './slow-requests.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Dotted paths where `null` is a mistake and not the same as leaving the field out. */
    keepNull?: readonly string[];
    /** The body may have `splitParticipants`, and nothing that only looks like it. */
    hasSplit?: true;
  }
}

export interface ApiParts extends Readiness {
  tokens: SessionTokens;
  /** Present in the sandbox only: without it the sandbox's routes do not exist. */
  sandbox: SandboxControls | null;
  /** How long a picture or document may take to draw, where that is not as long as usual. */
  drawingLimitMs?: number | undefined;
}

/** The scope of the interface: a token or a key in the header, JSON and nothing else, answers that nobody keeps. */
export async function openApi(api: FastifyInstance, deps: AllDeps, parts: ApiParts): Promise<void> {
  readJsonOnly(api);
  validateBySchemas(api);
  neverCache(api);
  insistOnPermissions(api);
  const door = dashboardDoor(deps);
  api.addHook('onRequest', authenticateWith(deps, parts.tokens, door, keyDoor(deps)));
  api.addHook('preHandler', insistOnFreshPasswords(deps, door));
  limitBodyBytes(api, deps, MAX_BODY_BYTES);
  api.addHook('preValidation', async ({ body, routeOptions: { config } }) => {
    // Before null counts as left out: a misspelt split is a mistake whatever its value.
    if (config.hasSplit && typeof body === 'object' && body !== null) refuseMisspeltSplit(body);
    tidyBody(body, config.keepNull);
  });
  documentErrors(api);
  limitSlowRequests(api, deps.config.rateLimitPerSecond > 0);
  healthRoutes(api, deps, parts);
  openapiRoute(api, deps);
  // A worker listens for its health checks and nothing else.
  if (deps.config.role === 'worker') return;
  authRoutes(api, deps, parts.tokens);
  sessionRoutes(api, deps);
  meRoutes(api, deps);
  viewRoutes(api, deps);
  apiKeyRoutes(api, deps);
  auditLogRoutes(api, deps);
  peopleRoutes(api, deps);
  orderRoutes(api, deps, (failed) => placeForRetryOf(deps, failed));
  transactionRoutes(api, deps);
  paymentLinkRoutes(api, deps);
  splitRoutes(api, deps);
  establishmentRoutes(api, deps);
  accessTokenRoutes(api, deps);
  reminderDayRoutes(api, deps);
  destinationRoutes(api, deps, async (db, companyId) => (await findPayoutTerms(db, companyId)).toOthers);
  fixedSplitRoutes(api, deps);
  payoutScheduleRoutes(api, deps);
  refundRoutes(api, deps);
  payoutRoutes(api, deps);
  customerRoutes(api, deps);
  privacyRoutes(api, deps);
  balanceRoutes(api, deps);
  statementRoutes(api, deps);
  statementDayRoutes(api, deps);
  reportRoutes(api, deps);
  divergenceRoutes(api, deps);
  webhookRoutes(api, deps);
  deliveryRoutes(api, deps);
  recoveryRoutes(api, deps);
  eventRoutes(api, deps);
  publicLinkRoutes(api, deps, parts.drawingLimitMs);
  if (parts.sandbox) {
    sandboxRoutes(api, deps, parts.sandbox);
    sandboxPayoutRoutes(api, deps, parts.sandbox);
  }
  // A scope of its own: it reads bodies as raw text, because the signature is over the bytes.
  await api.register(async (scope) => notificationRoutes(scope, deps));
  // With a listener of their own, which asks for the bank's certificate, nobody comes in here without one.
  if (!deps.config.callbackTls) await api.register(async (scope) => callbackRoutes(scope, deps));
}
