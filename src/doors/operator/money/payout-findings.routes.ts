import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { searchFindings } from '../../../gateway/payouts/all-payouts.sql.ts';
import { resolveFinding } from '../../../gateway/payouts/resolve-finding.ts';
import { pageOf, readPathId } from '../../../ground/lists/list-query.rules.ts';
import { listOf, PAGING, TOTAL_IS_MINIMUM } from '../../../ground/lists/lists.schemas.ts';
import type { AllDeps } from '../../all-deps.ts';
import { ReasonBody } from '../reason.schemas.ts';
import { OPEN_OR_ALL } from './money.schemas.ts';
import { Finding } from './payouts.schemas.ts';
import { seenFinding } from './read-payout.ts';

const tags = ['money'];

/** What banks see otherwise about payouts. */
export function payoutFindingRoutes(server: FastifyInstance, deps: AllDeps): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();

  app.get(
    '/payout-findings',
    {
      config: { act: 'read' },
      schema: {
        tags,
        operationId: 'listPayoutFindings',
        summary: 'List what banks see otherwise about payouts: open ones, the oldest first, or all, newest first',
        querystring: Type.Object({ ...PAGING, open: OPEN_OR_ALL }),
        response: { 200: Type.Object({ ...listOf(Finding).properties, total_is_minimum: TOTAL_IS_MINIMUM }) },
      },
    },
    async (request) => {
      const { open, ...paging } = request.query;
      const { rows, total, isTotalMinimum } = await searchFindings(deps.listsDb, { isOpen: open === 'true' }, paging);
      return { data: rows.map(seenFinding), ...pageOf(total, paging, isTotalMinimum) };
    },
  );

  app.post(
    '/payout-findings/:id/resolve',
    {
      config: { act: 'money' },
      schema: {
        tags,
        operationId: 'resolvePayoutFinding',
        summary: 'Say what was done about such a finding; it changes no payout and no book',
        body: ReasonBody,
        response: { 200: Finding },
      },
    },
    async (request) => seenFinding(await resolveFinding(deps, readPathId(request.params), request.body.reason)),
  );
}
