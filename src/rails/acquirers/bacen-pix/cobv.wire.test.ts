import { describe, expect, it } from 'vitest';
import type { ChargeTerms } from '../boleto.ts';
import { invoiceOf } from '../contract/acquirer-harness.contract.ts';
import { readCob } from './bacen-pix.wire.ts';
import { cobvToWire } from './cobv.wire.ts';
import { profileOf } from './profiles.ts';

const NO_TERMS: ChargeTerms = {
  ...{ fine: null, interest: null, discounts: [], payableDaysAfterDue: 0, lastPayableDate: '2026-11-20' },
};
const bodyOf = (terms: Partial<ChargeTerms>, dueDate = '2026-11-20') =>
  cobvToWire(invoiceOf('f'.repeat(32), { amountCents: 15_000, dueDate, terms: { ...NO_TERMS, ...terms } }), 'chave');

describe('what the bank is told', () => {
  it('of a boleto without terms: not payable late', () => {
    expect(bodyOf({})).toEqual({
      calendario: { dataDeVencimento: '2026-11-20', validadeAposVencimento: 0 },
      devedor: { cpf: '52998224725', nome: 'João da Conceição' },
      valor: { original: '150.00' },
      chave: 'chave',
      solicitacaoPagador: 'Pedido 42',
    });
  });

  it('of percents, and of values', () => {
    const percents = bodyOf({
      fine: { percentHundredths: 200 },
      interest: { monthlyPercentHundredths: 100 },
      discounts: [{ until: '2026-11-18', percentHundredths: 550 }],
    });
    expect(percents).toMatchObject({
      valor: {
        multa: { modalidade: 2, valorPerc: '2.00' },
        juros: { modalidade: 3, valorPerc: '1.00' },
        desconto: { modalidade: 2, descontoDataFixa: [{ data: '2026-11-18', valorPerc: '5.50' }] },
      },
    });
    const values = bodyOf({ fine: { amountCents: 300 }, interest: { dailyAmountCents: 5 } });
    expect(values).toMatchObject({
      valor: { multa: { modalidade: 1, valorPerc: '3.00' }, juros: { modalidade: 1, valorPerc: '0.05' } },
    });
  });

  it('of discounts of both kinds: all as values', () => {
    const discounts = [
      { until: '2026-11-16', amountCents: 1_000 },
      { until: '2026-11-18', percentHundredths: 333 },
    ];
    expect(bodyOf({ discounts })).toMatchObject({
      valor: {
        desconto: {
          modalidade: 1,
          descontoDataFixa: [
            { data: '2026-11-16', valorPerc: '10.00' },
            { data: '2026-11-18', valorPerc: '5.00' },
          ],
        },
      },
    });
  });

  it('the days after a due date on which banks rest count from the business day after it', () => {
    // A Sunday; due on the Monday.
    const late = { payableDaysAfterDue: 30, lastPayableDate: '2026-12-23' };
    expect(bodyOf(late, '2026-11-22')).toMatchObject({
      calendario: { dataDeVencimento: '2026-11-22', validadeAposVencimento: 30 },
    });
  });
});

describe('what the bank says of a payment', () => {
  const txid = 'f'.repeat(32);
  const read = (componentesValor?: unknown) => {
    const payment = { endToEndId: `E${'1'.repeat(31)}`, txid, valor: '153.50', horario: '2026-11-25T12:00:00Z' };
    const body = {
      ...{ txid, status: 'CONCLUIDA', valor: { original: '150.00' }, chave: 'chave' },
      calendario: { dataDeVencimento: '2026-11-20' },
      pix: [{ ...payment, ...(componentesValor === undefined ? {} : { componentesValor }) }],
    };
    const profile = profileOf('standard');
    const reading = readCob(body, { txid, pixKeys: ['chave'], profile, provider: 'bank', isDue: true });
    if (!reading.ok) throw new Error(reading.field);
    return reading.value;
  };

  it('in parts', () => {
    const parts = { original: { valor: '150.00' }, multa: { valor: '3.00' }, juros: { valor: '1.00' } };
    expect(read({ ...parts, abatimento: { valor: '0.50' } })).toMatchObject({
      ...{ status: 'PAID', amountCents: 15_350, dueDate: '2026-11-20' },
      received: { paidCents: 15_350, fineCents: 300, interestCents: 100, discountCents: 50, by: 'pix' },
    });
  });

  it.each([undefined, 'tudo', { multa: { valor: 'muito' } }, {}])(
    'without parts, or with %j: the sum counts',
    (parts) => {
      expect(read(parts)).toMatchObject({
        amountCents: 15_350,
        received: { paidCents: 15_350, fineCents: null, interestCents: null, discountCents: null },
      });
    },
  );
});
