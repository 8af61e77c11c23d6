import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { callerOf } from '../auth/authenticate.ts';
import type { Deps } from '../deps.ts';
import { pageOf } from '../lists/list-query.rules.ts';
import { DIRECTION, listOf, PAGING, readBy, withDefault } from '../lists/lists.schemas.ts';
import { readDocumentPrefix } from './customers.rules.ts';
import { searchCustomersOfMerchant } from './customers.sql.ts';

export const CustomerList = listOf(
  Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    email: Type.String(),
    document: Type.String(),
    phone: Type.String(),
    created_at: Type.String({ format: 'date-time' }),
  }),
);

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

export function customerRoutes(server: FastifyInstance, deps: Deps): void {
  server.withTypeProvider<TypeBoxTypeProvider>().get(
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
      return {
        data: rows.map((customer) => ({ ...customer, created_at: customer.created_at.toISOString() })),
        ...pageOf(total, request.query),
      };
    },
  );
}
