import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { exportList } from '../../../gateway/payouts/export-list.ts';
import { listCsv, sumsOf } from '../../../gateway/payouts/list-file.rules.ts';
import { findListedRefund } from '../../../gateway/refunds/by-rail/find-listed-refund.ts';
import { invalidField } from '../../../ground/errors.ts';
import { readPathId } from '../../../ground/lists/list-query.rules.ts';
import { findConfig } from '../../../rails/acquirers/configs.sql.ts';
import { listManualLists, listWaitingForLists } from '../../../rails/manual-payouts/lists.sql.ts';
import type { AllDeps } from '../../all-deps.ts';
import { REASON } from '../reason.schemas.ts';
import { ExportedList, MOST_LISTS, PayoutListLines, PayoutLists } from './payout-lists.schemas.ts';
import { readManualList } from './read-manual-list.ts';

/** As the database counts them. */
const LAST_LIST = 2_147_483_647;
const ListNumber = Type.Integer({ minimum: 1, maximum: LAST_LIST });
const tags = ['money'];

/** What whoever pays by hand types in, as numbered lists. */
export function payoutListRoutes(server: FastifyInstance, deps: AllDeps): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();

  app.get(
    '/payout-lists',
    {
      config: { act: 'read' },
      schema: {
        tags,
        operationId: 'listPayoutLists',
        summary: 'List what waits for banks without an API, and the lists that were made, newest first',
        response: {
          200: PayoutLists,
        },
      },
    },
    async () => {
      const [waiting, lists] = await Promise.all([
        listWaitingForLists(deps.listsDb),
        listManualLists(deps.listsDb, MOST_LISTS),
      ]);
      return {
        waiting: waiting.map(({ cents: amount, ...rest }) => ({ ...rest, amount })),
        lists: lists.map(({ cents: amount, made_at, ...rest }) => ({
          ...rest,
          amount,
          made_at: made_at.toISOString(),
        })),
      };
    },
  );

  app.get(
    '/payout-lists/:acquirer/:number',
    {
      config: { act: 'read' },
      schema: {
        tags,
        operationId: 'getPayoutList',
        summary: 'Read a list: what is in it and how each ended; where it goes is masked',
        params: Type.Object({ acquirer: Type.String({ maxLength: 40 }), number: ListNumber }),
        response: {
          200: PayoutListLines,
        },
      },
    },
    async (request) => {
      const { acquirer } = request.params;
      const number = readPathId(request.params, 'number');
      if (number > LAST_LIST) throw invalidField('number', `must be at most ${LAST_LIST}`);
      return readManualList(deps, acquirer, number);
    },
  );

  app.post(
    '/payout-lists',
    {
      config: { act: 'money' },
      schema: {
        tags,
        operationId: 'exportPayoutList',
        summary: 'Make the next list of a bank without an API, or take one that was made before once more',
        description:
          'The file holds keys and accounts in clear, for whoever types them in: the log keeps who took it, and why. ' +
          'Each payout is in one list only.',
        body: Type.Object({
          acquirer: Type.String({ minLength: 1, maxLength: 40, format: 'one-line' }),
          again: Type.Optional(ListNumber),
          reason: REASON,
        }),
        response: {
          200: ExportedList,
        },
      },
    },
    async (request) => {
      const { acquirer, again = null, reason } = request.body;
      const config = await findConfig(deps.db, acquirer);
      if (config?.kind !== 'manual') throw invalidField('acquirer', 'must be a bank without an API');
      const list = await exportList(deps, { acquirer, again, reason }, (of, reference) =>
        findListedRefund(deps, of, reference),
      );
      if (!list) return { list: null, count: 0, amount: 0, unpayable: 0, file_name: '', csv: '' };
      const { cents: amount, ...sums } = sumsOf(list);
      return { list: list.number, ...sums, amount, file_name: `${acquirer}-${list.number}.csv`, csv: listCsv(list) };
    },
  );
}
