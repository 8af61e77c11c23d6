import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { WithLists } from '../../ground/db/lagging-reads.ts';
import type { Deps } from '../../ground/deps.ts';
import { limitByMerchant } from '../../ground/limits/request-rates.ts';
import { readPathId } from '../../ground/lists/list-query.rules.ts';
import { MAX_FILE_ROWS, sendFile } from '../../ground/streams/send-file.ts';
import { callerOf } from '../../parties/accounts/authenticate.ts';
import { recordAudit } from '../../parties/audit-log/record-audit.ts';
import { anonymiseCustomer } from './anonymise-customer.ts';
import { anonymisationOf } from './export.wire.ts';
import { exportCustomer } from './export-customer.ts';
import { Anonymised, ExportedCustomer } from './privacy.schemas.ts';

/** People ask for this, one after the other. */
const PER_MINUTE = 60;

export function privacyRoutes(server: FastifyInstance, deps: Deps & WithLists): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();
  const params = Type.Object({ id: Type.Integer({ minimum: 1 }) });
  const config = { permission: 'manage', isSlow: 'read' } as const;
  const preHandler = limitByMerchant(server, deps, PER_MINUTE, 'exports and removals of customers');

  server.get(
    '/customers/:id/export',
    {
      config,
      preHandler,
      schema: {
        tags: ['customers'],
        summary: 'Everything that is stored about a customer, as a file',
        description: `What a person may ask you for (LGPD, art. 18). Holds the latest ${MAX_FILE_ROWS} transactions.`,
        params,
        response: { 200: { content: { 'application/json': { schema: ExportedCustomer } } } },
      },
    },
    async (request, reply) => {
      const id = readPathId(request.params);
      const { merchantId } = callerOf(request);
      const now = await deps.clock.now();
      const file = await exportCustomer(deps.listsDb, merchantId, id, { most: MAX_FILE_ROWS, now });
      await recordAudit(deps, deps.db, {
        merchantId,
        action: 'customer.exported',
        object: { kind: 'customer', id },
      });
      const contentType = 'application/json; charset=utf-8';
      return sendFile(deps, reply, { ...file, name: `customer-${id}.json`, contentType });
    },
  );

  app.post(
    '/customers/:id/anonymise',
    {
      config,
      preHandler,
      schema: {
        tags: ['customers'],
        summary: 'Remove the personal data of a customer',
        description:
          'Name, e-mail, phone, document, address, IP address and the texts that came with orders and refunds are ' +
          'removed for good; transactions, amounts, dates, items, your `external_id` and the books stay. Refused ' +
          'while a transaction is pending or a refund under way. May be repeated. A later order with the same ' +
          'document makes a new customer.',
        params,
        response: { 200: Anonymised },
      },
    },
    async (request) => {
      const id = readPathId(request.params);
      const removed = await anonymiseCustomer(deps, callerOf(request).merchantId, id);
      return { customer_id: id, ...anonymisationOf(removed) };
    },
  );
}
