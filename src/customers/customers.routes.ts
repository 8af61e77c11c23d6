import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { callerOf } from '../auth/authenticate.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { pageOf, readPathId } from '../lists/list-query.rules.ts';
import { DIRECTION, listOf, PAGING, readBy, withDefault } from '../lists/lists.schemas.ts';
import { MAX_COUNTED_PAYMENTS, readCustomerTotals } from '../payments/customer-totals.sql.ts';
import { readDocumentPrefix } from './customers.rules.ts';
import { type Customer, findCustomerOfMerchant, searchCustomersOfMerchant } from './customers.sql.ts';

const time = Type.String({ format: 'date-time' });
const CUSTOMER = {
  id: Type.Integer(),
  name: Type.String(),
  email: Type.String(),
  document: Type.String(),
  phone: Type.String(),
  created_at: time,
};
const CustomerList = listOf(Type.Object(CUSTOMER));

const CustomerWithTotals = Type.Object({
  ...CUSTOMER,
  payments_count: Type.Integer({ description: 'transactions of any status' }),
  paid_count: Type.Integer({ description: 'those that were paid, refunded or not' }),
  paid_amount: Type.Integer({ description: 'cents paid, before refunds' }),
  refunded_amount: Type.Integer({ description: 'cents given back' }),
  last_payment_at: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    format: 'date-time',
    description: 'when the customer paid last; null: never',
  }),
  is_partial: Type.Boolean({
    description: `true: there are more than ${MAX_COUNTED_PAYMENTS} transactions; the figures are of the latest`,
  }),
});

const CustomerQuery = Type.Object({
  ...PAGING,
  orderBy: withDefault(Type.Enum(['created_at', 'name', 'email'], { default: 'created_at' })),
  direction: DIRECTION,
  name: Type.Optional(Type.String({ description: 'matches anywhere, ignoring case and accents' })),
  document: Type.Optional(
    readBy(readDocumentPrefix, {
      type: 'string',
      description: 'CPF or CNPJ, matches from the start, punctuation ignored',
    }),
  ),
});

function customerRecord(customer: Customer) {
  return { ...customer, created_at: customer.created_at.toISOString() };
}

export function customerRoutes(server: FastifyInstance, deps: Deps): void {
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
        deps.listsDb,
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
