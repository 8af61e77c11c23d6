import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import {
  addDays,
  daysBetween,
  endOfSaoPauloDay,
  saoPauloDateOf,
  startOfSaoPauloDay,
} from '../../../ground/brazil/calendar.rules.ts';
import { mayLag, type WithLists } from '../../../ground/db/lagging-reads.ts';
import type { Deps } from '../../../ground/deps.ts';
import { periodOfDays } from '../../../ground/lists/list-query.rules.ts';
import { callerOf } from '../../../parties/accounts/authenticate.ts';
import { CompanyParams } from '../../../parties/companies/companies.schemas.ts';
import { companyInPath } from '../../../parties/companies/company-in-path.ts';
import { StatementDaysBody, StatementDaysQuery } from './statement.schemas.ts';
import { readStatementDays, type StatementDays } from './statement-days.sql.ts';

const DAYS = { usual: 30, most: 400 };

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

export function statementDayRoutes(app: FastifyInstance, deps: Deps & WithLists): void {
  app.get<{ Querystring: Static<typeof StatementDaysQuery> }>(
    '/companies/:id/statement/days',
    {
      config: { isSlow: 'read' },
      schema: {
        tags: ['balance'],
        summary: 'What each day brings to the balance of a company, by value date; days ahead as well',
        params: CompanyParams,
        querystring: StatementDaysQuery,
        response: { 200: StatementDaysBody },
      },
    },
    async (request) => {
      const period = periodOfDays(request.query, saoPauloDateOf(await deps.clock.now()), DAYS);
      const companyId = await companyInPath(deps, callerOf(request).merchantId, request.params);
      const found = await readStatementDays(
        mayLag(deps),
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
