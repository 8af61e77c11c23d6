import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../../ground/deps.ts';
import { limitByMerchant } from '../../../ground/limits/request-rates.ts';
import { readPathId } from '../../../ground/lists/list-query.rules.ts';
import { callerOf } from '../../../parties/accounts/authenticate.ts';
import { CompanyParams } from '../../../parties/companies/companies.schemas.ts';
import { companyInPath } from '../../../parties/companies/company-in-path.ts';
import type { WithAcquirers } from '../../../rails/acquirers/registry.ts';
import { sumPayoutsSince } from '../payouts.sql.ts';
import { startOfLimitDay } from '../terms/payout-terms.rules.ts';
import { findPayoutTerms } from '../terms/payout-terms.sql.ts';
import { PayoutSchedule, PayoutTermsAnswer, ScheduleBody } from './payout-schedule.schemas.ts';
import { payoutSchedule, payoutTerms } from './payout-schedule.wire.ts';
import { nextRunOf } from './schedule.rules.ts';
import { findScheduleOfMerchant } from './schedule.sql.ts';
import { listRuns } from './schedule-runs.sql.ts';
import { setSchedule } from './set-schedule.ts';

const CHANGES_PER_MINUTE = 20;
const MOST_RUNS_SHOWN = 30;

export function payoutScheduleRoutes(server: FastifyInstance, deps: Deps & WithAcquirers): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();
  const tags = ['companies'];
  /** Only a person says where money goes by itself. */
  const config = { permission: 'payout', alsoNeeds: 'own' } as const;
  const preHandler = limitByMerchant(server, deps, CHANGES_PER_MINUTE, 'changes of schedules');

  const show = async (merchantId: number, companyId: number) => {
    const schedule = await findScheduleOfMerchant(deps.db, merchantId, companyId);
    const first = schedule && nextRunOf(schedule.next_on, await deps.clock.now());
    return payoutSchedule(companyId, schedule, first, await listRuns(deps.db, companyId, MOST_RUNS_SHOWN));
  };

  app.get(
    '/companies/:id/payout-schedule',
    {
      schema: {
        tags,
        summary: 'Read when a company is paid out by itself, the next runs, and what came of the last ones',
        params: CompanyParams,
        response: { 200: PayoutSchedule },
      },
    },
    async (request) => {
      const { merchantId } = callerOf(request);
      return show(merchantId, await companyInPath(deps, merchantId, request.params));
    },
  );

  app.put(
    '/companies/:id/payout-schedule',
    {
      config,
      preHandler,
      schema: {
        tags,
        summary: 'Have a company paid out by itself: each business day, week or month',
        description:
          'Takes the place of the schedule before. A run falls on a business day of the banks, from 10:00 in São ' +
          'Paulo; one that is due on another day moves to the next. It sends what is available but for `keep` and ' +
          'the fee, cut down by the limits of the company. Set on a day of its own after 10:00, it begins with the ' +
          'next. API keys cannot change it.',
        params: CompanyParams,
        body: ScheduleBody,
        response: { 200: PayoutSchedule },
      },
    },
    async (request) => {
      const { merchantId } = callerOf(request);
      const companyId = readPathId(request.params);
      const { rhythm, day = null, destination_id, minimum = 1, keep = 0 } = request.body;
      const settings = { rhythm, day, destination_id, minimum_cents: minimum, keep_cents: keep };
      await setSchedule(deps, { merchantId, companyId }, settings);
      return show(merchantId, companyId);
    },
  );

  app.delete(
    '/companies/:id/payout-schedule',
    {
      // Stopping money is never too often.
      config,
      schema: {
        tags,
        summary: 'Have payouts of a company asked for one by one again; what is under way goes on',
        params: CompanyParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const companyId = readPathId(request.params);
      await setSchedule(deps, { merchantId: callerOf(request).merchantId, companyId }, null);
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/companies/:id/payout-terms',
    {
      schema: {
        tags,
        summary: 'Read what was agreed about payouts of a company: fee, limits, approval',
        params: CompanyParams,
        response: { 200: PayoutTermsAnswer },
      },
    },
    async (request) => {
      const companyId = await companyInPath(deps, callerOf(request).merchantId, request.params);
      const terms = await findPayoutTerms(deps.db, companyId);
      const used = await sumPayoutsSince(deps.db, [companyId], startOfLimitDay(await deps.clock.now()));
      return payoutTerms(companyId, terms, deps.acquirers.paying(terms) !== null, used.get(companyId) ?? 0);
    },
  );
}
