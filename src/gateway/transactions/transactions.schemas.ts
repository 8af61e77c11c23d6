import { type Static, Type } from 'typebox';
import {
  CSV_DIALECT,
  DIRECTION,
  instant,
  listOf,
  PAGING,
  readBy,
  TOTAL_IS_MINIMUM,
  withDefault,
} from '../../ground/lists/lists.schemas.ts';
import { READ_TERMS, ReadChange, ReadRegistration } from '../boleto-terms/read-terms.schemas.ts';
import { PAYMENT_TYPES } from '../payments/payment.ts';
import { isoTime, nullable, nullableTime, StoredMetadata } from '../payments/payments.schemas.ts';
import { FAILURE_REASONS, PENDING, REFUNDED } from '../payments/status.rules.ts';
import { SplitTable } from '../splits/splits.schemas.ts';
import { CSV_COLUMNS } from './csv-columns.rules.ts';
import { readSearchTerm } from './search-term.rules.ts';

export const SearchQuery = Type.Object({
  ...PAGING,
  orderBy: withDefault(Type.Enum(['created_at', 'updated_at', 'amount'], { default: 'created_at' })),
  direction: DIRECTION,
  status: Type.Optional(Type.Array(Type.Integer({ minimum: PENDING, maximum: REFUNDED }))),
  type: Type.Optional(Type.Enum([...PAYMENT_TYPES])),
  company_id: Type.Optional(Type.Integer({ minimum: 1 })),
  customer_id: Type.Optional(Type.Integer({ minimum: 1 })),
  amountStart: Type.Optional(Type.Integer({ minimum: 0, description: 'cents' })),
  amountEnd: Type.Optional(Type.Integer({ minimum: 0, description: 'cents' })),
  createdAtStart: instant('start', 'ISO 8601 date (a day in São Paulo) or date-time'),
  createdAtEnd: instant('end', 'ISO 8601 date (the whole day) or date-time, inclusive'),
  paidAtStart: instant('start', 'paid from: ISO 8601 date (a day in São Paulo) or date-time'),
  paidAtEnd: instant('end', 'paid up to: ISO 8601 date (the whole day) or date-time, inclusive'),
  payment_link_id: Type.Optional(Type.String()),
  external_id: Type.Optional(Type.String({ description: 'your own id of the order, in full' })),
  refunded: Type.Optional(Type.Enum(['none', 'partial', 'full'])),
  q: Type.Optional(
    readBy(readSearchTerm, {
      type: 'string',
      description:
        'an id, an order number, an external_id, a CPF or CNPJ or an e-mail in full, or the beginning of a name; ' +
        'name and e-mail are the ones by which you know the customer now',
    }),
  ),
});

/** The list, or all of it as a file. */
export const ListQuery = Type.Object({
  ...SearchQuery.properties,
  format: withDefault(Type.Enum(['json', 'csv'], { default: 'json' })),
  dialect: CSV_DIALECT,
  columns: Type.Optional(
    Type.Array(Type.Enum([...CSV_COLUMNS]), {
      maxItems: CSV_COLUMNS.length,
      description: 'of a CSV: which columns, in this order; all of them when none is named',
    }),
  ),
});

/** The names a query with synchronisation uses for what we store as pix, invoice and the cards. */
const SyncTypes = Type.Enum(['PIX', 'CREDIT_CARD', 'BILLET']);
export type SyncType = Static<typeof SyncTypes>;
export const DetailsQuery = Type.Object({ payment_type: Type.Optional(SyncTypes) });

export const DueDateBody = Type.Object({
  due_date: Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', description: 'YYYY-MM-DD' }),
});

export const AcquirerStatusBody = Type.Object({
  id: Type.String(),
  operation: Type.Object({
    status: Type.String(),
    value: Type.Integer({ description: 'cents' }),
    provider: Type.String(),
  }),
  history: Type.Array(Type.Object({ status: Type.String(), createdAt: Type.String() })),
  payer: Type.Unsafe<{ fullName: string; document: string } | null>({
    type: ['object', 'null'],
    properties: { fullName: { type: 'string' }, document: { type: 'string' } },
  }),
});

const Pending = Type.Unsafe<PendingReason | null>({
  anyOf: [
    {
      type: 'object',
      required: ['reason', 'field', 'since'],
      properties: {
        reason: { type: 'string', enum: ['WAITING_FOR_PAYMENT', 'ACQUIRER_UNCLEAR', 'UNREADABLE_ANSWER'] },
        field: { type: ['string', 'null'], description: 'what of the answer could not be read' },
        since: { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] },
      },
    },
    { type: 'null' },
  ],
  description: 'why it is still pending; null unless it is',
});

interface PendingReason {
  reason: string;
  field: string | null;
  since: string | null;
}

const FailureReason = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  enum: [...FAILURE_REASONS, null],
  description: 'of a FAILED transaction; null where it failed before reasons were kept',
});

export const TransactionDetails = Type.Object({
  id: Type.Integer(),
  order_number: Type.String(),
  status: Type.Integer({ minimum: 1, maximum: 4 }),
  status_payment_name: Type.Enum(['PENDING', 'APPROVED', 'FAILED', 'REFUNDED']),
  failure_reason: FailureReason,
  pending: Pending,
  amount: Type.Integer({ description: 'cents' }),
  refunded_amount: Type.Integer({ description: 'cents refunded so far' }),
  payment_type: Type.Enum(['pix', 'credit', 'debit', 'invoice']),
  installments: Type.Integer(),
  company_id: Type.Integer(),
  customer: Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    email: Type.String(),
    document: Type.String(),
    phone: Type.String(),
  }),
  items: Type.Array(Type.Object({ name: Type.String(), quantity: Type.Integer(), price: Type.Integer() })),
  shipping: Type.Object({ name: Type.String(), price: Type.Integer() }),
  metadata: StoredMetadata,
  payment_link_id: nullable('string'),
  external_id: nullable('string', "the merchant's own id of the order"),
  split: SplitTable,
  refunds: Type.Array(
    Type.Object({
      id: Type.Integer(),
      amount: Type.Integer({ description: 'cents' }),
      status: Type.Enum(['PROCESSING', 'REFUNDED', 'REFUSED']),
      requested_at: isoTime,
      settled_at: nullableTime,
    }),
  ),
  retry_of: nullable('number', 'the failed transaction this one retries'),
  retried_by: nullable('number', 'the latest transaction that retries this one'),
  due_date: nullable('string'),
  expires_at: isoTime,
  payment_url: Type.String({ description: 'page for the payer, without a login' }),
  pix_qr_code: nullable('string'),
  pix_qr_code_url: nullable('string'),
  boleto_url: nullable('string'),
  boleto_barcode: nullable('string'),
  boleto_digitable_line: nullable('string'),
  ...READ_TERMS,
  amount_due: nullable('number', 'cents to be paid today; of a pending boleto until its last payable day'),
  paid_amount: nullable('number', 'cents that count as paid for a boleto'),
  fine_paid: nullable('number', 'cents'),
  interest_paid: nullable('number', 'cents'),
  discount_given: nullable('number', 'cents'),
  registration: ReadRegistration,
  requested_change: ReadChange,
  created_at: isoTime,
  updated_at: isoTime,
  paid_at: nullableTime,
  refunded_at: nullableTime,
  acquirer_status: Type.Unsafe<unknown>({ anyOf: [AcquirerStatusBody, { type: 'null' }] }),
});

const { properties } = listOf(
  Type.Object({
    id: Type.Integer(),
    order_number: Type.String(),
    status: Type.Integer(),
    amount: Type.Integer(),
    payment_type: Type.String(),
    customer_name: Type.String(),
    customer_email: Type.String(),
    created_at: isoTime,
    updated_at: isoTime,
    company_id: Type.Integer(),
    refunded_amount: Type.Integer(),
    expires_at: isoTime,
    paid_at: nullableTime,
    failure_reason: FailureReason,
    external_id: nullable('string'),
  }),
);
export const TransactionList = Type.Object({ ...properties, total_is_minimum: TOTAL_IS_MINIMUM });
