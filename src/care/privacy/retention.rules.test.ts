import { expect, it } from 'vitest';
import { isRemovedDocument, removedDocument } from '../../gateway/customers/removed.rules.ts';
import { isDocumentShape } from '../../ground/brazil/documents.rules.ts';
import { idleSince, keepDocumentUntil } from './retention.rules.ts';

const NEVER = { lastMovedAt: null, lastDisputedAt: null, lastOrderedAt: null };
const NOW = new Date('2027-01-02T12:00:00Z');

it.each([
  ['2026-03-10T12:00:00Z', '2032-01-01'],
  // In São Paulo it is still the last evening of the year.
  ['2027-01-01T02:59:59Z', '2032-01-01'],
  ['2027-01-01T03:00:00Z', '2033-01-01'],
])('the document of whose money moved at %s, or is in dispute since, is kept until %s', (at, until) => {
  const moved = { ...NEVER, lastOrderedAt: new Date(at) };
  expect(keepDocumentUntil({ ...moved, lastMovedAt: new Date(at) }, NOW)).toBe(until);
  expect(keepDocumentUntil({ ...moved, lastDisputedAt: new Date(at) }, NOW)).toBe(until);
});

it('whose money did not move is kept for 180 days after the last order, because it may still come', () => {
  const ordered = { ...NEVER, lastOrderedAt: new Date('2026-12-31T12:00:00Z') };
  expect(keepDocumentUntil(ordered, NOW)).toBe('2027-06-30');
  expect(keepDocumentUntil(ordered, new Date('2027-06-30T12:00:00Z'))).toBeNull();
  // Money that moved long ago, and an order of yesterday.
  const long = { ...ordered, lastMovedAt: new Date('2020-05-01T12:00:00Z') };
  expect(keepDocumentUntil(long, NOW)).toBe('2027-06-30');
  expect(keepDocumentUntil(NEVER, NOW)).toBeNull();
});

it('counts years back, over leap days too', () => {
  expect(idleSince(new Date('2028-02-29T10:00:00Z'), 5).toISOString()).toBe('2023-03-01T10:00:00.000Z');
});

it('puts a document in place that no order can bring', () => {
  expect(isRemovedDocument(removedDocument(12))).toBe(true);
  expect(isDocumentShape(removedDocument(12))).toBe(false);
  expect(isRemovedDocument('52998224725')).toBe(false);
});
