import { Type } from 'typebox';
import { PayoutRecord } from '../../../gateway/payouts/interface/payouts.schemas.ts';
import { cents, isoTime, orNull } from './money.schemas.ts';

export const MOST_LISTS = 100;
const name = Type.String({ description: 'of the bank without an API' });
const SUMS = { count: Type.Integer(), amount: cents('in all') };

export const PayoutLists = Type.Object({
  waiting: Type.Array(Type.Object({ acquirer: name, ...SUMS })),
  lists: Type.Array(Type.Object({ acquirer: name, number: Type.Integer(), made_at: isoTime, ...SUMS }), {
    description: `at most ${MOST_LISTS}`,
  }),
});

export const PayoutListLines = Type.Object({
  acquirer: name,
  number: Type.Integer(),
  lines: Type.Array(
    Type.Object({
      payout_id: orNull(Type.Integer()),
      refund_id: orNull(Type.Integer({ description: 'a boleto that is given back' })),
      company_id: orNull(Type.Integer()),
      amount: cents('to pay'),
      reference: Type.String(),
      status: orNull(Type.String({ description: 'SENT or PROCESSING waits; null: nobody here knows it' })),
      destination: orNull(PayoutRecord.properties.destination),
    }),
  ),
});

export const ExportedList = Type.Object({
  list: orNull(Type.Integer({ description: 'its number; null: nothing waits, and no list was made' })),
  count: Type.Integer({ description: 'to pay' }),
  amount: cents('to pay'),
  unpayable: Type.Integer({
    description: 'in the file, and nobody can pay them from it: their note says why',
  }),
  file_name: Type.String(),
  csv: Type.String(),
});
