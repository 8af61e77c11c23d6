import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { listAuditRuns } from '../../../care/audit/audit-runs.sql.ts';
import { listSeals } from '../../../care/audit/seals.sql.ts';
import { pageOf } from '../../../ground/lists/list-query.rules.ts';
import { DIRECTION, listOf, PAGING } from '../../../ground/lists/lists.schemas.ts';
import { AuditLog } from '../../../parties/audit-log/audit-log.schemas.ts';
import { listEntriesOfMerchant } from '../../../parties/audit-log/audit-log.sql.ts';
import { INSTALLATION } from '../../../parties/merchants/installation.rules.ts';
import type { AllDeps } from '../../all-deps.ts';
import { seenEntry } from './seen-entry.wire.ts';

const tags = ['books'];
const MOST = 366;
const isoTime = Type.String({ format: 'date-time' });
const orNull = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const listed = <Row extends Type.TSchema>(row: Row) => Type.Object({ data: Type.Array(row) });

/** What audits found, what was sealed, and who did what. */
export function bookRoutes(server: FastifyInstance, deps: AllDeps): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();

  app.get(
    '/audits',
    {
      config: { act: 'read' },
      schema: {
        tags,
        operationId: 'listAudits',
        summary: 'List the nightly audits of a year, newest first',
        response: {
          200: listed(
            Type.Object({
              night: Type.String({ format: 'date' }),
              started_at: isoTime,
              finished_at: orNull(isoTime),
              checks_held: orNull(Type.Integer({ description: 'checks that found nothing' })),
              broken_check: orNull(Type.String({ description: 'the first that found something' })),
              findings: orNull(Type.Integer()),
            }),
          ),
        },
      },
    },
    async () => ({
      data: (await listAuditRuns(deps.listsDb, MOST)).map(({ started_at, finished_at, ...run }) => ({
        ...run,
        started_at: started_at.toISOString(),
        finished_at: finished_at?.toISOString() ?? null,
      })),
    }),
  );

  app.get(
    '/seals',
    {
      config: { act: 'read' },
      schema: {
        tags,
        operationId: 'listSeals',
        summary: 'List the seals of closed days, newest first',
        response: {
          200: listed(
            Type.Object({
              number: Type.Integer(),
              day: Type.String({ format: 'date' }),
              made_at: isoTime,
              previous_hash: Type.String(),
              hash: Type.String(),
            }),
          ),
        },
      },
    },
    async () => ({
      data: (await listSeals(deps.listsDb, MOST)).map(({ made_at, ...seal }) => ({
        ...seal,
        made_at: made_at.toISOString(),
      })),
    }),
  );

  app.get(
    '/audit-log',
    {
      config: { act: 'read' },
      schema: {
        tags,
        operationId: 'listAuditLog',
        summary: 'List who did what: of the installation, or of one merchant',
        description: 'People of merchants and addresses are masked; operators are named.',
        querystring: Type.Object({
          ...PAGING,
          direction: DIRECTION,
          merchant_id: Type.Optional(Type.Integer({ minimum: 1, description: 'absent: the installation itself' })),
        }),
        response: { 200: Type.Object({ ...listOf(AuditLog.properties.data.items).properties }) },
      },
    },
    async (request) => {
      const { merchant_id: merchantId = INSTALLATION, direction, page, limit } = request.query;
      const paging = { page, limit };
      const { rows, total } = await listEntriesOfMerchant(deps.listsDb, merchantId, {}, { ...paging, direction });
      return { data: rows.map(seenEntry), ...pageOf(total, paging) };
    },
  );
}
