import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { searchComparisons } from '../../../gateway/alignment/comparisons/all-comparisons.sql.ts';
import { askForComparison } from '../../../gateway/alignment/comparisons/ask-for-comparison.ts';
import { isLocalDate } from '../../../ground/brazil/calendar.rules.ts';
import { invalidField } from '../../../ground/errors.ts';
import { pageOf } from '../../../ground/lists/list-query.rules.ts';
import { listOf, PAGING } from '../../../ground/lists/lists.schemas.ts';
import type { AllDeps } from '../../all-deps.ts';
import { ReasonBody } from '../reason.schemas.ts';
import { ListedComparison, SeenComparison } from './comparisons.schemas.ts';
import { listedComparison, readComparison } from './read-comparison.ts';

const tags = ['money'];
const Day = Type.Object({
  acquirer: Type.String({ maxLength: 40 }),
  day: Type.String({ maxLength: 10, description: 'YYYY-MM-DD, in São Paulo' }),
});

/** Our totals of each day beside each bank's. */
export function comparisonRoutes(server: FastifyInstance, deps: AllDeps): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();

  app.get(
    '/comparisons',
    {
      config: { act: 'read' },
      schema: {
        tags,
        operationId: 'listComparisons',
        summary: 'List the days that were compared with each bank, newest first',
        querystring: Type.Object({
          ...PAGING,
          acquirer: Type.Optional(Type.String({ maxLength: 40 })),
          different: Type.Optional(
            Type.Enum(['true', 'false'], { description: 'true: where totals differ, or money is none of ours' }),
          ),
        }),
        response: { 200: listOf(ListedComparison) },
      },
    },
    async (request) => {
      const { acquirer, different, ...paging } = request.query;
      const isDifferent = different === undefined ? undefined : different === 'true';
      const { rows, total } = await searchComparisons(deps.listsDb, { acquirer, isDifferent }, paging);
      return { data: rows.map(listedComparison), ...pageOf(total, paging) };
    },
  );

  app.get(
    '/comparisons/:acquirer/:day',
    {
      config: { act: 'read' },
      schema: {
        tags,
        operationId: 'getComparison',
        summary: 'Read one day with what differs',
        params: Day,
        response: { 200: SeenComparison },
      },
    },
    async (request) => readComparison(deps, dayOf(request.params)),
  );

  app.post(
    '/comparisons/:acquirer/:day/compare-again',
    {
      config: { act: 'books' },
      schema: {
        tags,
        operationId: 'compareAgain',
        summary: 'Have a day compared anew, at the next turn of whoever compares',
        params: Day,
        body: ReasonBody,
        response: { 202: ListedComparison },
      },
    },
    async (request, reply) => {
      const asked = dayOf(request.params);
      await askForComparison(deps, { ...asked, reason: request.body.reason });
      const { before: _b, payouts: _p, divergences: _d, receipts: _r, ...listed } = await readComparison(deps, asked);
      return reply.status(202).send(listed);
    },
  );
}

function dayOf({ acquirer, day }: { acquirer: string; day: string }) {
  if (!isLocalDate(day)) throw invalidField('day', 'must be a day, YYYY-MM-DD');
  return { acquirer, day };
}
