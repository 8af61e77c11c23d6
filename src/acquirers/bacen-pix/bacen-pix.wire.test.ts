import { describe, expect, it } from 'vitest';
import { readCob, readDevolucao, readListing } from './bacen-pix.wire.ts';
import { PROFILES } from './profiles.ts';

/** Answers as Bacen's document has them, written by hand, and what a bank could do to them. */

const TXID = 'a1b2c3d4e5f60718293a4b5c6d7e8f90';
const AT = '2026-11-15T12:00:00.000Z';

function pixOf(changes: object = {}) {
  return { endToEndId: 'E1234567820261115120000000000000', txid: TXID, valor: '100.00', horario: AT, ...changes };
}

function returnOf(changes: object = {}) {
  const horario = { solicitacao: AT, liquidacao: AT };
  const rtrId = 'D1234567820261115120000000000000';
  return { id: 'd1', rtrId, valor: '30.00', natureza: 'MED_FRAUDE', horario, status: 'DEVOLVIDO', ...changes };
}

function cobOf(changes: object = {}) {
  return {
    calendario: { criacao: AT, expiracao: 1_800 },
    txid: TXID,
    revisao: 0,
    status: 'CONCLUIDA',
    valor: { original: '100.00' },
    chave: 'loja@example.com',
    pixCopiaECola: '000201…',
    pix: [pixOf()],
    ...changes,
  };
}

const read = (body: unknown) =>
  readCob(body, {
    txid: TXID,
    pixKeys: ['antiga@example.com', 'loja@example.com'],
    profile: PROFILES.standard,
    provider: 'bank',
  });

describe('a charge', () => {
  it('is read', () => {
    expect(read(cobOf({ chave: 'antiga@example.com' }))).not.toBeNull();
    expect(read(cobOf())).toMatchObject({ status: 'PAID', amountCents: 10_000, paidAt: new Date(AT) });
  });

  it.each([
    ['another charge', { txid: `${TXID}x` }],
    ['another key', { chave: 'outra@example.com' }],
    [
      'a payment of another charge',
      { pix: [pixOf(), pixOf({ endToEndId: `E${'2'.repeat(31)}`, txid: 'b'.repeat(32) })] },
    ],
    ['an amount that is none', { valor: { original: '1e2' } }],
    ['a day that is none', { pix: [pixOf({ horario: '2026-13-45T99:99:99Z' })] }],
    ['a day of its creation that is none', { calendario: { criacao: '2026-02-99T00:00:00Z' } }],
    ['a state that nobody knows', { status: 'PAGA' }],
  ])('is not believed: %s', (_, changes) => {
    expect(read(cobOf(changes))).toBeNull();
  });

  it('what is listed twice was received once, and given back once', () => {
    const pix = pixOf({ devolucoes: [returnOf(), returnOf()] });
    expect(read(cobOf({ pix: [pix, pix] }))).toMatchObject({
      amountCents: 10_000,
      refundedAmountCents: 3_000,
      medReturns: [{ amountCents: 3_000 }],
    });
  });

  it('a return is one with and without the id that banks know it by, and two under two such ids', () => {
    const { rtrId, ...unnamed } = returnOf();
    const other = returnOf({ rtrId: 'D2222222220261115120000000000000' });
    const taken = read(cobOf({ pix: [pixOf({ devolucoes: [unnamed, returnOf(), unnamed, other] })] }));
    expect(taken).toMatchObject({ refundedAmountCents: 6_000, medReturns: [{ id: rtrId }, { id: other.rtrId }] });
    const firstId = `${pixOf().endToEndId}-d1`;
    expect(taken?.medReturns).toMatchObject([{ firstId }, { firstId }]);
    expect(read(cobOf({ pix: [pixOf({ devolucoes: [unnamed] })] }))?.medReturns).toMatchObject([
      { id: firstId, firstId, endToEndId: pixOf().endToEndId },
    ]);
  });

  it('payments are told apart, each with what was given back of it', () => {
    const second = pixOf({
      endToEndId: `E${'2'.repeat(31)}`,
      horario: '2026-11-15T13:00:00Z',
      devolucoes: [returnOf()],
    });
    expect(read(cobOf({ pix: [second, pixOf()] }))?.payments).toEqual([
      { endToEndId: pixOf().endToEndId, amountCents: 10_000, refundedAmountCents: 0 },
      { endToEndId: second.endToEndId, amountCents: 10_000, refundedAmountCents: 3_000 },
    ]);
  });
});

describe('a return', () => {
  it.each([
    ['of another id', { id: 'd2' }],
    ['at a time that is none', { horario: { liquidacao: '2026-11-15T24:61:00Z' } }],
    ['of an amount that is none', { valor: '-1.00' }],
  ])('is not believed %s', (_, changes) => {
    expect(readDevolucao(returnOf(), 'd1')).toMatchObject({ status: 'REFUNDED', amountCents: 3_000 });
    expect(readDevolucao(returnOf(changes), 'd1')).toBeNull();
  });
});

it('one payment with a longer id, as in an example of the standard, does not hide a page', () => {
  const longer = pixOf({ endToEndId: 'E12345678202009091221ghijk78901234' });
  expect(readListing({ pix: [pixOf(), longer] })?.payments).toHaveLength(2);
});
