import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { callerOf } from '../auth/authenticate.ts';
import type { Deps } from '../deps.ts';
import { pageOf, type RawQuery, readChoice, readPaging, readText } from '../lists/list-query.rules.ts';
import { CUSTOMER_ORDER_COLUMNS, type CustomerOrderBy, type CustomerSearch, searchCustomersOfMerchant } from './customers.sql.ts';

const CustomerList = Type.Object({
  data: Type.Array(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      email: Type.String(),
      document: Type.String(),
      phone: Type.String(),
      created_at: Type.String({ format: 'date-time' }),
    }),
  ),
  total: Type.Integer(),
  page: Type.Integer(),
  lastPage: Type.Integer(),
  itemsPerPage: Type.Integer(),
});

const CustomerQuery = Type.Object({
  page: Type.Optional(Type.Integer({ default: 1, minimum: 1 })),
  limit: Type.Optional(Type.Integer({ default: 10, minimum: 1, maximum: 100 })),
  orderBy: Type.Optional(Type.Enum(['created_at', 'name', 'email'], { default: 'created_at' })),
  direction: Type.Optional(Type.Enum(['ASC', 'DESC'], { default: 'DESC' })),
  name: Type.Optional(Type.String({ description: 'matches anywhere, ignoring case and accents' })),
  document: Type.Optional(Type.String({ description: 'CPF or CNPJ, matches from the start, punctuation ignored' })),
});

function readCustomerSearch(query: RawQuery): CustomerSearch {
  return {
    ...readPaging(query),
    orderBy: readChoice(query, 'orderBy', Object.keys(CUSTOMER_ORDER_COLUMNS) as CustomerOrderBy[]) ?? 'created_at',
    direction: readChoice(query, 'direction', ['ASC', 'DESC']) ?? 'DESC',
    name: readText(query, 'name'),
    document: readDocumentPrefix(query),
  };
}

/** Nothing but letters, digits and one hyphen reaches the LIKE pattern: punctuation alone is the beginning of no document. */
function readDocumentPrefix(query: RawQuery): string | undefined {
  const text = readText(query, 'document');
  const bare = text?.replace(/[^0-9A-Za-z]/g, '').toUpperCase();
  return bare === '' && text !== '' ? '-' : bare;
}

export function customerRoutes(app: FastifyInstance, deps: Deps): void {
  app.get(
    '/customers',
    {
      config: { isSlow: 'read' },
      schema: { tags: ['customers'], summary: 'List customers', querystring: CustomerQuery, response: { 200: CustomerList } },
    },
    async (request) => {
      const search = readCustomerSearch(request.query as RawQuery);
      const { customers, total } = await searchCustomersOfMerchant(deps.listsDb, callerOf(request).merchantId, search);
      return {
        data: customers.map((customer) => ({ ...customer, created_at: customer.created_at.toISOString() })),
        ...pageOf(total, search),
      };
    },
  );
}
