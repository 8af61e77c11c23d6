import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { mayLag, type WithLists } from '../../ground/db/lagging-reads.ts';
import type { Deps } from '../../ground/deps.ts';
import { ApiError } from '../../ground/errors.ts';
import { pageOf, readPathId } from '../../ground/lists/list-query.rules.ts';
import { callerOf } from '../../parties/accounts/authenticate.ts';
import { readCustomerTotals } from '../payments/by-customer/customer-totals.sql.ts';
import { CustomerList, CustomerQuery, CustomerWithTotals } from './customers.schemas.ts';
import { type Customer, findCustomerOfMerchant, searchCustomersOfMerchant } from './customers.sql.ts';

function customerRecord(customer: Customer) {
  return { ...customer, created_at: customer.created_at.toISOString() };
}

export function customerRoutes(server: FastifyInstance, deps: Deps & WithLists): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();

  app.get(
    '/customers',
    {
      config: { isSlow: 'read' },
      schema: {
        tags: ['customers'],
        summary: 'List customers',
        querystring: CustomerQuery,
        response: { 200: CustomerList },
      },
    },
    async (request) => {
      const { rows, total } = await searchCustomersOfMerchant(
        mayLag(deps),
        callerOf(request).merchantId,
        request.query,
      );
      return { data: rows.map(customerRecord), ...pageOf(total, request.query) };
    },
  );

  app.get(
    '/customers/:id',
    {
      config: { isSlow: 'read' },
      schema: {
        tags: ['customers'],
        summary: 'Read a customer, with what was paid and given back',
        params: Type.Object({ id: Type.Integer({ minimum: 1 }) }),
        response: { 200: CustomerWithTotals },
      },
    },
    async (request) => {
      const { merchantId } = callerOf(request);
      const id = readPathId(request.params);
      const customer = await findCustomerOfMerchant(deps.listsDb, merchantId, id);
      if (!customer) throw new ApiError('CUSTOMER_NOT_FOUND', `customer ${id} does not exist`);
      const totals = await readCustomerTotals(deps.listsDb, merchantId, id);
      return {
        ...customerRecord(customer),
        payments_count: totals.payments,
        paid_count: totals.paid,
        paid_amount: totals.paidCents,
        refunded_amount: totals.refundedCents,
        last_payment_at: totals.lastPaidAt?.toISOString() ?? null,
        is_partial: totals.isCut,
      };
    },
  );
}
