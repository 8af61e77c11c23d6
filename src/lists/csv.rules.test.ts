import { expect, it } from 'vitest';
import { csvLine } from './csv.rules.ts';

it.each([
  [['Maria', 100, null, ''], 'Maria,100,,'],
  [['Silva, Maria', 'a"b', 'two\nlines'], '"Silva, Maria","a""b","two\nlines"'],
  [['=1+1', '+55', '-1', '@cmd', '\tx'], "'=1+1,'+55,'-1,'@cmd,'\tx"],
  [['=HYPERLINK("http://x","y")'], '"\'=HYPERLINK(""http://x"",""y"")"'],
  [['＝1+1', 'a=b', "'x"], "'＝1+1,a=b,'x"],
  // A number is never a formula, and stays a number.
  [[-100, 0], '-100,0'],
])('%j', (values, line) => {
  expect(csvLine(values)).toBe(`${line}\r\n`);
});
