// What a run tells: a goal that was missed, or that nobody looked at, must never read as met.
import { expect, test } from 'vitest';

const { chartOf, markdownOf, notMeasured, row, tableOf } = await import(
  new URL('../../bench/support/report.mjs', import.meta.url).href
);

const rows = [
  row({ measure: 'orders ÷ SQL', ours: 1900, reference: 2000, unit: '/s', figure: 0.95, goal: { atLeast: 0.95 } }),
  row({ measure: 'p99', figure: 18.456, figureUnit: 'ms', goal: { atMost: 15 }, note: 'at 500 orders/s' }),
  row({ measure: 'told only', figure: 1.2 }),
];

test('a goal is met at its bound and missed beyond it, upwards and downwards', () => {
  const met = (figure: number | null, goal: object) => row({ measure: 'm', figure, goal }).met;
  expect([met(0.95, { atLeast: 0.95 }), met(0.949, { atLeast: 0.95 })]).toEqual([true, false]);
  expect([met(15, { atMost: 15 }), met(15.1, { atMost: 15 })]).toEqual([true, false]);
});

test('what was not measured is not met, and what has no goal is neither', () => {
  expect(row({ measure: 'm', figure: null, goal: { atMost: 15 } }).met).toBe(false);
  expect(row({ measure: 'm', figure: Number.NaN, goal: { atMost: 15 } }).met).toBe(false);
  expect(notMeasured('m', 'it hung')).toMatchObject({ met: false, note: 'NOT MEASURED: it hung' });
  expect(row({ measure: 'm', figure: 1 }).met).toBeNull();
});

test('the table has a line for each measure, columns in line, and notes below', () => {
  expect(tableOf(rows)).toBe(
    [
      'measure           ours  reference     ratio     goal  met',
      '------------  --------  ---------  --------  -------  ---',
      'orders ÷ SQL  1,900 /s   2,000 /s      0.95   ≥ 0.95  yes',
      'p99                  –          –  18.46 ms  ≤ 15 ms  NO',
      'told only            –          –      1.20        –  –',
      '  p99: at 500 orders/s',
    ].join('\n'),
  );
});

test('the same rows as Markdown', () => {
  const text = markdownOf([...rows, row({ measure: 'a | b', figure: 1 })]);
  expect(text).toContain('| orders ÷ SQL | 1,900 /s | 2,000 /s | 0.95 | ≥ 0.95 | yes |');
  expect(text).toContain('| a \\| b |');
  expect(text).toContain('- p99: at 500 orders/s');
});

test('the chart has a bar for each goal, the longer the better, and escapes what it is told', () => {
  const chart: string = chartOf(rows, 'a <b> & "c"');
  const widths = [...chart.matchAll(/height="15" fill="(#\w+)"/g)];
  expect(widths).toHaveLength(2);
  expect(widths[0]?.[1]).not.toBe(widths[1]?.[1]);
  expect(chart).toContain('a &lt;b&gt; &amp; &quot;c&quot;');
  const barOf = (figure: number | null, goal: object) =>
    Number(/width="([\d.]+)" height="15"/.exec(chartOf([row({ measure: 'm', figure, goal })], 't'))?.[1]);
  expect(barOf(30, { atMost: 15 })).toBeCloseTo(75);
  expect(barOf(15, { atMost: 15 })).toBeCloseTo(150);
  expect(barOf(0.5, { atLeast: 0.5 })).toBeCloseTo(150);
  expect(barOf(99, { atLeast: 0.5 })).toBeCloseTo(300);
  expect(barOf(null, { atLeast: 0.5 })).toBe(2);
});
