import { describe, expect, it } from 'vitest';
import { PROFILE_NAMES, type ProfileName } from '../../../../src/rails/fake-bank/cnab/account.rules.ts';
import { bankOfTest } from './bank-of-test.ts';
import { slipOf } from './remessa-builder.ts';

/** A title's whole life at each of the eight banks. All days are around its due date, Monday 30 November 2026. */

/** Nosso número as T shows it, of the first title. */
const NUMBER_IN_T: Record<ProfileName, string> = {
  bb: '12345670000000005',
  bradesco: '00900000519200016481',
  itau: '109002233502',
  santander: '0000000004561',
  caixa: '0140000000000000065',
  sicoob: '000000004001014',
  sicredi: '192000102',
  btg: '00000000000000063804',
};

/** What differs from bank to bank: codes, motives, and what a payment of R$ 150,00 credits. */
const DIFFERENCES: Record<
  ProfileName,
  {
    repeated: string;
    cents: string;
    zip: string;
    unknownWriteOff: [code: string, motive: string];
    paidDueDate: [code: string, motive: string];
    paid: { paid: number; credited: number; fee: number };
  }
> = {
  bb: {
    ...{ repeated: '09', cents: '20', zip: '48', unknownWriteOff: ['26', '60'], paidDueDate: ['26', '85'] },
    paid: { paid: 15_000, credited: 14_880, fee: 120 },
  },
  bradesco: {
    ...{ repeated: '09', cents: '20', zip: '48', unknownWriteOff: ['26', '60'], paidDueDate: ['26', '85'] },
    paid: { paid: 15_000, credited: 15_000, fee: 190 },
  },
  itau: {
    ...{ repeated: '14', cents: '07', zip: '11', unknownWriteOff: ['15', '21'], paidDueDate: ['17', '22'] },
    paid: { paid: 14_750, credited: 14_750, fee: 250 },
  },
  santander: {
    ...{ repeated: '09', cents: '20', zip: '48', unknownWriteOff: ['26', '60'], paidDueDate: ['26', '85'] },
    paid: { paid: 15_000, credited: 15_000, fee: 324 },
  },
  caixa: {
    ...{ repeated: '09', cents: '20', zip: '48', unknownWriteOff: ['26', '60'], paidDueDate: ['26', '85'] },
    paid: { paid: 15_000, credited: 15_000, fee: 125 },
  },
  sicoob: {
    ...{ repeated: '09', cents: '20', zip: '48', unknownWriteOff: ['26', '60'], paidDueDate: ['26', '85'] },
    paid: { paid: 15_000, credited: 15_000, fee: 170 },
  },
  sicredi: {
    ...{ repeated: '09', cents: '20', zip: '48', unknownWriteOff: ['36', '60'], paidDueDate: ['26', '85'] },
    paid: { paid: 15_000, credited: 15_000, fee: 0 },
  },
  btg: {
    ...{ repeated: '09', cents: '20', zip: '48', unknownWriteOff: ['26', '60'], paidDueDate: ['26', '85'] },
    paid: { paid: 15_000, credited: 15_000, fee: 0 },
  },
};

/** Zeros before or after a motive are how some banks fill the field. */
const motiveOf = (motives: string) => motives.match(/../g)?.find((motive) => motive !== '00') ?? '00';

describe.each(PROFILE_NAMES)('%s', (profile) => {
  const expected = DIFFERENCES[profile];

  it('registers what it was sent, and names it as it was named', () => {
    const { send, close } = bankOfTest(profile);
    expect(send(slipOf(profile, 0), slipOf(profile, 1))).toMatchObject([{ isTaken: true, fileNumber: 1, orders: 2 }]);
    const { fileNumber, told } = close();
    expect([fileNumber, told.length]).toEqual([1, 2]);
    expect(told[0]).toMatchObject({
      ...{ code: '02', number: NUMBER_IN_T[profile], reference: slipOf(profile).reference, dueDate: '30112026' },
      ...{ nominal: 15_000, paid: 0, credited: 0, fee: 0, day: '17112026' },
    });
    expect(['', '00000000']).toContain(told[0]?.creditDay);
  });

  it('rejects a number that it has, an amount that ends in 99 cents, and a payer without a zip code', () => {
    const { send, close, bank } = bankOfTest(profile);
    send(slipOf(profile, 0));
    close();
    send(slipOf(profile, 0), slipOf(profile, 1, { amountCents: 10_099 }), slipOf(profile, 2, { zip: '00000000' }));
    const { told } = close();
    expect(told.map(({ code, motives }) => [code, motiveOf(motives)])).toEqual([
      ['03', expected.repeated],
      ['03', expected.cents],
      ['03', expected.zip],
    ]);
    expect(told[1]).toMatchObject({ reference: slipOf(profile, 1).reference, nominal: 10_099 });
    expect(bank.titles()).toHaveLength(1);
  });

  it('rejects a number whose digit is wrong, where it has one', () => {
    const { send, close } = bankOfTest(profile);
    const { number } = slipOf(profile);
    const wrong = number.replace(/.$/, (digit) => (digit === '3' ? '7' : '3'));
    send(slipOf(profile, 0, { number: wrong }));
    const hasDigit = !['bb', 'caixa'].includes(profile);
    expect(close().told.map(({ code }) => code)).toEqual([hasDigit ? '03' : '02']);
  });

  it('is paid on the due date', () => {
    const { send, close, bank, setDay } = bankOfTest(profile);
    send(slipOf(profile));
    close();
    setDay('2026-11-30');
    bank.pay(slipOf(profile).reference);
    const { told } = close();
    expect(told[0]).toMatchObject({
      ...{ code: '06', number: NUMBER_IN_T[profile], ...expected.paid, charges: 0, discount: 0 },
      ...{ day: '30112026', creditDay: '01122026' },
    });
    // Sicredi tells what it costs in a line of its own.
    expect(told.slice(1)).toMatchObject(profile === 'sicredi' ? [{ code: '28', fee: 150, paid: 0 }] : []);
  });

  it('is paid late with fine and interest, and early with a discount, to the cent', () => {
    const { send, close, bank, setDay } = bankOfTest(profile, { habits: { feeCents: 0 } });
    const interest = profile === 'itau' ? (['0', '01122026', 5] as const) : (['2', '01122026', 100] as const);
    const discount = profile === 'itau' ? (['0', '20112026', 500] as const) : (['1', '20112026', 500] as const);
    const terms = { interest, discount, fine: ['2', '01122026', 200] as const };
    send(slipOf(profile, 0, terms), slipOf(profile, 1, terms), slipOf(profile, 2, terms));
    close();
    // 20 November is a holiday, and the 23rd the next day on which banks work.
    setDay('2026-11-23');
    bank.pay(slipOf(profile, 0).reference);
    setDay('2026-12-03');
    bank.pay(slipOf(profile, 1).reference);
    bank.pay(slipOf(profile, 2).reference, { amountCents: 14_000 });
    expect(close().told.filter(({ code }) => code === '06')).toMatchObject([
      { paid: 14_500, credited: 14_500, charges: 0, discount: 500, day: '23112026' },
      { paid: 15_315, credited: 15_315, charges: 315, discount: 0, day: '03122026' },
      { paid: 14_000, credited: 14_000, charges: 0, discount: 0 },
    ]);
  });

  it('writes off and takes a new due date, and does neither for what it does not have or was paid for', () => {
    const { send, close, bank } = bankOfTest(profile);
    const { reference } = slipOf(profile, 2);
    send(slipOf(profile, 0), slipOf(profile, 2));
    close();
    const hasPayer = profile === 'caixa';
    send(slipOf(profile, 0, { movement: '06', dueDate: '15122026', hasPayer }));
    expect(close().told).toMatchObject([{ code: '14', dueDate: '15122026' }]);
    bank.pay(reference);
    close();
    send(
      slipOf(profile, 0, { movement: '02', hasPayer }),
      slipOf(profile, 1, { movement: '02', hasPayer }),
      slipOf(profile, 2, { movement: '06', dueDate: '15122026', hasPayer }),
    );
    const { told } = close();
    expect(told.map(({ code, motives }) => [code, motiveOf(motives)])).toEqual([
      ['09', '10'],
      expected.unknownWriteOff,
      expected.paidDueDate,
    ]);
    expect(bank.titles().map(({ status }) => status)).toEqual(['WRITTEN_OFF', 'PAID']);
  });

  it('is paid after it was written off, in the way of this bank', () => {
    const { send, close, bank } = bankOfTest(profile);
    const { reference } = slipOf(profile);
    send(slipOf(profile));
    bank.writeOff(reference);
    expect(() => bank.pay(reference)).toThrow('was written off');
    bank.payAfterWriteOff(reference);
    const codes = close().told.map(({ code }) => code);
    expect(codes.slice(0, 3)).toEqual(['02', '09', profile === 'itau' ? '06' : '17']);
  });

  it('goes on where it was killed', () => {
    const first = bankOfTest(profile);
    first.send(slipOf(profile, 0), slipOf(profile, 1));
    first.close();
    first.bank.pay(slipOf(profile, 1).reference);
    const second = first.restart();
    expect(second.bank.titles()).toEqual(first.bank.titles());
    expect(second.send(slipOf(profile, 0))).toMatchObject([{ isTaken: true, fileNumber: 2 }]);
    const { fileNumber, told } = second.close();
    expect(fileNumber).toBe(2);
    expect(told.map(({ code }) => code).filter((code) => code !== '28')).toEqual(['06', '03']);
  });
});
