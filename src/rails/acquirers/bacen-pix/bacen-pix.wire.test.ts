import { describe, expect, it } from 'vitest';
import { parseForeignJson } from '../foreign-json.ts';
import { readCallback, readCob, readDevolucao, readListing } from './bacen-pix.wire.ts';
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

/** As it comes from the wire. */
const wired = (body: unknown) => parseForeignJson(JSON.stringify(body));

const read = (body: unknown) =>
  readCob(wired(body), {
    txid: TXID,
    pixKeys: ['antiga@example.com', 'loja@example.com'],
    profile: PROFILES.standard,
    provider: 'bank',
  });

const chargeOf = (body: unknown) => {
  const reading = read(body);
  return reading.ok ? reading.value : null;
};

describe('a charge', () => {
  it('is read', () => {
    expect(read(cobOf({ chave: 'antiga@example.com' })).ok).toBe(true);
    const value = { status: 'PAID', amountCents: 10_000, paidAt: new Date(AT) };
    expect(read(cobOf())).toMatchObject({ ok: true, value });
    expect(read(cobOf())).not.toHaveProperty('value.oddItems');
  });

  it.each([
    ['another charge', { txid: `${TXID}x` }, 'txid'],
    ['another key', { chave: 'outra@example.com' }, 'chave'],
    ['an amount that is none', { valor: { original: '1e2' } }, 'valor.original'],
    ['a day of its creation that is none', { calendario: { criacao: '2026-02-99T00:00:00Z' } }, 'calendario.criacao'],
    ['a state that nobody knows', { status: 'PAGA' }, 'status'],
    ['no amount', { valor: null }, 'valor'],
    ['payments that are no list', { pix: 'muitos' }, 'pix'],
  ])('is not believed: %s', (_, changes, field) => {
    expect(read(cobOf(changes))).toEqual({ ok: false, field });
  });

  it('what is listed twice was received once, and given back once', () => {
    const pix = pixOf({ devolucoes: [returnOf(), returnOf()] });
    expect(read(cobOf({ pix: [pix, pix] }))).toMatchObject({
      value: { amountCents: 10_000, refundedAmountCents: 3_000, medReturns: [{ amountCents: 3_000 }] },
    });
  });

  it('a return is one with and without the id that banks know it by, and two under two such ids', () => {
    const { rtrId, ...unnamed } = returnOf();
    const other = returnOf({ rtrId: 'D2222222220261115120000000000000' });
    const taken = chargeOf(cobOf({ pix: [pixOf({ devolucoes: [unnamed, returnOf(), unnamed, other] })] }));
    expect(taken).toMatchObject({ refundedAmountCents: 6_000, medReturns: [{ id: rtrId }, { id: other.rtrId }] });
    const firstId = `${pixOf().endToEndId}-d1`;
    expect(taken?.medReturns).toMatchObject([{ firstId }, { firstId }]);
    expect(chargeOf(cobOf({ pix: [pixOf({ devolucoes: [unnamed] })] }))?.medReturns).toMatchObject([
      { id: firstId, firstId, endToEndId: pixOf().endToEndId },
    ]);
  });

  it('payments are told apart, each with what was given back of it', () => {
    const second = pixOf({
      endToEndId: `E${'2'.repeat(31)}`,
      horario: '2026-11-15T13:00:00Z',
      devolucoes: [returnOf()],
    });
    expect(chargeOf(cobOf({ pix: [second, pixOf()] }))?.payments).toEqual([
      { endToEndId: pixOf().endToEndId, amountCents: 10_000, refundedAmountCents: 0 },
      { endToEndId: second.endToEndId, amountCents: 10_000, refundedAmountCents: 3_000 },
    ]);
  });
});

describe('null is absent', () => {
  it('in every member that may be left out', () => {
    const nothing = {
      devedor: null,
      calendario: null,
      brcode: null,
      solicitacaoPagador: null,
      pix: [null, pixOf({ txid: null, pagador: null, devolucoes: null, infoPagador: null })],
    };
    expect(read(cobOf(nothing))).toEqual(read(cobOf({ calendario: undefined, pix: [pixOf({ txid: undefined })] })));
    const returns = [null, returnOf({ rtrId: null, natureza: null, horario: null, motivo: null })];
    expect(read(cobOf({ pix: [pixOf({ devolucoes: returns })] }))).toMatchObject({
      value: { amountCents: 10_000, refundedAmountCents: 3_000 },
    });
    const bare = { pagador: { cpf: null, cnpj: null, nome: null }, devolucoes: [returnOf({ horario: {} })] };
    expect(read(cobOf({ pix: [pixOf(bare)] }))).toMatchObject({ ok: true, value: { payer: null } });
  });

  it('whichever members are null, what must be there alone makes it unreadable', () => {
    const required = new Set(['txid', 'status', 'valor', 'chave']);
    for (const name of Object.keys(cobOf())) expect(read(cobOf({ [name]: null })).ok, name).toBe(!required.has(name));
    for (const name of Object.keys(returnOf())) {
      const isRequired = ['id', 'valor', 'status'].includes(name);
      const reading = readDevolucao(wired(returnOf({ [name]: null })), 'd1');
      expect(reading, name).toMatchObject(isRequired ? { ok: false, field: name } : { ok: true });
    }
  });

  it('in lists and callbacks', () => {
    expect(readListing(wired({ parametros: null, pix: null }))).toMatchObject({
      ok: true,
      value: { payments: [], pages: null, count: 0 },
    });
    expect(readListing(wired({ parametros: { paginacao: null }, pix: [pixOf({ devolucoes: null })] }))).toMatchObject({
      value: { payments: [{ refundedAmountCents: 0 }], oddItems: [] },
    });
    expect(readCallback(JSON.stringify({ pix: [null, { txid: null }, pixOf({ devolucoes: null })] }))).toEqual({
      references: [TXID],
      oddItems: [],
    });
  });
});

describe('an odd item is left out alone, and named without what it holds', () => {
  const secret = 'maria@example.com';
  const odd = pixOf({ endToEndId: `E${'2'.repeat(31)}`, valor: secret });

  it.each([
    ['an amount that is none', odd, 'pix[].valor'],
    [
      'a day that is none',
      pixOf({ endToEndId: `E${'2'.repeat(31)}`, horario: '2026-13-45T99:99:99Z' }),
      'pix[].horario',
    ],
    ['nothing of a payment', secret, 'pix[]'],
    ['another charge', pixOf({ endToEndId: `E${'2'.repeat(31)}`, txid: 'b'.repeat(32) }), 'pix[].txid'],
    ['a return of a state that nobody knows', null, 'pix[].devolucoes[].status'],
  ])('of a charge: %s', (_, item, field) => {
    const good = item === null ? pixOf({ devolucoes: [returnOf({ status: secret, id: 'd2' }), returnOf()] }) : pixOf();
    const reading = read(cobOf({ pix: [item, good] }));
    expect(reading).toMatchObject({ value: { status: 'PAID', amountCents: 10_000, oddItems: [field] } });
    expect(JSON.stringify(reading)).not.toContain(secret);
  });

  it('the only payment of a charge: it is not paid as far as we know, and is named', () => {
    expect(read(cobOf({ pix: [odd] }))).toMatchObject({
      value: { status: 'WAITING_CONFIRMATION', oddItems: ['pix[].valor'] },
    });
  });

  it('of a page and of a callback', () => {
    expect(readListing(wired({ pix: [odd, 7, pixOf()] }))).toMatchObject({
      value: { payments: [{ reference: TXID }], count: 3, oddItems: ['pix[].valor', 'pix[]'] },
    });
    expect(readCallback(JSON.stringify({ pix: ['?', { txid: 7 }, pixOf()] }))).toEqual({
      references: [TXID],
      oddItems: ['pix[]', 'pix[].txid'],
    });
  });
});

describe('a return', () => {
  it.each([
    ['of another id', { id: 'd2' }, 'id'],
    ['at a time that is none', { horario: { liquidacao: '2026-11-15T24:61:00Z' } }, 'horario.liquidacao'],
    ['of an amount that is none', { valor: '-1.00' }, 'valor'],
  ])('is not believed %s', (_, changes, field) => {
    expect(readDevolucao(returnOf(), 'd1')).toMatchObject({ value: { status: 'REFUNDED', amountCents: 3_000 } });
    expect(readDevolucao(returnOf(changes), 'd1')).toEqual({ ok: false, field });
  });
});

it('one payment with a longer id, as in an example of the standard, does not hide a page', () => {
  const longer = pixOf({ endToEndId: 'E12345678202009091221ghijk78901234' });
  expect(readListing({ pix: [pixOf(), longer] })).toMatchObject({ value: { payments: [{}, {}], oddItems: [] } });
});
