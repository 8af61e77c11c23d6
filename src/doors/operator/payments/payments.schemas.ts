import { Type } from 'typebox';
import { TransactionDetails } from '../../../gateway/transactions/transactions.schemas.ts';

const orNull = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const isoTime = Type.String({ format: 'date-time' });

export const FoundPayments = Type.Object({
  data: Type.Array(
    Type.Object({
      id: Type.Integer(),
      merchant_id: Type.Integer(),
      company_id: Type.Integer(),
      order_number: Type.String(),
      status_payment_name: Type.String(),
      amount: Type.Integer({ description: 'cents' }),
      payment_type: Type.String(),
      acquirer: Type.String(),
      created_at: isoTime,
    }),
  ),
});

const BankSays = Type.Object(
  {
    id: orNull(Type.String()),
    operation: Type.Object({ status: Type.String(), value: Type.Integer(), provider: orNull(Type.String()) }),
    history: Type.Array(Type.Object({ status: Type.String(), createdAt: Type.String() })),
    payer: Type.Null(),
  },
  { description: 'in the bank’s own words; null: it did not answer in time' },
);

export const SeenPayment = Type.Object({
  merchant: Type.Object({ id: Type.Integer(), name: Type.String() }),
  acquirer: Type.String(),
  reference: Type.String({ description: 'ours, as the acquirer knows the charge' }),
  /** As the merchant sees it, but for personal data. */
  transaction: Type.Object({
    ...TransactionDetails.properties,
    customer: Type.Object(TransactionDetails.properties.customer.properties, {
      description: 'masked; POST …/reveal shows it, with a reason',
    }),
    metadata: Type.Null({ description: 'what a merchant writes there may be about the payer' }),
    boleto_url: Type.Null({ description: 'the slip names the payer' }),
    acquirer_status: orNull(BankSays),
  }),
  check: orNull(
    Type.Object(
      {
        next_at: isoTime,
        done: Type.Integer({ description: 'how often it was looked at' }),
        trouble: orNull(Type.Object({ kind: Type.String(), field: orNull(Type.String()), since: isoTime })),
      },
      { description: 'when the acquirer is asked next; null: nobody asks any more' },
    ),
  ),
  why_pending: orNull(
    Type.Object({
      reason: Type.String({ description: 'WAITING_FOR_PAYMENT, WAITING_FOR_CHARGE, or what keeps us from knowing' }),
      since: orNull(isoTime),
      text: Type.String({ description: 'English' }),
    }),
  ),
  journal: Type.Array(
    Type.Object({
      account: Type.String(),
      company_id: orNull(Type.Integer()),
      amount: Type.Integer({ description: 'cents' }),
      tag: Type.String(),
      available_at: isoTime,
    }),
    { description: 'every entry of its journals, of all companies and of the platform; they add up to zero' },
  ),
  events: Type.Array(
    Type.Object({ id: Type.String(), event: Type.String(), sequence: Type.Integer(), created_at: isoTime }),
    { description: 'what was told, newest first; at most 100' },
  ),
});

export const RevealedPayer = Type.Object({
  id: Type.Integer({ description: 'of the transaction' }),
  customer: TransactionDetails.properties.customer,
  metadata: TransactionDetails.properties.metadata,
});
