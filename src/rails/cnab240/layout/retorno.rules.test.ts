import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountOf } from '../../../../test/support/cnab240/accounts.ts';
import { type TitleFact, writeRetorno } from '../../../../test/support/cnab240/write-retorno.ts';
import { propertyRuns } from '../../../../test/support/suite/property-runs.ts';
import { addDays } from '../../../ground/brazil/calendar.rules.ts';
import { type Movement, motivesText } from './movement.rules.ts';
import { CNAB_PROFILE_NAMES, type CnabProfileName, cnabProfile } from './profiles.rules.ts';
import { type RetornoSummary, retornoReader } from './retorno.rules.ts';
import { RetornoError } from './retorno-error.rules.ts';

/** Segments T and U of a paid or registered title as banks really fill them; names and numbers are invented. */
const SAMPLES = JSON.parse(
  readFileSync(new URL('../../../../test/support/cnab240/retorno-samples.json', import.meta.url), 'utf8'),
) as Record<string, [string, string]>;

function readBytes(name: CnabProfileName, bytes: Uint8Array, chunk = 65_536) {
  const reader = retornoReader(accountOf(name));
  const movements: Movement[] = [];
  for (let from = 0; from < bytes.length; from += chunk)
    movements.push(...reader.take(bytes.subarray(from, from + chunk)));
  const { movements: last, summary } = reader.end();
  return { movements: [...movements, ...last], summary };
}

function read(name: CnabProfileName, lines: readonly string[]): { movements: Movement[]; summary: RetornoSummary } {
  return readBytes(name, Buffer.from(lines.map((line) => `${line}\r\n`).join(''), 'latin1'));
}

const FACT: TitleFact = {
  ...{ code: '06', sequence: 5, year: 2026, reference: 'pay_01J9', documentNumber: 'PED-000042' },
  ...{
    dueDate: '2026-11-16',
    nominal: 15_000,
    charges: 315,
    discount: 0,
    abatement: 0,
    paid: 15_315,
    credited: 15_315,
  },
  ...{ fee: 170, paidOn: '2026-11-17', creditOn: '2026-11-18', motives: '04' },
};

/** What an order of our own would say; Itaú tells only what it credited. */
const facts = fc
  .record({
    code: fc.constantFrom('02', '06', '09', '28'),
    sequence: fc.integer({ min: 1, max: 99_999 }),
    year: fc.integer({ min: 2026, max: 2034 }),
    reference: fc.stringMatching(/^[a-zA-Z0-9_-]{1,25}$/),
    documentNumber: fc.stringMatching(/^[A-Z][A-Z0-9/-]{0,9}$/),
    dueDate: fc.integer({ min: 0, max: 3_000 }).map((days) => addDays('2026-01-01', days)),
    nominal: fc.integer({ min: 10_000, max: 9_999_999_999 }),
    charges: fc.integer({ min: 0, max: 9_999 }),
    discount: fc.integer({ min: 0, max: 999 }),
    abatement: fc.integer({ min: 0, max: 99 }),
    fee: fc.integer({ min: 0, max: 999 }),
    paidOn: fc.integer({ min: 0, max: 3_000 }).map((days) => addDays('2026-01-01', days)),
    creditOn: fc.constantFrom('', '2026-11-30'),
    motives: fc.constantFrom('', '04', '0408', '0000000000'),
  })
  .map((fact): TitleFact => {
    const paid = fact.code === '06' ? fact.nominal + fact.charges - fact.discount - fact.abatement : 0;
    return { ...fact, paid, credited: paid };
  });
const files = fc.array(fc.array(facts, { minLength: 1, maxLength: 4 }), { maxLength: 3 });

describe.each(CNAB_PROFILE_NAMES)('a retorno of %s', (name) => {
  it('tells exactly what the bank wrote', () => {
    fc.assert(
      fc.property(files, (batches) => {
        const { movements, summary } = read(name, writeRetorno(name, batches));
        const all = batches.flat();
        expect(summary).toEqual({
          ...{ fileNumber: 42, madeOn: '2026-11-17', madeAt: name === 'santander' ? null : '18:30:05' },
          ...{ batches: batches.length, titles: all.length, records: 2 + 2 * batches.length + 2 * all.length },
        });
        expect(movements).toMatchObject(
          all.map((fact) => ({
            code: fact.code,
            sequence: fact.sequence,
            ourNumber: cnabProfile(name).numberOf(accountOf(name), { ...fact, amountCents: 1 }).digits,
            reference: name === 'caixa' ? null : fact.reference,
            documentNumber: fact.documentNumber,
            dueDate: fact.dueDate,
            nominalCents: fact.nominal,
            paidCents: fact.paid,
            creditedCents: fact.credited,
            chargesCents: fact.charges,
            discountCents: fact.discount,
            abatementCents: fact.abatement,
            feeCents: fact.fee,
            paidOn: fact.paidOn,
            creditOn: fact.creditOn || null,
            motives: { '04': ['04'], '0408': ['04', '08'] }[fact.motives] ?? [],
            content: expect.stringMatching(/^.{240}\n.{240}$/),
          })),
        );
      }),
    );
  });

  it('is read the same however it is written and cut into chunks', () => {
    const lines = writeRetorno(name, [[FACT, { ...FACT, sequence: 6 }], [{ ...FACT, code: '02', sequence: 7 }]]);
    const expected = read(name, lines);
    expect(expected.movements).toHaveLength(3);
    const forms: Record<string, Buffer> = {
      'line feeds': Buffer.from(lines.map((line) => `${line}\n`).join(''), 'latin1'),
      'no end of the last line': Buffer.from(lines.join('\r\n'), 'latin1'),
      'no line ends': Buffer.from(lines.join(''), 'latin1'),
      'a line end at the end alone': Buffer.from(`${lines.join('')}\r\n`, 'latin1'),
      'doubled carriage returns': Buffer.from(lines.map((line) => `${line}\r\r\n`).join(''), 'latin1'),
      'a byte order mark and UTF-8': Buffer.from(`\ufeff${lines.join('\n')}`, 'utf8'),
      'UTF-8': Buffer.from(lines.join('\n'), 'utf8'),
      'Ctrl-Z': Buffer.from(`${lines.join('\r\n')}\r\n\x1a`, 'latin1'),
      'Ctrl-Z on the last line': Buffer.from(`${lines.join('\r\n')}\x1a`, 'latin1'),
      'Ctrl-Z without line ends': Buffer.from(`${lines.join('')}\x1a`, 'latin1'),
      'empty lines at the end': Buffer.from(`${lines.join('\n')}\n\n  \n\r\n`, 'latin1'),
      'cut lines': Buffer.from(lines.map((line) => line.trimEnd()).join('\n'), 'latin1'),
    };
    for (const [form, bytes] of Object.entries(forms))
      for (const chunk of [1, 7, 239, 240, 241, 480, 100_000])
        expect(readBytes(name, bytes, chunk), `${form}, by ${chunk}`).toEqual(expected);
  });

  /** Columns of each kind of record where any other figure is a mistake. */
  const strict = (line: string): [number, number][] => {
    const { header, batch, title } = cnabProfile(name).retorno.identities(accountOf(name));
    const own = { '0': header, '1': batch, '3': line.charAt(13) === 'T' ? title : [] }[line.charAt(7)] ?? [];
    const always: [number, number][] = [[1, 3], [8, 8], ...own.map(({ columns }): [number, number] => [...columns])];
    if (line.charAt(7) === '0') return [...always, [143, 143]];
    if (line.charAt(7) === '1') return [...always, [9, 11]];
    if (line.charAt(7) === '3') return [...always, [9, 14], [16, 17]];
    return [...always, line.charAt(7) === '5' ? [18, 23] : [18, 29]];
  };
  const file = writeRetorno(name, [
    [FACT, { ...FACT, sequence: 6, fee: 0 }],
    [{ ...FACT, code: '09', sequence: 7, paid: 0, credited: 0 }],
  ]);
  const changed = (index: number, column: number, text: string) =>
    file.map((line, at) =>
      at === index ? line.slice(0, column - 1) + text + line.slice(column - 1 + text.length) : line,
    );
  const refusal = (lines: readonly string[]): RetornoError => {
    try {
      read(name, lines);
    } catch (error) {
      if (error instanceof RetornoError) return error;
      throw error;
    }
    throw new Error('the file was taken');
  };

  it('is refused when a type, segment, place, count, movement, account or bank is another', () => {
    const wrong: string[] = [];
    for (const [index, line] of file.entries()) {
      for (const [from, to] of strict(line)) {
        for (let column = from; column <= to; column += 1) {
          const found = line.charAt(column - 1);
          if (found === ' ') continue;
          for (const other of ['1', '8', 'V'].filter((each) => each !== found)) {
            const error = refusal(changed(index, column, other));
            const isNamed = /^line \d+, column \d+: \S/.test(error.message);
            const isFoundInTime = error.line > index && error.line <= file.length;
            if (!isNamed || !isFoundInTime) wrong.push(`${index + 1}, ${column}: ${error.message}`);
          }
        }
      }
    }
    // Thousands of expectations would take longer than what they are about.
    expect(wrong).toEqual([]);
  });

  it('is refused when a day does not exist, a number is none, or a check digit is wrong', () => {
    const { due, nominal, fee, number } = cnabProfile(name).retorno.columns;
    for (const [index, columns] of [
      [0, [144]],
      [2, [due[0]]],
      [3, [138, 146]],
    ] as [number, number[]][])
      for (const column of columns)
        for (const day of ['31022026', '00112026', '15132026', '15112O26', '1511 026'])
          expect(refusal(changed(index, column, day))).toMatchObject({ line: index + 1, column });
    expect(refusal(changed(0, 144, '00000000'))).toMatchObject({ line: 1, column: 144 });
    for (const [index, column] of [
      [2, nominal[1]],
      [2, fee[1]],
      [3, 32],
      [3, 47],
      [3, 62],
      [3, 92],
      [3, 107],
    ] as const)
      expect(refusal(changed(index, column, 'x'))).toMatchObject({ line: index + 1, column });
    expect(refusal(changed(0, 163, 'x'))).toMatchObject({ line: 1, column: 163 });
    const text = file[2]?.slice(number[0] - 1, number[1]).trim() ?? '';
    const digitAt = (file[2]?.indexOf(text) ?? 0) + (name === 'sicoob' ? 10 : text.length);
    const wrong = file[2]?.charAt(digitAt - 1) === '3' ? '4' : '3';
    // Some banks write a check digit as X or P: where there is none, these are no digits either.
    for (const letter of ['x', 'X', 'P']) expect(refusal(changed(2, digitAt, letter)).line).toBe(3);
    if (name !== 'bb') expect(refusal(changed(2, digitAt, wrong)).message).toContain('line 3, column');
  });

  it('is refused when it is cut, and when a record is missing, repeated or too long', () => {
    for (const index of file.keys()) {
      const where = { line: expect.any(Number), column: expect.any(Number) };
      expect(refusal(file.slice(0, index))).toMatchObject({ line: index + 1, column: 1 });
      expect(refusal(file.filter((_, at) => at !== index))).toMatchObject(where);
      expect(refusal(file.toSpliced(index, 0, file[index] ?? ''))).toMatchObject(where);
      expect(refusal(file.toSpliced(index, 1, `${file[index]} `))).toMatchObject({ line: index + 1, column: 241 });
      if (index > 0) expect(refusal(file.toSpliced(index, 0, ''))).toMatchObject({ line: index + 1, column: 1 });
    }
    expect(refusal([...file, 'x'])).toMatchObject({ line: file.length + 1, column: 1 });
  });

  it('with any other byte corrupted is refused or read, and never says another title', () => {
    const whole = read(name, file).movements;
    const bytes = Buffer.from(file.map((line) => `${line}\r\n`).join(''), 'latin1');
    const [from, to] = cnabProfile(name).retorno.columns.number;
    fc.assert(
      fc.property(fc.nat({ max: bytes.length - 1 }), fc.nat({ max: 255 }), (position, byte) => {
        const corrupted = Buffer.from(bytes);
        corrupted[position] = byte;
        let movements: Movement[] = [];
        try {
          movements = readBytes(name, corrupted).movements;
        } catch (error) {
          expect(error).toBeInstanceOf(RetornoError);
          return;
        }
        expect(movements).toHaveLength(whole.length);
        const [line, column] = [Math.floor(position / 242) + 1, (position % 242) + 1];
        for (const [index, movement] of movements.entries()) {
          if (movement.line === line && column >= from && column <= to) continue;
          expect(movement.ourNumber).toBe(whole[index]?.ourNumber);
          expect(movement.sequence).toBe(whole[index]?.sequence);
        }
      }),
      { numRuns: propertyRuns(500) },
    );
  });
});

describe('lines as banks fill them', () => {
  const paid = {
    code: '06',
    kind: 'paid' as const,
    paidOn: '2026-11-30',
    creditOn: '2026-12-01',
    dueDate: '2026-11-30',
  };
  const named = { reference: 'pay_01J9', documentNumber: 'PED-000042' };

  it.each<[CnabProfileName, Partial<Movement>]>([
    [
      'bb',
      {
        ...{ ...paid, reference: 'pay_01J9', documentNumber: null, ourNumber: '12345670000000005', sequence: 5 },
        ...{ nominalCents: 40_000, paidCents: 40_000, creditedCents: 39_880, feeCents: 120, motives: ['04'] },
      },
    ],
    [
      'itau',
      {
        ...{ ...paid, ...named, paidOn: '2026-12-01', ourNumber: '00223350', sequence: 223_350 },
        ...{ nominalCents: 60_000, paidCents: 60_000, creditedCents: 59_750, feeCents: 250, motives: [] },
      },
    ],
    [
      'santander',
      {
        ...{ ...paid, ...named, ourNumber: '000000000456', sequence: 456 },
        ...{ nominalCents: 271_716, paidCents: 271_716, creditedCents: 271_716, feeCents: 324, motives: ['04'] },
      },
    ],
    [
      'caixa',
      {
        ...{ ...paid, reference: null, documentNumber: '42', paidOn: '2026-12-01', creditOn: '2026-12-02' },
        ...{ ourNumber: '14000000000000006', sequence: 6, nominalCents: 50_000, paidCents: 50_550 },
        ...{ chargesCents: 550, feeCents: 125, motives: ['02', '01', '01'] },
      },
    ],
    [
      'sicoob',
      {
        ...{ ...paid, ...named, ourNumber: '0000004', sequence: 4, nominalCents: 30_000, paidCents: 30_000 },
        ...{ creditedCents: 30_000, feeCents: 170, motives: ['03'] },
      },
    ],
    [
      'sicredi',
      {
        ...{ ...named, code: '02', kind: 'registered', ourNumber: '26200003', sequence: 3, nominalCents: 40_000 },
        ...{ paidCents: 0, paidOn: '2026-11-16', creditOn: null, motives: ['A4'] },
      },
    ],
    ['btg', { ...paid, ...named, ourNumber: '00000006380', sequence: 6_380, nominalCents: 20_000, paidCents: 20_000 }],
  ])('of %s are read, and hold what they held when that is written again', (name, expected) => {
    const [title, payment] = SAMPLES[name] ?? ['', ''];
    const file = writeRetorno(name, [[{ ...FACT, nominal: expected.nominalCents ?? 0 }]]);
    const { movements } = read(name, [...file.slice(0, 2), title, payment, ...file.slice(4)]);
    expect(movements).toMatchObject([expected]);
    const [movement] = movements as [Movement];
    expect(movement.content).toBe(`${title}\n${payment}`);
    expect(rewritten(name, movement)).toBe(movement.content);
  });
});

/** What was read, put back into the columns that it came from. */
function rewritten(name: CnabProfileName, movement: Movement): string {
  const { columns, tellsOnlyCredit } = cnabProfile(name).retorno;
  const [title = '', payment = ''] = movement.content.split('\n');
  const put = (line: string, [from, to]: readonly [number, number], text: string) =>
    line.slice(0, from - 1) + text.padEnd(to - from + 1).slice(0, to - from + 1) + line.slice(to);
  const cents = (amount: number) => String(amount).padStart(15, '0');
  const day = (date: string | null) => (date === null ? '' : date.split('-').reverse().join(''));
  let first = put(title, columns.document, movement.documentNumber ?? '');
  first = put(first, columns.due, day(movement.dueDate));
  first = put(first, columns.nominal, cents(movement.nominalCents));
  if (columns.reference) first = put(first, columns.reference, movement.reference ?? '');
  first = put(first, columns.fee, cents(movement.feeCents));
  let second = put(payment, [18, 32], cents(movement.chargesCents));
  second = put(second, [33, 47], cents(movement.discountCents));
  second = put(second, [48, 62], cents(movement.abatementCents));
  second = put(second, [78, 92], cents(tellsOnlyCredit ? movement.creditedCents : movement.paidCents));
  second = put(second, [93, 107], cents(movement.creditedCents));
  second = put(second, [138, 145], day(movement.paidOn));
  second = put(second, [146, 153], day(movement.creditOn));
  return `${first}\n${second}`;
}

describe('movements', () => {
  const movementOf = (name: CnabProfileName, fact: Partial<TitleFact>): Movement => {
    const [movement] = read(name, writeRetorno(name, [[{ ...FACT, ...fact }]])).movements;
    if (!movement) throw new Error('no movement');
    return movement;
  };

  it.each<[string, CnabProfileName, Movement['kind']]>([
    ['17', 'bradesco', 'paid_after_write_off'],
    ['17', 'itau', 'instruction_refused'],
    ['08', 'itau', 'paid'],
    ['10', 'itau', 'written_off'],
    ['32', 'itau', 'written_off'],
    ['33', 'itau', 'fee'],
    ['46', 'itau', 'fee'],
    ['46', 'caixa', 'paid'],
    ['44', 'caixa', 'taken_back'],
    ['47', 'caixa', 'taken_back'],
    ['46', 'sicoob', 'information'],
    ['44', 'bb', 'taken_back'],
    ['50', 'bb', 'information'],
    ['44', 'sicoob', 'unknown'],
    ['36', 'sicredi', 'instruction_refused'],
    ['36', 'bradesco', 'unknown'],
    ['93', 'santander', 'information'],
    ['03', 'btg', 'rejected'],
    ['09', 'btg', 'written_off'],
    ['14', 'itau', 'due_date_changed'],
    ['28', 'sicredi', 'fee'],
    ['28', 'itau', 'fee'],
    ['26', 'santander', 'instruction_refused'],
    ['11', 'caixa', 'unknown'],
    ['99', 'bb', 'unknown'],
  ])('%s means at %s: %s', (code, name, kind) => {
    expect(movementOf(name, { code })).toMatchObject({ code, kind });
  });

  it('of a title of somebody else are told without a sequence', () => {
    const file = writeRetorno('bb', [[FACT]]);
    const foreign = file.map((line) => line.replace('12345670000000005', '76543210000000005'));
    expect(read('bb', foreign).movements).toMatchObject([{ ourNumber: '76543210000000005', sequence: null }]);
    const none = file.map((line) => line.replace('12345670000000005', ' '.repeat(17)));
    expect(read('bb', none).movements).toMatchObject([{ ourNumber: null, sequence: null }]);
  });

  it('of Itaú tell what was paid only where that explains what was credited', () => {
    const of = (credited: number) => movementOf('itau', { ...FACT, paid: credited, credited });
    expect(of(15_315)).toMatchObject({ paidCents: 15_315, creditedCents: 15_315 });
    expect(of(15_145)).toMatchObject({ paidCents: 15_315, creditedCents: 15_145, feeCents: 170 });
    expect(of(15_000)).toMatchObject({ paidCents: 15_000, creditedCents: 15_000 });
    expect(of(0)).toMatchObject({ paidCents: 0 });
  });

  it('say in Portuguese why something was refused or written off', () => {
    const told = (name: CnabProfileName, code: string, motives: string) =>
      motivesText(name, movementOf(name, { code, motives }));
    expect(told('bb', '03', '4846')).toBe('CEP inválido; CPF ou CNPJ do pagador inválido');
    expect(told('bb', '03', 'ZZ')).toBe('motivo ZZ');
    expect(told('itau', '03', '4896')).toBe('motivo 48; endereço, nome ou cidade do pagador inválido');
    expect(told('itau', '17', '05')).toBe('vencimento inválido ou igual ao registrado');
    expect(told('itau', '18', '40')).toBe('motivo 40');
    expect(told('sicoob', '09', '12')).toBe('baixado por decurso de prazo');
    expect(told('sicoob', '26', '60')).toBe('movimento para título não cadastrado');
    expect(told('bb', '06', '04')).toBeNull();
    expect(told('bb', '03', '00')).toBeNull();
  });
});

describe('a file', () => {
  const lines = writeRetorno('bradesco', [[FACT]]);
  const put = (index: number, column: number, text: string) =>
    lines.with(
      index,
      (lines[index] ?? '').slice(0, column - 1) + text + (lines[index] ?? '').slice(column - 1 + text.length),
    );

  it('that is a remessa, or empty, is told so', () => {
    expect(() => read('bradesco', put(0, 143, '1'))).toThrow('line 1, column 143: this is a remessa, not a retorno');
    expect(() => read('bradesco', [])).toThrow('line 1, column 1: the file is empty');
    expect(() => read('bradesco', put(1, 10, '22'))).toThrow('line 2, column 10: a batch of billing has 01 here');
    expect(() => read('bradesco', put(2, 14, 'P'))).toThrow('line 3, column 14: segment P has no place in a retorno');
    expect(() => read('bb', lines)).toThrow('line 1, column 1: the bank must be 001');
    expect(() => read('bradesco', put(0, 152, '996000'))).toThrow('line 1, column 152: the time of the file');
  });

  it('that goes on after its trailer is refused, whatever follows', () => {
    const two = writeRetorno('bradesco', [[FACT], [FACT]]);
    const within = two.toSpliced(5, 0, lines[5] ?? '');
    const counted = within.with(-1, (within.at(-1) ?? '').replace('000010', '000011'));
    expect(() => read('bradesco', counted)).toThrow('line 7, column 1: the file goes on after its trailer');
  });

  it('has totals that are right, or none', () => {
    expect(read('bradesco', put(4, 24, '0'.repeat(23))).movements).toHaveLength(1);
    expect(read('bradesco', put(4, 24, ' '.repeat(92))).movements).toHaveLength(1);
    // Some banks add up what was paid; one leaves two columns blank at the end.
    expect(read('bradesco', put(4, 30, '00000000000015315')).movements).toHaveLength(1);
    expect(read('bradesco', put(4, 30, '000000000015000  ')).movements).toHaveLength(1);
    expect(() => read('bradesco', put(4, 24, '000002'))).toThrow('line 5, column 24: there are 1 titles in the batch');
    expect(() => read('bradesco', put(4, 30, '00000000000015001'))).toThrow(
      'line 5, column 30: the titles of the batch',
    );
  });

  it('of Santander may count the records of titles alone', () => {
    const file = writeRetorno('santander', [[FACT]]);
    const counted = (count: string) => file.with(4, (file[4] ?? '').replace('000004', count));
    expect(read('santander', counted('000002')).movements).toHaveLength(1);
    expect(() => read('santander', counted('000003'))).toThrow('line 5, column 18: there are 4 records in the batch');
    expect(() => read('bradesco', put(4, 18, '000002'))).toThrow('line 5, column 18: there are 4 records in the batch');
  });

  it('may hold segments that we do not ask for', () => {
    const more = [
      ...lines.slice(0, 4),
      (lines[2] ?? '').replace('00001T', '00003Y'),
      (lines[4] ?? '').replace('000004', '000005'),
      (lines[5] ?? '').replace('000006', '000007'),
    ];
    expect(read('bradesco', more)).toMatchObject({ movements: [{ sequence: 5 }], summary: { records: 7, titles: 1 } });
  });

  it('shows its header as soon as that was read', () => {
    const reader = retornoReader(accountOf('bradesco'));
    expect(reader.header).toBeNull();
    reader.take(Buffer.from(`${lines[0]}\r\n${lines[1]}\r\n`, 'latin1'));
    expect(reader.header).toEqual({ fileNumber: 42, madeOn: '2026-11-17', madeAt: '18:30:05' });
  });
});
