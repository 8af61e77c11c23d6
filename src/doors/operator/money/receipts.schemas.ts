import { Type } from 'typebox';
import { RECEIPT_STATES } from '../../../gateway/alignment/receipts/unknown-receipt.rules.ts';
import { FoundPayments } from '../payments/payments.schemas.ts';
import { REASON } from '../reason.schemas.ts';
import { cents, day, isoTime, orNull, SIDE } from './money.schemas.ts';

const RECEIPT = {
  id: Type.Integer(),
  acquirer: Type.String({ description: 'the bank that has received it' }),
  day,
  end_to_end_id: Type.String({ description: 'the bank’s id of it, or of its line in a file' }),
  reference: Type.String({ description: 'what the bank says that it is for' }),
  amount: cents('received'),
  refunded_amount: cents('that the bank has given back of it'),
  booked_amount: cents('of it that are in the books'),
  paid_at: isoTime,
  credit_on: orNull(day),
  state: Type.Enum([...RECEIPT_STATES], { description: 'OPEN needs somebody' }),
  transaction_id: orNull(Type.Integer({ description: 'whose money it is, by the word of an operator' })),
};

export const ListedReceipt = Type.Object(RECEIPT);

const note = { by: Type.String(), at: isoTime, reason: Type.String() };

export const SeenReceipt = Type.Object({
  ...RECEIPT,
  bound: orNull(Type.Object(note)),
  closed: orNull(Type.Object(note)),
  bookings: Type.Array(
    Type.Object({
      amount: cents('negative where they were taken out of the books again'),
      company_id: orNull(Type.Integer({ description: 'null: the platform' })),
      ...note,
    }),
  ),
  line: orNull(
    Type.Object(
      {
        file_number: Type.Integer(),
        made_on: day,
        line: Type.Integer(),
        code: Type.String({ description: 'of the movement, in the bank’s own table' }),
        our_number: orNull(Type.String()),
        note: orNull(Type.String({ description: 'why it is no title of ours' })),
      },
      { description: 'where a retorno told of it' },
    ),
  ),
  named: Type.Array(FoundPayments.properties.data.items, {
    description: 'payments of ours that its reference or its number names after all; at most 10',
  }),
});

export const BindBody = Type.Object({
  transaction_id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  reason: REASON,
});

export const BookBody = Type.Object({
  from: { ...SIDE, description: 'who gives the money: acquirer; or, where the bank gave it back, who got it' },
  to: { ...SIDE, description: 'who gets the money: platform or company:ID; or acquirer' },
  reason: REASON,
});
