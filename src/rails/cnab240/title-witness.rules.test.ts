import { describe, expect, it } from 'vitest';
import type { Movement } from './layout/movement.rules.ts';
import type { StoredTitle } from './stored-title.rules.ts';
import { isAboutAnother, referenceInFile } from './title-witness.rules.ts';

const REFERENCE = '00aa11bb22cc33dd44ee55ff66778899';
const TITLE = { reference: REFERENCE, document_number: '42', amount_cents: 15_000 } as StoredTitle;
const told = (reference: string | null, documentNumber: string | null, nominalCents = 15_000) =>
  isAboutAnother(TITLE, { reference, documentNumber, nominalCents } as Movement);

describe('a line about the title of its number', () => {
  it.each([
    ['by reference and document', referenceInFile(REFERENCE), '42', 15_000],
    ['by its reference in capitals', '00AA11BB22CC33DD44EE55FF6', null, 15_000],
    ['by its reference, cut', '00aa11bb22', null, 15_000],
    ['by its document with zeros, whatever became of the reference', 'x', '0000042', 15_000],
    ['by its reference, whatever became of the document', referenceInFile(REFERENCE), '4X', 15_000],
    ['by its value, where nothing else is told', null, null, 15_000],
    ['by its number alone, where not even a value is told', null, null, 0],
    ['by its reference, at another value', referenceInFile(REFERENCE), null, 9_999],
  ])('%s', (_, reference, document, nominalCents) => expect(told(reference, document, nominalCents)).toBe(false));
});

describe('a line about another title', () => {
  it.each([
    ['another reference', '00aa11bb22cc33dd44ee55ff7', null, 15_000],
    ['too little of a reference', '00aa', null, 15_000],
    ['another document', null, '43', 15_000],
    ['both', '00aa11bb22cc33dd44ee55ff7', '43', 15_000],
    ['another value, where nothing else is told', null, null, 15_001],
  ])('%s', (_, reference, document, nominalCents) => expect(told(reference, document, nominalCents)).toBe(true));
});
