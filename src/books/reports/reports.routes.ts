import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { addDays, endOfSaoPauloDay, saoPauloDateOf, startOfSaoPauloDay } from '../../ground/brazil/calendar.rules.ts';
import { mayLag, type WithLists } from '../../ground/db/lagging-reads.ts';
import type { Deps } from '../../ground/deps.ts';
import { ApiError, invalidField } from '../../ground/errors.ts';
import { periodOfDays } from '../../ground/lists/list-query.rules.ts';
import { callerOf } from '../../parties/accounts/authenticate.ts';
import { findCompanyOfMerchant } from '../../parties/companies/companies.sql.ts';
import { readPaymentDays } from './payment-days.sql.ts';
import { readPaymentHours } from './payment-hours.sql.ts';
import { addUp, type ReportFigures, type ReportScope } from './report.rules.ts';
import { Report, ReportQuery } from './reports.schemas.ts';

const DAYS = { usual: 29, most: 400 };
/** Also the furthest back: hours are not kept, they are read from the payments. */
const HOURLY_DAYS = { usual: 0, most: 16 };

function figures(row: ReportFigures) {
  return {
    count: row.count,
    amount: row.amount_cents,
    approved_count: row.approved_count,
    approved_amount: row.approved_cents,
    failed_count: row.failed_count,
    refunded_amount: row.refunded_cents,
  };
}

function periodOf({ from, to, interval }: Static<typeof ReportQuery>, today: string): { from: string; to: string } {
  const period = periodOfDays({ from, to }, today, interval === 'hour' ? HOURLY_DAYS : DAYS);
  const earliest = addDays(today, 1 - HOURLY_DAYS.most);
  if (interval === 'hour' && period.from < earliest)
    throw invalidField('from', `must not be before ${earliest} in hours`);
  return period;
}

function readRows(
  deps: Deps & WithLists,
  scope: ReportScope,
  period: { from: string; to: string },
  interval: 'day' | 'hour',
) {
  if (interval === 'day') return readPaymentDays(mayLag(deps), { ...scope, ...period });
  const edges = { from: startOfSaoPauloDay(period.from), to: endOfSaoPauloDay(period.to) };
  return readPaymentHours(mayLag(deps), { ...scope, ...edges });
}

export function reportRoutes(app: FastifyInstance, deps: Deps & WithLists): void {
  app.get<{ Querystring: Static<typeof ReportQuery> }>(
    '/reports/payments',
    {
      config: { isSlow: 'read' },
      schema: {
        tags: ['reports'],
        summary: 'What each day or hour brought, by type of payment',
        description:
          'Days are those of São Paulo. All figures are as of now, also those of days long past. Where nothing ' +
          'happened, data is empty and the totals are 0; a company_id that is not yours is 404, not a report of zeros.',
        querystring: ReportQuery,
        response: { 200: Report },
      },
    },
    async (request) => {
      const { interval, basis, company_id: companyId, type: paymentType } = request.query;
      const period = periodOf(request.query, saoPauloDateOf(await deps.clock.now()));
      const { merchantId } = callerOf(request);
      if (companyId !== undefined && !(await findCompanyOfMerchant(deps.db, merchantId, companyId))) {
        throw new ApiError('COMPANY_NOT_FOUND', `company ${companyId} does not exist`, { field: 'company_id' });
      }
      const rows = await readRows(deps, { merchantId, basis, companyId, paymentType }, period, interval);
      return {
        ...period,
        interval,
        basis,
        data: rows.map((row) => ({ date: row.date, payment_type: row.payment_type, ...figures(row) })),
        totals: figures(addUp(rows)),
      };
    },
  );
}
