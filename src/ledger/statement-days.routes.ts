import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { callerOf } from '../auth/authenticate.ts';
import {
  addDays,
  daysBetween,
  endOfSaoPauloDay,
  saoPauloDateOf,
  startOfSaoPauloDay,
} from '../brazil/calendar.rules.ts';
import { CompanyParams } from '../companies/companies.schemas.ts';
import { companyInPath } from '../companies/company-in-path.ts';
import type { Deps } from '../deps.ts';
import { periodOfDays } from '../lists/list-query.rules.ts';
import { localDay } from '../lists/lists.schemas.ts';
import { readStatementDays, type StatementDays } from './statement-days.sql.ts';

const DAYS = { usual: 30, most: 400 };

const DaysQuery = Type.Object({
  from: localDay('first day, in São Paulo; default 30 days before to'),
  to: localDay('last day; may lie ahead; default today'),
});

const Days = Type.Object({
  company_id: Type.Integer(),
  from: Type.String({ format: 'date' }),
  to: Type.String({ format: 'date' }),
  opening_balance: Type.Integer({ description: 'cents available at the end of the day before' }),
  data: Type.Array(
    Type.Object({
      date: Type.String({ format: 'date', description: 'value date' }),
      credits: Type.Integer({ description: 'cents' }),
      debits: Type.Integer({ description: 'cents, negative' }),
      net: Type.Integer({ description: 'credits plus debits' }),
      closing_balance: Type.Integer({ description: 'cents available at the end of the day' }),
      count: Type.Integer({ description: 'entries' }),
    }),
  ),
});

/** Every day of the period, also those without entries: their balance is that of the day before. */
function everyDay({ from, to }: { from: string; to: string }, { openingCents, days }: StatementDays) {
  const known = new Map(days.map((day) => [day.date, day]));
  const data = [];
  let balance = openingCents;
  for (let ahead = 0; ahead <= daysBetween(from, to); ahead++) {
    const date = addDays(from, ahead);
    const { credits, debits, count } = known.get(date) ?? { credits: 0, debits: 0, count: 0 };
    balance += credits + debits;
    data.push({ date, credits, debits, net: credits + debits, closing_balance: balance, count });
  }
  return data;
}

export function statementDayRoutes(app: FastifyInstance, deps: Deps): void {
  app.get<{ Querystring: Static<typeof DaysQuery> }>(
    '/companies/:id/statement/days',
    {
      config: { isSlow: 'read' },
      schema: {
        tags: ['balance'],
        summary: 'What each day brings to the balance of a company, by value date; days ahead as well',
        params: CompanyParams,
        querystring: DaysQuery,
        response: { 200: Days },
      },
    },
    async (request) => {
      const period = periodOfDays(request.query, saoPauloDateOf(await deps.clock.now()), DAYS);
      const companyId = await companyInPath(deps, callerOf(request).merchantId, request.params);
      const found = await readStatementDays(
        deps.listsDb,
        companyId,
        startOfSaoPauloDay(period.from),
        endOfSaoPauloDay(period.to),
      );
      return {
        company_id: companyId,
        ...period,
        opening_balance: found.openingCents,
        data: everyDay(period, found),
      };
    },
  );
}
