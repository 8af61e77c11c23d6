import { expect, it } from 'vitest';
import { isDocumentShape } from '../brazil/documents.rules.ts';
import { isRemovedDocument, removedDocument } from '../customers/removed.rules.ts';
import { idleSince, keepDocumentUntil } from './retention.rules.ts';

it.each([
  ['2026-03-10T12:00:00Z', '2032-01-01'],
  // In São Paulo it is still the last evening of the year.
  ['2027-01-01T02:59:59Z', '2032-01-01'],
  ['2027-01-01T03:00:00Z', '2033-01-01'],
])('the document of who paid at %s is kept until %s', (movedAt, until) => {
  expect(keepDocumentUntil(new Date(movedAt))).toBe(until);
});

it('keeps nothing of somebody who never paid', () => {
  expect(keepDocumentUntil(null)).toBeNull();
});

it('counts years back, over leap days too', () => {
  expect(idleSince(new Date('2028-02-29T10:00:00Z'), 5).toISOString()).toBe('2023-03-01T10:00:00.000Z');
});

it('puts a document in place that no order can bring', () => {
  expect(isRemovedDocument(removedDocument(12))).toBe(true);
  expect(isDocumentShape(removedDocument(12))).toBe(false);
  expect(isRemovedDocument('52998224725')).toBe(false);
});
