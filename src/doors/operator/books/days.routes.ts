import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { feesCsv, trialBalanceCsv } from '../../../books/ledger/days/day-files.wire.ts';
import { earnedCents, type FeeFigures, feePeriodOf } from '../../../books/ledger/days/fees.rules.ts';
import { readFeeLines, readFees } from '../../../books/ledger/days/read-fees.ts';
import { readTrialBalance } from '../../../books/ledger/days/read-trial-balance.ts';
import { TRIAL_DAYS, type TrialLine } from '../../../books/ledger/days/trial-balance.rules.ts';
import { saoPauloDateOf } from '../../../ground/brazil/calendar.rules.ts';
import { invalidField } from '../../../ground/errors.ts';
import { periodOfDays } from '../../../ground/lists/list-query.rules.ts';
import { MAX_FILE_ROWS } from '../../../ground/streams/send-file.ts';
import type { AllDeps } from '../../all-deps.ts';
import { Fees, FeesQuery, TrialBalance, TrialBalanceQuery } from './days.schemas.ts';

const tags = ['books'];
const config = { act: 'read' } as const;
const jsonOrCsv = <Body extends Type.TSchema>(body: Body) => ({
  content: { 'application/json': { schema: body }, 'text/csv': { schema: Type.String() } },
});

/** The books as a whole, by the day on which something was posted. */
export function bookDayRoutes(server: FastifyInstance, deps: AllDeps): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();
  const today = async () => saoPauloDateOf(await deps.clock.now());

  app.get(
    '/trial-balance',
    {
      config,
      schema: {
        tags,
        operationId: 'getTrialBalance',
        summary: 'Read what each account of the books stood at and moved on each day; JSON or CSV',
        description: 'Debits and credits of a day are the same sum, and its balances add up to 0.',
        querystring: TrialBalanceQuery,
        response: { 200: jsonOrCsv(TrialBalance) },
      },
    },
    async (request, reply) => {
      const { format, dialect, ...asked } = request.query;
      const period = periodOfDays(asked, await today(), TRIAL_DAYS);
      const lines = await readTrialBalance(deps.listsDb, period);
      if (format === 'csv')
        return sendCsv(reply, `trial-balance-${period.from}-${period.to}`, trialBalanceCsv(lines, dialect));
      return sendJson(reply, { ...period, data: lines.map(trialLine) });
    },
  );

  app.get(
    '/fees',
    {
      config,
      schema: {
        tags,
        operationId: 'getFees',
        summary: 'Read what the platform earned, by date, merchant or establishment; JSON or CSV',
        querystring: FeesQuery,
        response: { 200: jsonOrCsv(Fees) },
      },
    },
    async (request, reply) => {
      const { format, dialect, by, ...asked } = request.query;
      const period = feePeriodOf(asked, await today());
      if (format === 'csv') {
        const all = await readFeeLines(deps.listsDb, period, MAX_FILE_ROWS);
        if (!all) throw invalidField('from', `is too early: a file holds at most ${MAX_FILE_ROWS} lines`);
        return sendCsv(reply, `fees-${period.from}-${period.to}`, feesCsv(all, dialect));
      }
      const { lines, isCut, totals } = await readFees(deps.listsDb, { ...period, by });
      const data = lines.map(({ fees, ...line }) => ({ ...line, ...feeFigures(fees) }));
      return sendJson(reply, { ...period, data, is_cut: isCut, totals: feeFigures(totals) });
    },
  );
}

const sendJson = (reply: FastifyReply, body: object) => reply.type('application/json; charset=utf-8').send(body);

const sendCsv = (reply: FastifyReply, name: string, content: string) =>
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .send(content);

function trialLine({ day, account, acquirer, openingCents, debitCents, creditCents, balanceCents }: TrialLine) {
  const sides = { debits: debitCents, credits: creditCents };
  return { day, account, acquirer, opening_balance: openingCents, ...sides, balance: balanceCents };
}

function feeFigures(fees: FeeFigures) {
  return {
    payment_fees: fees.payment_fee_cents,
    returned: fees.returned_cents,
    payout_fees: fees.payout_fee_cents,
    other: fees.other_cents,
    earned: earnedCents(fees),
  };
}
