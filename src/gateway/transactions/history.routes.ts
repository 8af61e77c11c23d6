import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { OwnEntries } from '../../books/ledger/statement/statement.schemas.ts';
import { listOwnEntries } from '../../books/ledger/statement/statement.sql.ts';
import { ownEntry } from '../../books/ledger/statement/statement.wire.ts';
import type { WithLists } from '../../ground/db/lagging-reads.ts';
import type { Deps } from '../../ground/deps.ts';
import { pageOf } from '../../ground/lists/list-query.rules.ts';
import { DIRECTION, listOf, PAGING } from '../../ground/lists/lists.schemas.ts';
import { paymentSubject } from '../../ground/subjects/subject.rules.ts';
import { listEventsOfSubject } from '../../news/events/events.sql.ts';
import { type DeliveryOfEvent, listDeliveriesOfEvents } from '../../news/webhooks/deliveries/delivery-log.sql.ts';
import { callerOf } from '../../parties/accounts/authenticate.ts';
import { filterCompaniesOfMerchant } from '../../parties/companies/companies.sql.ts';
import { paymentInPath } from '../payments/payment-in-path.ts';
import { TransactionParams } from '../payments/payments.schemas.ts';
import { listShares } from '../splits/splits.sql.ts';

const nullableInteger = Type.Unsafe<number | null>({ type: ['integer', 'null'] });

const EventList = listOf(
  Type.Object(
    {
      id: Type.String(),
      event: Type.String(),
      sequence: Type.Integer(),
      created_at: Type.String({ format: 'date-time' }),
      deliveries: Type.Array(
        Type.Object({
          id: Type.Integer(),
          webhook_id: Type.Integer(),
          url: Type.String(),
          status: Type.Enum(['PENDING', 'DELIVERED', 'FAILED']),
          resend: Type.Boolean(),
          attempts: Type.Integer({ description: 'how many were made' }),
          last_status_code: nullableInteger,
          last_duration_ms: nullableInteger,
        }),
        { description: 'the latest 50, newest first' },
      ),
    },
    { additionalProperties: true, description: 'the event as it is delivered, and to whom it went' },
  ),
);

const EntryQuery = Type.Object(PAGING);

function deliveryOf(delivery: DeliveryOfEvent) {
  return {
    id: delivery.id,
    webhook_id: delivery.webhook_id,
    url: delivery.url,
    status: delivery.status,
    resend: delivery.is_resend,
    attempts: delivery.attempts,
    last_status_code: delivery.last_status_code,
    last_duration_ms: delivery.last_duration_ms,
  };
}

/** What has happened to a transaction, and what was booked for it. */
export function historyRoutes(server: FastifyInstance, deps: Deps & WithLists): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();

  app.get(
    '/transactions/:id/events',
    {
      config: { isSlow: 'read' },
      schema: {
        tags: ['transactions'],
        summary: 'List the events of a transaction, each with its deliveries',
        description: 'Newest first, by sequence. Events are kept for at least a year, deliveries for a shorter time.',
        params: TransactionParams,
        querystring: Type.Object({ ...PAGING, direction: DIRECTION }),
        response: { 200: EventList },
      },
    },
    async (request) => {
      const { direction, ...paging } = request.query;
      const { id } = await paymentInPath(deps, callerOf(request).merchantId, request.params);
      const { events, total } = await listEventsOfSubject(deps.listsDb, paymentSubject(id), direction, paging);
      const deliveries = await listDeliveriesOfEvents(
        deps.listsDb,
        events.map((event) => event.id),
      );
      return {
        data: events.map((event) => ({
          ...JSON.parse(event.payload),
          deliveries: deliveries.filter(({ event_id }) => event_id === event.id).map(deliveryOf),
        })),
        ...pageOf(total, paging),
      };
    },
  );

  server.get<{ Querystring: Static<typeof EntryQuery> }>(
    '/transactions/:id/entries',
    {
      config: { isSlow: 'read' },
      schema: {
        tags: ['transactions'],
        summary: 'List what was booked for a transaction',
        description:
          'Ledger entries of your own companies, in the order in which they were written; none of your partners.',
        params: TransactionParams,
        querystring: EntryQuery,
        response: { 200: OwnEntries },
      },
    },
    async (request) => {
      const { merchantId } = callerOf(request);
      const payment = await paymentInPath(deps, merchantId, request.params);
      const shares = await listShares(deps.listsDb, payment.id);
      const companyIds = [payment.company_id, ...shares.map(({ company_id }) => company_id)];
      const own = await filterCompaniesOfMerchant(deps.listsDb, merchantId, companyIds);
      const { rows, total } = await listOwnEntries(deps.listsDb, paymentSubject(payment.id), own, request.query);
      return { data: rows.map(ownEntry), ...pageOf(total, request.query) };
    },
  );
}
