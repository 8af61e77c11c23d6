import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { centsOfReais } from '../../src/ground/money/reais.ts';
import { type Filter, readFilters } from '../../web/ui/lists/filters.ts';
import { nameOfPeriod, PERIOD_NAMES, periodOf } from '../../web/ui/lists/periods.ts';
import { queryOfView, queryToSave } from '../../web/ui/lists/view-query.ts';
import { parseQuery, stringifyQuery, withChanges } from '../../web/ui/page/address.ts';
import { centsOfText, textOfCents } from '../../web/ui/values/money-text.ts';

const cents = fc.integer({ min: 0, max: 9_999_999_999 });

describe('the field for money', () => {
  it.each([
    ['33,34', 3_334],
    ['1.234,56', 123_456],
    ['1234,56', 123_456],
    ['1234.56', 123_456],
    ['1,234.56', 123_456],
    ['R$ 10', 1_000],
    ['r$10,5', 1_050],
    ['1.234', 123_400],
    ['1.5', 150],
    ['12.345.678,90', 1_234_567_890],
    ['0,01', 1],
    ['', null],
    ['-1', null],
    ['1,234,56', null],
    ['1.23.456', null],
    ['10,005', null],
    ['10 reais', null],
    ['1e3', null],
  ])('reads %s', (text, expected) => {
    expect(centsOfText(text)).toBe(expected);
  });

  it('reads what it writes', () => {
    fc.assert(fc.property(cents, (amount) => centsOfText(textOfCents(amount)) === amount));
  });

  it('gives the interface reais that it reads back as the same cents', () => {
    fc.assert(fc.property(cents, (amount) => amount === 0 || centsOfReais(amount / 100) === amount));
  });
});

const FILTERS: readonly Filter[] = [
  {
    kind: 'choices',
    key: 'status',
    label: 'Status',
    options: ['1', '2', '3'].map((value) => ({ value, label: value })),
  },
  { kind: 'choice', key: 'type', label: 'Type', options: ['pix', 'invoice'].map((value) => ({ value, label: value })) },
  { kind: 'period', key: 'created', label: 'Created', start: 'createdAtStart', end: 'createdAtEnd' },
  { kind: 'amount', key: 'amount', label: 'Amount', start: 'amountStart', end: 'amountEnd' },
];

describe('the address is the state', () => {
  it('is read back as it was written, names with several values included', () => {
    const text = fc.string({ minLength: 1 });
    const query = fc.dictionary(fc.stringMatching(/^[a-z_]{1,8}$/), fc.oneof(text, fc.array(text, { minLength: 2 })));
    fc.assert(
      fc.property(query, (values) => {
        expect(parseQuery(stringifyQuery(values))).toEqual({ ...values });
      }),
    );
  });

  it('is the query string of the interface', () => {
    expect(stringifyQuery({ status: ['1', '2'], type: 'pix' })).toBe('?status=1&status=2&type=pix');
  });

  it('leaves out what makes no sense, and says so', () => {
    const { values, ignored } = readFilters(
      FILTERS,
      parseQuery('status=2&status=9&type=cash&amountStart=x&createdAtEnd=2026-11-15'),
    );
    expect(values).toEqual({ status: ['2'], createdAtEnd: ['2026-11-15'] });
    expect(ignored).toEqual(['status', 'type', 'amountStart']);
  });

  it('changes without touching the rest', () => {
    expect(withChanges({ a: '1', b: '2' }, { b: null, c: ['3', '4'] })).toEqual({ a: '1', c: ['3', '4'] });
  });
});

describe('saved views', () => {
  const at = Date.parse('2026-11-15T12:00:00Z');
  const later = Date.parse('2026-12-20T12:00:00Z');

  it.each(PERIOD_NAMES)('keep the period "%s" by its name', (name) => {
    const { start, end } = periodOf(name, at);
    const saved = queryToSave({ status: '2', createdAtStart: start, createdAtEnd: end, page: '3' }, FILTERS, at);
    const then = periodOf(nameOfPeriod({ start, end }, at) ?? name, later);
    expect(queryOfView(saved, {}, FILTERS, later)).toEqual({
      status: '2',
      createdAtStart: then.start,
      createdAtEnd: then.end,
    });
  });

  it('keep days that have no name as they are', () => {
    const query = { createdAtStart: '2026-01-02', createdAtEnd: '2026-01-05' };
    expect(queryOfView(queryToSave(query, FILTERS, at), {}, FILTERS, later)).toEqual(query);
  });

  it('without a period leave the one on the screen', () => {
    const current = { createdAtStart: '2026-11-01', status: '1' };
    expect(queryOfView('status=2', current, FILTERS, at)).toEqual({ createdAtStart: '2026-11-01', status: '2' });
  });
});
