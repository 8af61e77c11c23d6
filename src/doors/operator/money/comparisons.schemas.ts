import { Type } from 'typebox';
import { OfAll } from './divergences.schemas.ts';
import { cents, day, isoTime, orNull } from './money.schemas.ts';
import { ListedReceipt } from './receipts.schemas.ts';

const SUMS = {
  count: Type.Integer({ description: 'payments that were paid on that day' }),
  paid: cents('received for them'),
  refunded: cents('given back of them since'),
};

const FIGURES = {
  ours: Type.Object(SUMS),
  acquirer: Type.Object(SUMS),
  is_different: Type.Boolean(),
  unknown: Type.Object({ count: Type.Integer(), amount: cents('received that are none of ours') }),
  open_divergences: Type.Integer({ description: 'with this acquirer, when it was compared' }),
  made_at: isoTime,
};

export const ListedComparison = Type.Object({
  name: Type.String({ description: 'of the acquirer' }),
  day,
  ...FIGURES,
  is_asked: Type.Boolean({ description: 'it is compared anew at the next turn' }),
});

export const SeenComparison = Type.Object({
  ...ListedComparison.properties,
  before: Type.Array(Type.Object(FIGURES), { description: 'what was reported of this day before, newest first' }),
  payouts: orNull(
    Type.Object({
      ours: Type.Object({ count: Type.Integer(), amount: cents('that left') }),
      acquirer: Type.Object({ count: Type.Integer(), amount: cents('that left') }),
      made_at: isoTime,
    }),
  ),
  divergences: Type.Array(OfAll, {
    description: 'of payments of that day, and what was seen then or the day after; at most 100, newest first',
  }),
  receipts: Type.Array(ListedReceipt, { description: 'received that day and none of ours; at most 100, newest first' }),
});
