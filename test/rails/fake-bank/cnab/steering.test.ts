import { expect, it } from 'vitest';
import type { ProfileName } from '../../../../src/rails/fake-bank/cnab/account.rules.ts';
import { bankOfTest } from './bank-of-test.ts';
import { remessaLines, slipOf } from './remessa-builder.ts';

/** What payers and the bank's staff do. */

function withTitle(profile: ProfileName = 'bradesco', changes: Parameters<typeof slipOf>[2] = {}) {
  const test = bankOfTest(profile);
  test.send(slipOf(profile, 0, changes));
  test.close();
  return { ...test, key: slipOf(profile).reference };
}

it('finds a title by its number with and without digit, and by what the customer calls it', () => {
  const { bank } = withTitle('itau');
  for (const key of ['00223350', '002233502', '00223350-2', 'pay_00']) expect(bank.title(key)?.number).toBe('00223350');
  expect(bank.title('00223350-3')).toBeUndefined();
  expect(() => bank.pay('nothing')).toThrow('no such title: nothing');
});

it('is paid once, unless somebody insists', () => {
  const { bank, close, key } = withTitle();
  bank.pay(key);
  expect(() => bank.pay(key)).toThrow('is paid already');
  bank.pay(key, { isForced: true, amountCents: 20_000 });
  expect(close().told).toMatchObject([
    { code: '06', paid: 15_000 },
    { code: '06', paid: 20_000, charges: 5_000 },
  ]);
});

it('is paid on its day when that comes, with what is due then', () => {
  const { bank, close, key, setDay } = withTitle('bradesco', { fine: ['1', '00000000', 250] });
  bank.pay(key, { day: '2026-12-02' });
  expect(bank.writeRetorno()).toBeNull();
  setDay('2026-12-04');
  expect(close().told).toMatchObject([{ code: '06', paid: 15_250, day: '02122026', creditDay: '03122026' }]);
});

it('every payer pays on the due date where that is the habit', () => {
  const { bank, close, setDay } = withTitle();
  bank.habits.paysOnDueDate = true;
  setDay('2026-11-30');
  bank.passTime();
  expect(close().told).toMatchObject([{ code: '06', day: '30112026' }]);
});

it('is written off when its time is over, and not a day before', () => {
  const { bank, close, setDay } = withTitle('bradesco', { writeOffDays: 10 });
  setDay('2026-12-10', '23:59:59');
  expect(bank.writeRetorno()).toBeNull();
  setDay('2026-12-11', '00:00:00');
  expect(close().told).toMatchObject([{ code: '09', motives: '13', day: '11122026' }]);
});

it.each([
  ['bb', '44'],
  ['santander', '94'],
  ['caixa', '44'],
] as const)('%s takes money back by code %s', (profile, code) => {
  const { bank, close, key } = withTitle(profile);
  expect(() => bank.takeBack(key)).toThrow('was not paid');
  bank.pay(key);
  close();
  bank.takeBack(key);
  expect(close().told).toMatchObject([{ code, paid: 15_000 }]);
  expect(bank.title(key)?.status).toBe('OPEN');
});

it('Caixa tells payments online apart, also when they are taken back; others cannot do either', () => {
  const { bank, close, key } = withTitle('caixa');
  bank.pay(key, { isOnline: true });
  bank.takeBack(key);
  expect(close().told.map(({ code }) => code)).toEqual(['46', '47']);
  const other = withTitle('sicoob');
  expect(() => other.bank.pay(other.key, { isOnline: true })).toThrow('does not tell payments online apart');
  other.bank.pay(other.key);
  expect(() => other.bank.takeBack(other.key)).toThrow('sicoob has no code for money that is taken back');
});

it.each([
  ['bradesco', '28'],
  ['itau', '26'],
] as const)('%s charges a fee by code %s', (profile, code) => {
  const { bank, close, key } = withTitle(profile);
  bank.chargeFee(key, 777);
  expect(close().told).toMatchObject([{ code, fee: 777, paid: 0 }]);
});

it('fees are taken as the habit says', () => {
  const { bank, close, key } = withTitle('bradesco');
  Object.assign(bank.habits, { feeTaken: 'from the credit', feeCents: 300 });
  bank.pay(key);
  expect(close().told).toMatchObject([{ paid: 15_000, credited: 14_700, fee: 300 }]);
  Object.assign(bank.habits, { feeTaken: 'in a line of its own' });
  bank.pay(key, { isForced: true });
  expect(close().told).toMatchObject([
    { paid: 15_000, credited: 15_000, fee: 0 },
    { code: '28', paid: 0, fee: 300 },
  ]);
});

it('says what no paper knows, and tells of titles that nobody sent', () => {
  const { bank, close, key } = withTitle('bradesco');
  bank.say(key, { code: '98', motives: ['ZZ'] });
  bank.addStranger({ number: '00000000777', digit: '1', amountCents: 4_200 });
  expect(close().told).toMatchObject([
    { code: '98', motives: 'ZZ', reference: 'pay_00' },
    { code: '06', number: '00900000000000007771', paid: 4_200, reference: '' },
  ]);
  expect(() => bank.say(key, { code: 'XYZ' })).toThrow('a code has two figures');
  expect(() => bank.addStranger({ number: '1'.repeat(12), amountCents: 1 })).toThrow('bradesco has no such number');
  expect(() => bank.pay(key, { day: '2026-02-30' })).toThrow('not a day: 2026-02-30');
});

it('a discount of R counts, and of two the larger one', () => {
  const { bank, close, key } = withTitle('bradesco', {
    discount: ['2', '19112026', 1_000],
    discount2: ['1', '25112026', 700],
  });
  bank.pay(key, { day: '2026-11-17' });
  expect(close().told).toMatchObject([{ paid: 13_500, discount: 1_500 }]);
});

it.each([
  ['interestCode', { interest: ['4', '01122026', 100] }, '26'],
  ['no interest', { interest: ['2', '01122026', 0] }, '27'],
  ['interest from the due date', { interest: ['2', '30112026', 100] }, '27'],
  ['discountCode', { discount: ['3', '20112026', 100] }, '28'],
  ['a discount of everything', { discount: ['1', '20112026', 15_000] }, '29'],
  ['fineCode', { fine: ['9', '00000000', 100] }, '57'],
  ['a fine of nothing', { fine: ['2', '00000000', 0] }, '59'],
  ['a payer who does not exist', { payerDocument: '52998224724' }, '46'],
  ['due before it was issued', { dueDate: '16112026' }, '17'],
  ['no due date', { dueDate: '00000000' }, '16'],
  ['no amount', { amountCents: 0 }, '20'],
] as const)('rejects %s', (_what, changes, motive) => {
  const { send, close, bank } = bankOfTest('bradesco');
  send(slipOf('bradesco', 0, changes));
  expect(close().told).toMatchObject([{ code: '03', motives: motive }]);
  expect(bank.titles()).toEqual([]);
});

it('refuses what it does not do, and a due date that has passed', () => {
  const { send, close, key, bank } = withTitle('bradesco');
  send(slipOf('bradesco', 0, { movement: '09' }), slipOf('bradesco', 0, { movement: '06', dueDate: '16112026' }));
  expect(close().told.map(({ code, motives }) => [code, motives])).toEqual([
    ['26', '05'],
    ['26', '16'],
  ]);
  expect(bank.title(key)).toMatchObject({ status: 'OPEN', dueDate: '2026-11-30' });
});

it.each([
  ['bradesco', 'another branch', 3, 18, '09999', '07'],
  ['bradesco', 'another account', 3, 24, '000000999999', '07'],
  ['bradesco', 'another wallet', 3, 38, '004', '10'],
  ['bradesco', 'a wallet that nobody knows', 3, 58, '8', '10'],
  ['bb', 'the wallet by its printed name', 3, 58, '1', '10'],
  ['sicoob', 'another modality', 3, 50, '02', '10'],
  ['itau', 'another wallet', 3, 38, '110', '22'],
  ['bradesco', 'no species', 3, 107, '00', '21'],
  ['bradesco', 'no acceptance', 3, 109, 'X', '23'],
  ['bradesco', 'no day of issue', 3, 110, '00000000', '24'],
  ['bradesco', 'dollars', 3, 228, '02', '44'],
  ['bradesco', 'an abatement of everything', 3, 181, '000000000015000', '34'],
  ['bradesco', 'no name', 4, 34, ' '.repeat(40), '45'],
  ['bradesco', 'no address', 4, 74, ' '.repeat(40), '47'],
  ['bradesco', 'no state', 4, 152, 'XX', '52'],
  ['caixa', 'a reference of its own', 3, 196, 'pay_01', '08'],
  ['caixa', 'a protest that it does not do', 3, 221, '2', '37'],
  ['caixa', 'no word about the write-off', 3, 224, '3', '42'],
] as const)('%s rejects %s', (profile, _what, line, column, text, motive) => {
  const { put, bank, close } = bankOfTest(profile);
  const lines = remessaLines(profile, 1, [slipOf(profile)]).map((old, index) =>
    index === line - 1 ? old.slice(0, column - 1) + text + old.slice(column - 1 + text.length) : old,
  );
  put('changed.rem', lines.map((each) => `${each}\r\n`).join(''));
  expect(bank.takeRemessas()).toMatchObject([{ isTaken: true }]);
  const [told] = close().told;
  expect(told?.code).toBe('03');
  expect(told?.motives).toContain(motive);
});

it('an instruction about another account is refused', () => {
  const { put, bank, close } = withTitle('bradesco');
  const lines = remessaLines('bradesco', 2, [slipOf('bradesco', 0, { movement: '02' })]);
  const changed = lines.map((line) => (line[13] === 'P' ? `${line.slice(0, 17)}09999${line.slice(22)}` : line));
  put('other.rem', changed.map((each) => `${each}\r\n`).join(''));
  bank.takeRemessas();
  expect(close().told).toMatchObject([{ code: '26', motives: '07' }]);
});

it('two entries of one number in one file: the second is rejected', () => {
  const { send, close } = bankOfTest('bradesco');
  send(slipOf('bradesco'), slipOf('bradesco'), slipOf('bradesco', 0, { movement: '02' }));
  expect(close().told.map(({ code }) => code)).toEqual(['02', '03', '09']);
});

it('fine and interest go by a new due date, also where that is an earlier one', () => {
  const terms = { fine: ['1', '01122026', 250], interest: ['1', '01122026', 10] } as const;
  const { bank, send, close, key, setDay } = withTitle('bradesco', terms);
  send(slipOf('bradesco', 0, { movement: '06', dueDate: '23112026' }));
  close();
  setDay('2026-11-26');
  bank.pay(key);
  expect(close().told).toMatchObject([{ paid: 15_280, charges: 280 }]);
});
