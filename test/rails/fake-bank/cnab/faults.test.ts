import { readdirSync, readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { CnabFaultKind } from '../../../../src/rails/fake-bank/cnab/retorno/faults.ts';
import { bankOfTest } from './bank-of-test.ts';
import { slipOf } from './remessa-builder.ts';
import { readRetorno } from './retorno-reader.ts';

/** What banks do to files, on demand; and what a kill does to a bank. */

const PROFILE = 'bradesco';
const CRLF = '\r\n';

function spoilt(...kinds: CnabFaultKind[]) {
  const test = bankOfTest(PROFILE);
  test.send(slipOf(PROFILE));
  for (const kind of kinds) test.bank.fault({ kind });
  return test;
}

/** The file as it would have been, and as it is. */
function bothOf(...kinds: CnabFaultKind[]): { good: string; bytes: Buffer } {
  const [sound, odd] = [spoilt(), spoilt(...kinds)];
  const [one, other] = [sound.bank.writeRetorno(), odd.bank.writeRetorno()];
  if (!one || !other) throw new Error('both have something to tell');
  expect(odd.bank.faults()).toEqual([]);
  return { good: readFileSync(sound.pathOf(one.name), 'latin1'), bytes: readFileSync(odd.pathOf(other.name)) };
}

it.each([
  ['lf', (good: string) => good.replaceAll(CRLF, '\n')],
  ['no_line_ends', (good: string) => good.replaceAll(CRLF, '')],
  ['ctrl_z', (good: string) => `${good}\u001a`],
  ['bom', (good: string) => `\u00ef\u00bb\u00bf${good}`],
  ['cut', (good: string) => good.replaceAll(/ +\r\n/g, CRLF)],
] as const)('%s', (kind, expected) => {
  const { good, bytes } = bothOf(kind);
  expect(bytes.toString('latin1')).toBe(expected(good));
  expect(bytes.toString('latin1')).not.toBe(good);
});

it('lines without ends are never cut: nobody could tell where they end', () => {
  const { good, bytes } = bothOf('cut', 'no_line_ends');
  expect(bytes.toString('latin1')).toBe(good.replaceAll(CRLF, ''));
});

it('accents, one byte each', () => {
  const { good, bytes } = bothOf('accents');
  expect(bytes.length).toBe(good.length);
  expect(bytes.toString('latin1')).toContain('FULÃNO DÉ TAL');
});

it('blanks where zeros would be, and nowhere else', () => {
  const { good, bytes } = bothOf('blanks');
  const text = bytes.toString('latin1');
  expect(text).not.toBe(good);
  for (const [index, character] of [...good].entries())
    if (text[index] !== character) expect([character, text[index]]).toEqual(['0', ' ']);
  expect(text.split(CRLF)[2]?.slice(0, 17)).toBe(good.split(CRLF)[2]?.slice(0, 17));
});

it('the same file twice, under two names', () => {
  const { bank, pathOf } = spoilt('twice');
  bank.writeRetorno();
  const names = readdirSync(bank.folders.retorno).sort();
  expect(names).toEqual(['bradesco000001-again.ret', 'bradesco000001.ret']);
  const [one, other] = names.map((name) => readFileSync(pathOf(name)));
  expect(one?.equals(other ?? Buffer.alloc(0))).toBe(true);
});

it('the same lines in two files', () => {
  const { bank, close, send } = spoilt('lines_again');
  const first = close();
  send(slipOf(PROFILE, 1));
  const second = close();
  expect([first.fileNumber, second.fileNumber]).toEqual([1, 2]);
  expect(second.told).toMatchObject([first.told[0] ?? {}, { reference: 'pay_01' }]);
  expect(bank.writeRetorno()).toBeNull();
});

it('a gap in its numbers', () => {
  const { close, send } = spoilt('gap');
  expect(close().fileNumber).toBe(2);
  send(slipOf(PROFILE, 1));
  expect(close().fileNumber).toBe(3);
});

it('a file that comes some time later', () => {
  const { bank, setDay, pathOf } = spoilt();
  bank.fault({ kind: 'delayed', delaySeconds: 3_600 });
  const written = bank.writeRetorno();
  expect(written?.fileNumber).toBe(1);
  setDay('2026-11-17', '10:59:59');
  bank.passTime();
  expect(readdirSync(bank.folders.retorno)).toEqual([]);
  setDay('2026-11-17', '11:00:00');
  bank.passTime();
  expect(readRetorno(pathOf(written?.name ?? ''), PROFILE).told).toMatchObject([{ code: '02' }]);
});

it('a file that grows', () => {
  const { bank, pathOf } = spoilt('growing');
  const name = bank.writeRetorno()?.name ?? '';
  const sizes = [0, 1, 2, 3].map(() => {
    const { length } = readFileSync(pathOf(name));
    bank.passTime();
    return length;
  });
  expect(sizes).toEqual([...new Set(sizes)].sort((a, b) => a - b));
  expect(readRetorno(pathOf(name), PROFILE).told).toHaveLength(1);
  expect(readdirSync(bank.folders.outgoing)).toEqual([]);
});

it('a remessa that was accepted and is answered only later', () => {
  const { bank, send, close } = bankOfTest(PROFILE);
  bank.fault({ kind: 'answered_later' });
  expect(send(slipOf(PROFILE, 0))).toMatchObject([{ isTaken: true }]);
  send(slipOf(PROFILE, 1));
  expect(close().told).toMatchObject([{ reference: 'pay_01' }]);
  expect(close().told).toMatchObject([{ reference: 'pay_00' }]);
});

it('also when nothing else was to be told', () => {
  const { bank, send, close } = bankOfTest(PROFILE);
  bank.fault({ kind: 'answered_later' });
  send(slipOf(PROFILE, 0));
  expect(bank.writeRetorno()).toBeNull();
  expect(close()).toMatchObject({ fileNumber: 1, told: [{ reference: 'pay_00' }] });
});

it('a file for a day on which nothing happened, where that is the habit', () => {
  const { close } = bankOfTest(PROFILE, { habits: { writesEmptyFiles: true } });
  expect(close()).toEqual({ fileNumber: 1, told: [] });
});

it('faults wait until they are used or cleared', () => {
  const { bank } = spoilt('lf');
  bank.fault({ kind: 'gap', times: 2 });
  expect(bank.faults()).toMatchObject([{ kind: 'lf' }, { kind: 'gap', times: 2 }]);
  bank.writeRetorno();
  expect(bank.faults()).toMatchObject([{ kind: 'gap', times: 1 }]);
  bank.clearFaults();
  expect(bank.faults()).toEqual([]);
});

it('killed between its journal and its folders, it takes a remessa once', () => {
  const first = bankOfTest(PROFILE);
  first.send(slipOf(PROFILE));
  renameSync(
    path.join(first.bank.folders.taken, 'remessa1.rem'),
    path.join(first.bank.folders.remessa, 'remessa1.rem'),
  );
  const second = first.restart();
  expect(second.bank.takeRemessas()).toMatchObject([{ isTaken: true, fileNumber: 1 }]);
  expect(second.close().told).toHaveLength(1);
});

it('killed before a retorno was delivered, it delivers it; before it was written down, it never was', () => {
  const first = spoilt('delayed');
  const written = first.bank.writeRetorno();
  writeFileSync(path.join(first.bank.folders.outgoing, 'bradesco000002.ret'), 'half');
  const second = first.restart();
  expect(readdirSync(second.bank.folders.outgoing)).toEqual([]);
  expect(readdirSync(second.bank.folders.retorno)).toEqual([written?.name]);
  expect(readRetorno(second.pathOf(written?.name ?? ''), PROFILE).told).toHaveLength(1);
});

it('killed in the middle of a line of its journal, what that line told did not happen', () => {
  const first = spoilt();
  first.bank.pay('pay_00');
  const { journal } = first.bank.folders;
  truncateSync(journal, readFileSync(journal).length - 5);
  const second = first.restart();
  expect(second.bank.title('pay_00')?.status).toBe('OPEN');
  second.bank.pay('pay_00');
  expect(second.restart().bank.title('pay_00')?.status).toBe('PAID');
});

it('a folder belongs to one bank', () => {
  const { directory } = spoilt();
  expect(() => bankOfTest('itau', { directory })).toThrow('belongs to another bank; give itau a folder of its own');
});
