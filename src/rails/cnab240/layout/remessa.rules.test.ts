import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountOf } from '../../../../test/support/cnab240/accounts.ts';
import { type ReadTerm, type ReadTitle, readRemessa } from '../../../../test/support/cnab240/read-remessa.ts';
import { TITLE, titlesOf, WORDS } from '../../../../test/support/cnab240/titles.ts';
import { addDays, daysBetween, rollToBusinessDay } from '../../../ground/brazil/calendar.rules.ts';
import { CNAB_PROFILE_NAMES, type CnabProfileName } from './profiles.rules.ts';
import { encodeLine, MAX_RECORDS_OF_BATCH, remessaLines } from './remessa.rules.ts';
import { remessaProblem } from './remessa-problem.rules.ts';
import type { Discount, RemessaTitle } from './title.rules.ts';

const MADE_AT = { date: '2026-11-17', time: '18:30:05' };

function linesOf(name: CnabProfileName, titles: Iterable<RemessaTitle>): string[] {
  return [...remessaLines(accountOf(name), { fileNumber: 7, madeAt: MADE_AT, titles })].map((line) => {
    if (typeof line === 'string') return line;
    throw new RangeError(line.why);
  });
}

const columns = (line: string | undefined, from: number, to: number) => line?.slice(from - 1, to);

/** What a bank should read of a title, told apart from the code that writes it. */
function expectedOf(name: CnabProfileName, title: RemessaTitle): ReadTitle {
  const isEntry = title.movement === 'entry';
  const documentNumber = title.documentNumber.slice(0, { itau: 10, caixa: 11 }[name as string] ?? 15);
  const words = (text: string) => text.split(' ').map((word) => WORDS[word]);
  const written = (text: string, width: number) => words(text).join(' ').slice(0, width).trimEnd();
  const days = daysBetween(title.dueDate, title.lastPayableDate);
  const discounts = discountsOf(name, title);
  return {
    movement: { entry: '01', write_off: '02', new_due_date: '06' }[title.movement],
    sequence: title.sequence,
    year: name === 'sicredi' ? title.year : null,
    reference: name === 'caixa' ? documentNumber : title.reference,
    documentNumber,
    dueDate: title.dueDate,
    issuedOn: title.issuedOn,
    amountCents: title.amountCents,
    interest: interestOf(name, title),
    discounts: isEntry ? discounts : discounts.slice(0, 1),
    fine: isEntry ? fineOf(name, title, discounts.length) : { code: '0', date: '', value: 0 },
    writeOff:
      {
        bb: '0000',
        sicoob: '0   ',
        sicredi: '1060',
        itau: `1${String(Math.max(days, 1)).padStart(2, '0')}0`,
        caixa: `1${String(days).padStart(3, '0')}`,
      }[name as string] ?? `1${String(Math.max(days, 1)).padStart(3, '0')}`,
    payer:
      isEntry || name === 'caixa'
        ? {
            type: title.payer.document.length === 14 ? '2' : '1',
            document: title.payer.document.padStart(15, '0'),
            name: written(title.payer.name, { bb: 37, itau: 30 }[name as string] ?? 40),
            address: written(title.payer.address, 40),
            zip: title.payer.zipCode,
            city: written(title.payer.city, 15),
            uf: title.payer.state,
          }
        : null,
  };
}

function interestOf(name: CnabProfileName, { interest, dueDate, amountCents }: RemessaTitle): ReadTerm {
  const date = name === 'santander' ? dueDate : addDays(rollToBusinessDay(dueDate), 1);
  if (interest === null) return { code: ['itau', 'sicoob'].includes(name) ? '0' : '3', date: '', value: 0 };
  if ('dailyAmountCents' in interest)
    return { code: name === 'itau' ? '0' : '1', date, value: interest.dailyAmountCents };
  const percent = interest.monthlyPercentHundredths;
  if (name !== 'itau') return { code: '2', date, value: percent };
  return { code: '0', date, value: Number((BigInt(amountCents) * BigInt(percent)) / 300_000n) };
}

function fineOf(name: CnabProfileName, { fine, dueDate }: RemessaTitle, discounts: number): ReadTerm {
  if (fine === null) return { code: '0', date: '', value: 0 };
  const date = ['santander', 'sicredi'].includes(name) ? dueDate : addDays(rollToBusinessDay(dueDate), 1);
  expect(discounts).toBeLessThanOrEqual(3);
  if ('amountCents' in fine) return { code: '1', date, value: fine.amountCents };
  return { code: '2', date, value: fine.percentHundredths };
}

function discountsOf(name: CnabProfileName, { discounts, amountCents }: RemessaTitle): ReadTerm[] {
  const isPercent = name !== 'itau' && discounts.every((discount) => 'percentHundredths' in discount);
  const cents = (discount: Discount) =>
    'amountCents' in discount
      ? discount.amountCents
      : Number((BigInt(amountCents) * BigInt(discount.percentHundredths) + 5_000n) / 10_000n);
  return discounts.map((discount, index) => ({
    code: isPercent ? '2' : name === 'itau' && index === 0 ? '0' : '1',
    date: discount.until,
    value: isPercent && 'percentHundredths' in discount ? discount.percentHundredths : cents(discount),
  }));
}

describe.each(CNAB_PROFILE_NAMES)('a remessa to %s', (name) => {
  it('tells the bank exactly these titles, in records of 240 columns of ASCII', () => {
    fc.assert(
      fc.property(fc.array(titlesOf(name), { maxLength: 6 }), (titles) => {
        const lines = linesOf(name, titles);
        for (const line of lines) expect(line).toMatch(/^[\x20-\x7e]{240}$/);
        for (const title of titles) expect(remessaProblem(accountOf(name), title)).toBeNull();
        expect(readRemessa(name, lines)).toEqual(titles.map((title) => expectedOf(name, title)));
      }),
    );
  });

  it('has the file number, the day and the account at its head', () => {
    const [header, batch] = linesOf(name, [{ ...TITLE, movement: 'entry' }]);
    expect(columns(header, 143, 151)).toBe('117112026');
    expect(columns(header, 152, 157)).toBe(name === 'santander' ? '      ' : '183005');
    expect(columns(header, 158, 163)).toBe('000007');
    expect(columns(header, 73, 102)).toBe('PADARIA SAO JOAO LTDA         ');
    expect(columns(batch, 9, 11)).toBe('R01');
    expect(columns(batch, 74, 103)).toBe('PADARIA SAO JOAO LTDA         ');
    expect(columns(batch, 184, 199)).toBe('0000000717112026');
  });
});

describe('a remessa', () => {
  const entry: RemessaTitle = { ...TITLE, movement: 'entry' };

  it.each<[CnabProfileName, string, string]>([
    ['bb', '001234567001417019  012343000000123456', '7'],
    ['bradesco', '00000000000004567890012343000000123456', '1'],
    ['itau', '                    01234 000000056789', '0'],
    ['santander', '123400001234567                       ', '5'],
    ['caixa', '00000000000000000000018254123456000000', '1'],
    ['sicoob', '                    042773000000006498', '1'],
    ['sicredi', '                    00156 000000085305', '1'],
    ['btg', '0063757660493104305300050 000000388685', '1'],
  ])('to %s names the account as the bank wants it', (name, account, wallet) => {
    const [header, , title] = linesOf(name, [entry]);
    expect(columns(header, 33, 70)).toBe(account);
    expect(columns(title, 58, 58)).toBe(wallet);
  });

  it('to Itaú and Santander has the account of a title in columns of its own', () => {
    expect(columns(linesOf('itau', [entry])[2], 18, 62)).toBe('01234 000000056789 7109000000051        00000');
    expect(columns(linesOf('santander', [entry])[2], 18, 62)).toBe('1234501234567890000000000  0000000000051511  ');
    expect(columns(linesOf('santander', [entry])[2], 221, 240)).toBe(`300103000${' '.repeat(11)}`);
  });

  it('without titles is a header and a trailer', () => {
    expect(linesOf('bb', []).map((line) => columns(line, 8, 29))).toEqual([
      expect.stringMatching(/^0/),
      '9         000000000002',
    ]);
  });

  it('has R only with a fine or a second discount, and no payer with an instruction but at Caixa', () => {
    const segments = (name: CnabProfileName, title: Partial<RemessaTitle>) =>
      linesOf(name, [{ ...entry, ...title }])
        .map((line) => columns(line, 14, 14))
        .slice(2, -2)
        .join('');
    const discount = { until: '2026-11-20', amountCents: 100 };
    expect(segments('bradesco', {})).toBe('PQ');
    expect(segments('bradesco', { interest: { dailyAmountCents: 5 }, discounts: [discount] })).toBe('PQ');
    expect(segments('bradesco', { fine: { percentHundredths: 200 } })).toBe('PQR');
    expect(segments('bradesco', { discounts: [discount, { until: '2026-11-25', amountCents: 50 }] })).toBe('PQR');
    expect(segments('bradesco', { movement: 'write_off', fine: { percentHundredths: 200 } })).toBe('P');
    expect(segments('caixa', { movement: 'new_due_date' })).toBe('PQ');
  });

  it('begins another batch before the places of one run out', () => {
    const titles = [1, 2, 3, 4, 5].map((sequence) => ({ ...entry, sequence }));
    const lines = [...remessaLines(accountOf('bb'), { fileNumber: 1, madeAt: MADE_AT, titles, recordsOfBatch: 5 })].map(
      String,
    );
    expect(lines.map((line) => line.charAt(7)).join('')).toBe('013333513333513359');
    const trailers = lines.filter((line) => line.charAt(7) === '5');
    expect(trailers.map((line) => columns(line, 18, 23))).toEqual(['000006', '000006', '000004']);
    expect(columns(lines.at(-1) ?? '', 18, 29)).toBe('000003000018');
    // Five digits hold the last place, and no other.
    expect(String(MAX_RECORDS_OF_BATCH)).toBe('9'.repeat(5));
  });

  it('is written with CR LF', () => {
    const [header = ''] = linesOf('bb', []);
    expect(encodeLine(header)).toHaveLength(242);
    expect(encodeLine(header).subarray(240)).toEqual(Buffer.of(13, 10));
  });

  it('never writes what has no room', () => {
    expect(() => linesOf('bb', [{ ...entry, reference: 'x'.repeat(26) }])).toThrow(RangeError);
    expect(() => linesOf('sicredi', [{ ...entry, sequence: 100_000 }])).toThrow(RangeError);
    const account = { ...accountOf('itau'), wallet: '112' };
    const lines = [...remessaLines(account, { fileNumber: 1, madeAt: MADE_AT, titles: [entry] })];
    expect(lines[1]).toEqual({ why: 'wallet 112 cannot be registered at itau' });
  });

  it('leaves a title out that has no room, and counts the others alone', () => {
    const long = { ...entry, reference: 'x'.repeat(26) };
    const lines = [...remessaLines(accountOf('bb'), { fileNumber: 1, madeAt: MADE_AT, titles: [long, entry, long] })];
    const written = lines.filter((line) => typeof line === 'string');
    expect(lines.length - written.length).toBe(2);
    expect(written.map((line) => columns(line, 8, 14))).toEqual(
      linesOf('bb', [entry]).map((line) => columns(line, 8, 14)),
    );
    expect(columns(written.at(-1), 18, 29)).toBe('000001000006');
  });
});
