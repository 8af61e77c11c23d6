import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../test/support/suite/property-runs.ts';
import { CSV_DIALECTS, csvHead, csvLine } from './csv.rules.ts';

it.each([
  [['Maria', 100, null, ''], 'Maria,100,,'],
  [['Silva, Maria', 'a"b', 'two\nlines'], '"Silva, Maria","a""b","two\nlines"'],
  [['=1+1', '+55', '-1', '@cmd', 'x'], "'=1+1,'+55,'-1,'@cmd,x"],
  [['\tx'], '"\'\tx"'],
  [['=HYPERLINK("http://x","y")'], '"\'=HYPERLINK(""http://x"",""y"")"'],
  [['＝1+1', 'a=b', "'x"], "'＝1+1,a=b,'x"],
  [
    ['Maria;=cmd', 'Maria,+cmd', 'Maria\t@cmd', 'Maria; "=cmd'],
    '"Maria;\'=cmd","Maria,\'+cmd","Maria\t\'@cmd","Maria;\' ""=cmd"',
  ],
  // A number is never a formula, and stays a number.
  [[-100, 0, { cents: -6_005 }], '-100,0,-6005'],
])('%j', (values, line) => {
  expect(csvLine(values)).toBe(`${line}\r\n`);
});

it('for a Brazilian spreadsheet: semicolons, decimal commas, a mark at the start', () => {
  expect(csvHead(['a', 'b'], 'excel-br')).toBe('\uFEFFa;b\r\n');
  const values = ['Silva, Maria', 7, { cents: 123_456 }, { cents: -5 }, { cents: 0 }, null, 'a;b'];
  expect(csvLine(values, 'excel-br')).toBe('"Silva, Maria";7;1234,56;-0,05;0,00;;"a;b"\r\n');
});

/** A parser of one dialect, as forgiving as spreadsheets are: a quote inside a cell is a character of it. */
function parse(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string;
    if (isQuoted && char === '"' && text[at + 1] === '"') {
      cell += '"';
      at++;
    } else if (char === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted;
    else if (isQuoted) cell += char;
    else if (char === separator) {
      row.push(cell);
      cell = '';
    } else if (char === '\n' || char === '\r') {
      if (char === '\r' && text[at + 1] === '\n') at++;
      rows.push([...row, cell]);
      [row, cell] = [[], ''];
    } else cell += char;
  }
  return rows;
}

describe('no cell begins a formula, with whatever separator the file is opened', () => {
  const hostile = fc.array(
    fc.constantFrom('=', '+', '-', '@', '＝', ';', ',', '\t', '\n', '\r', '"', "'", ' ', 'a', '1'),
    {
      maxLength: 12,
    },
  );
  const texts = fc.array(
    hostile.map((parts) => parts.join('')),
    { minLength: 1, maxLength: 4 },
  );

  it.each(CSV_DIALECTS)('written as %s', (dialect) => {
    fc.assert(
      fc.property(texts, (values) => {
        const line = csvLine(values, dialect);
        const cells = [',', ';', '\t'].flatMap((separator) => parse(line, separator).flat());
        expect(cells.filter((cell) => /^"*\s*[=+\-@＝＋－＠]/.test(cell.trim()))).toEqual([]);
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });

  it.each([
    ['rfc4180', ','],
    ['excel-br', ';'],
  ] as const)('%s is read back as it was written by its own parser', (dialect, separator) => {
    const harmless = fc.array(
      fc.string({ maxLength: 10 }).map((text) => `x${text.replaceAll(/[;,\t\r\n=+@-]/g, '_')}`),
      {
        minLength: 1,
        maxLength: 4,
      },
    );
    fc.assert(
      fc.property(harmless, (values) => {
        expect(parse(csvLine(values, dialect), separator)).toEqual([values]);
      }),
    );
  });
});
