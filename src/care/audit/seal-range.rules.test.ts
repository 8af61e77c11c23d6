import fc from 'fast-check';
import { expect, it } from 'vitest';
import { goesOnFrom, hasOtherNumbers, nextRange, type Range } from './seal-range.rules.ts';

const legacy: Range = { after_id: 3, through_id: 7, from_xid: null, below_xid: null };

it('the first seal takes everything; after one by identities alone, what lies above it', () => {
  const cut = { belowXid: '50', highestId: 9 };
  expect(nextRange(undefined, cut)).toEqual({ after_id: 0, through_id: 9, from_xid: '0', below_xid: '50' });
  expect(nextRange(legacy, cut)).toEqual({ after_id: 7, through_id: 9, from_xid: '0', below_xid: '50' });
});

it('each takes the writers where the one before it ended, whatever identity they have', () => {
  const before = { after_id: 7, through_id: 9, from_xid: '0', below_xid: '50' };
  const cut = { belowXid: '9007199254740993', highestId: 8 };
  expect(nextRange(before, cut)).toEqual({
    after_id: 7,
    through_id: 9,
    from_xid: '50',
    below_xid: '9007199254740993',
  });
});

it('where transactions have lower numbers, one goes by identities', () => {
  const before = { after_id: 7, through_id: 9, from_xid: '0', below_xid: '9007199254740993' };
  expect(hasOtherNumbers([before], '9007199254740992')).toBe(true);
  expect(nextRange(before, { belowXid: '9007199254740992', highestId: 20 })).toEqual({
    after_id: 9,
    through_id: 20,
    from_xid: null,
    below_xid: null,
  });
});

it('every row is in exactly one seal, whenever it is committed and in whatever order identities are drawn', () => {
  const row = fc.record({ id: fc.integer({ min: 1, max: 60 }), writer: fc.integer({ min: 1, max: 60 }) });
  const rows = fc.uniqueArray(row, { selector: ({ id }) => id, maxLength: 30 });
  const cuts = fc.uniqueArray(fc.integer({ min: 1, max: 61 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(rows, cuts, (written, unsorted) => {
      let before: Range | undefined;
      const seals: Range[] = [];
      for (const below of unsorted.toSorted((one, other) => one - other)) {
        // What is seen when a seal is made holds at least all that was written by transactions below its cut.
        const highestId = Math.max(0, ...written.filter(({ writer }) => writer < below).map(({ id }) => id));
        const range = nextRange(before, { belowXid: String(below), highestId });
        expect(goesOnFrom(before, range)).toBe(true);
        seals.push(range);
        before = range;
      }
      const last = Number(before?.below_xid);
      for (const { id, writer } of written) {
        const inside = seals.filter(
          (seal) =>
            id > seal.after_id &&
            id <= seal.through_id &&
            writer >= Number(seal.from_xid) &&
            writer < Number(seal.below_xid),
        );
        expect(inside).toHaveLength(writer < last ? 1 : 0);
      }
    }),
  );
});
