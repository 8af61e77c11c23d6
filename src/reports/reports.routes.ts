import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { callerOf } from '../auth/authenticate.ts';
import { addDays, endOfSaoPauloDay, saoPauloDateOf, startOfSaoPauloDay } from '../brazil/calendar.rules.ts';
import { findCompanyOfMerchant } from '../companies/companies.sql.ts';
import type { Deps } from '../deps.ts';
import { ApiError, invalidField } from '../errors.ts';
import { periodOfDays } from '../lists/list-query.rules.ts';
import { localDay, withDefault } from '../lists/lists.schemas.ts';
import { readPaymentDays } from './payment-days.sql.ts';
import { readPaymentHours } from './payment-hours.sql.ts';
import { addUp, type ReportFigures, type ReportScope } from './report.rules.ts';

const DAYS = { usual: 29, most: 400 };
/** Also the furthest back: hours are not kept, they are read from the payments. */
const HOURLY_DAYS = { usual: 0, most: 16 };

const ReportQuery = Type.Object({
  from: localDay('first day, in São Paulo; default 29 days before to, or to itself in hours'),
  to: localDay('last day; default today'),
  interval: withDefault(
    Type.Enum(['day', 'hour'], { default: 'day', description: 'hour: within the last 16 days; day: at most 400 days' }),
  ),
  basis: withDefault(
    Type.Enum(['paid', 'created'], {
      default: 'paid',
      description:
        'paid: by the day on which the payer paid; created: by the day of the order, whatever became of it since',
    }),
  ),
  company_id: Type.Optional(Type.Integer({ minimum: 1 })),
  type: Type.Optional(Type.Enum(['pix', 'credit', 'debit', 'invoice'])),
});

const FIGURES = {
  count: Type.Integer({ description: 'transactions' }),
  amount: Type.Integer({ description: 'cents of all of them' }),
  approved_count: Type.Integer({ description: 'those that were paid, refunded since or not' }),
  approved_amount: Type.Integer({ description: 'cents' }),
  failed_count: Type.Integer(),
  refunded_amount: Type.Integer({ description: 'cents of them that were given back since, whenever that was' }),
};

const Report = Type.Object({
  from: Type.String({ format: 'date' }),
  to: Type.String({ format: 'date' }),
  interval: Type.Enum(['day', 'hour']),
  basis: Type.Enum(['paid', 'created']),
  data: Type.Array(
    Type.Object({
      date: Type.String({ description: 'the day, YYYY-MM-DD; the beginning of the hour, a date-time' }),
      payment_type: Type.Enum(['pix', 'credit', 'debit', 'invoice']),
      ...FIGURES,
    }),
    { description: 'in order of date and type; what has no transaction is left out' },
  ),
  totals: Type.Object(FIGURES),
});

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

function readRows(deps: Deps, scope: ReportScope, period: { from: string; to: string }, interval: 'day' | 'hour') {
  if (interval === 'day') return readPaymentDays(deps.listsDb, { ...scope, ...period });
  const edges = { from: startOfSaoPauloDay(period.from), to: endOfSaoPauloDay(period.to) };
  return readPaymentHours(deps.listsDb, { ...scope, ...edges });
}

export function reportRoutes(app: FastifyInstance, deps: Deps): void {
  app.get<{ Querystring: Static<typeof ReportQuery> }>(
    '/reports/payments',
    {
      config: { isSlow: 'read' },
      schema: {
        tags: ['reports'],
        summary: 'What each day or hour brought, by type of payment',
        description: 'Days are those of São Paulo. All figures are as of now, also those of days long past.',
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
