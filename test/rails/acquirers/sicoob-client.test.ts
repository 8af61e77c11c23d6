import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ChargeRequest } from '../../../src/rails/acquirers/acquirer.ts';
import { type ChargeTerms, type PostalAddress, REFERENCE_BEGINNING } from '../../../src/rails/acquirers/boleto.ts';
import { checkLines } from '../../../src/rails/acquirers/check-step.rules.ts';
import {
  AMOUNT_CENTS,
  charge,
  invoiceOf,
  unheardOf,
} from '../../../src/rails/acquirers/contract/acquirer-harness.contract.ts';
import { checkSicoob, registerWebhook } from '../../../src/rails/acquirers/sicoob-cobranca/check-sicoob.ts';
import type { SicoobCobrancaClient } from '../../../src/rails/acquirers/sicoob-cobranca/sicoob-cobranca-client.ts';
import { USUAL_BOLETO_HABITS } from '../../../src/rails/fake-bank/boletos/habits.ts';
import type { FakeSicoob } from '../../../src/rails/fake-bank/sicoob/start-fake-sicoob.ts';
import { fieldsOf, objectionsTo } from './bank-fields/hold-against-fields.ts';
import { newReference } from './boleto-bank.ts';
import { sicoobAccess, sicoobClient, startSicoob } from './sicoob-bank.ts';

/** What the contract suite cannot ask of every acquirer: what is special to boletos at Sicoob. */

let bank: FakeSicoob;
let client: SicoobCobrancaClient;

beforeAll(async () => {
  bank = await startSicoob();
  client = sicoobClient(sicoobAccess(bank));
});
afterEach(() => {
  bank.clearFaults();
  bank.forgetReceived();
  Object.assign(bank.habits, USUAL_BOLETO_HABITS);
});
afterAll(async () => {
  await client.close();
  await bank.close();
});

const asked = () => bank.received().flatMap(({ operation }) => (operation === 'token' ? [] : [operation]));
const numberOf = (reference: string) => reference.slice(0, REFERENCE_BEGINNING);
const traitsOf = ({ payer, dueDate }: ChargeRequest) => ({ payerDocument: payer.document, dueDate: dueDate ?? '' });

async function chargeNew(changes: Partial<ChargeRequest> = {}) {
  const result = await charge(client, invoiceOf(newReference(), changes));
  if (result.outcome !== 'accepted') throw new Error(JSON.stringify(result));
  return result.charge;
}

async function found(reference: string, transactionId: string | null = null) {
  const result = await client.query({ ...unheardOf(reference), transactionId });
  if (result.outcome !== 'found') throw new Error(JSON.stringify(result));
  return result.charge;
}

describe('registration', () => {
  test('is done at once, with line, code and what is printed', async () => {
    expect(await chargeNew()).toMatchObject({
      status: 'WAITING_PAYMENT',
      registration: { status: 'REGISTERED' },
      instrument: {
        boleto: { bankCode: '756', beneficiaryCode: '4277 / 0172278', wallet: '1' },
        pixQrCode: expect.stringMatching(/^000201/),
      },
    });
    expect(asked()).toEqual(['register']);
  });

  test('a repeat is asked about by payer and due date, and never sent twice', async () => {
    const order = invoiceOf(newReference());
    bank.fault({ operation: 'register', kind: 'lost', moment: 'after' });
    expect(await charge(client, order)).toMatchObject({ outcome: 'unknown' });
    bank.forgetReceived();
    const repeat = await charge(client, { ...order, isRepeat: true });
    expect(repeat).toMatchObject({ outcome: 'accepted', charge: { reference: order.reference } });
    expect(asked()).toEqual(['list', 'get']);
    expect(bank.control.charges().filter(({ seuNumero }) => seuNumero === numberOf(order.reference))).toHaveLength(1);
  });

  test('one that nothing but its order is known of is found by payer and due date', async () => {
    const order = invoiceOf(newReference());
    const { transactionId } = await chargeNew(order);
    bank.forgetReceived();
    const query = { ...unheardOf(order.reference), invoice: traitsOf(order) };
    expect(await client.query(query)).toMatchObject({ outcome: 'found', charge: { transactionId } });
    expect(asked()).toEqual(['list', 'get']);
    const other = { ...unheardOf(newReference()), invoice: traitsOf(order) };
    expect(await client.query(other)).toEqual({ outcome: 'not_found' });
    bank.habits.hasOddItems = true;
    expect(await client.query(other)).toMatchObject({ outcome: 'unknown', because: 'unreadable' });
  });

  test('a slip without a PIX code stands nevertheless', async () => {
    for (const absentAs of ['left out', 'null'] as const) {
      Object.assign(bank.habits, { hasPix: false, absentAs });
      const charged = await chargeNew();
      expect(charged.instrument).toMatchObject({ pixQrCode: null, boleto: { bankCode: '756' } });
      expect(charged.oddItems).toBeUndefined();
    }
  });

  test('what the bank does not show yet is unknown, and not absent', async () => {
    const charged = await chargeNew();
    bank.habits.readLagMs = 60_000;
    expect(await client.query(charged)).toMatchObject({ outcome: 'unknown', because: 'answered' });
  });
});

describe('money', () => {
  test('what was paid comes from the movements, with charges, discount and the day of credit', async () => {
    const { reference, transactionId } = await chargeNew();
    await bank.control.pay(numberOf(reference), { chargesCents: 321, discountCents: 21, by: 'pix' });
    bank.forgetReceived();
    expect(await found(reference, transactionId)).toMatchObject({
      status: 'PAID',
      amountCents: AMOUNT_CENTS + 300,
      received: {
        paidCents: AMOUNT_CENTS + 300,
        fineCents: null,
        interestCents: null,
        chargesCents: 321,
        discountCents: 21,
        creditOn: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
        by: 'pix',
      },
      endToEndId: transactionId,
    });
    expect(asked()).toEqual(['get', 'ask_movements', 'get_movements', 'download']);
    bank.forgetReceived();
    await found(reference, transactionId);
    expect(asked()).toEqual(['get']);
  });

  test('a fee that the bank has kept is no matter of the payer', async () => {
    const { reference, transactionId } = await chargeNew();
    await bank.control.pay(numberOf(reference), { amountCents: AMOUNT_CENTS - 150 });
    expect(await found(reference, transactionId)).toMatchObject({ amountCents: AMOUNT_CENTS });
    const other = await chargeNew();
    await bank.control.pay(numberOf(other.reference), { amountCents: AMOUNT_CENTS - 151 });
    expect(await found(other.reference, other.transactionId)).toMatchObject({ amountCents: AMOUNT_CENTS - 151 });
  });

  test('while the file is being made, the amount is unknown', async () => {
    const charged = await chargeNew();
    await bank.control.pay(numberOf(charged.reference));
    bank.habits.fileDelayMs = 60_000;
    expect(await client.query(charged)).toMatchObject({ outcome: 'unknown', because: 'answered' });
    bank.habits.fileDelayMs = 0;
    expect(await found(charged.reference, charged.transactionId)).toMatchObject({ status: 'PAID' });
  });

  test('an odd item of a file hides nothing but itself', async () => {
    const from = new Date();
    const charged = await chargeNew();
    await bank.control.pay(numberOf(charged.reference));
    Object.assign(bank.habits, { hasOddItems: true, listed: 'twice', absentAs: 'null' });
    expect(await found(charged.reference, charged.transactionId)).toMatchObject({ status: 'PAID' });
    const page = await client.received?.({ from, to: new Date(), page: 0, isReturnedOnly: false });
    expect(page).toMatchObject({ outcome: 'found', oddItems: [expect.stringMatching(/^movimentacoes\[\]/)] });
  });

  test('what was paid is listed two days at a time, by the beginning of our reference', async () => {
    const { reference } = await chargeNew();
    await bank.control.pay(numberOf(reference));
    const to = new Date();
    const from = new Date(to.getTime() - 3 * 86_400_000);
    const page = (n: number) => client.received?.({ from, to, page: n, isReturnedOnly: false });
    expect(await page(0)).toMatchObject({ outcome: 'found', payments: [], isLast: false });
    const last = await page(1);
    expect(last).toMatchObject({ outcome: 'found', isLast: true });
    if (last?.outcome !== 'found') return;
    const ours = last.payments.find((payment) => payment.reference === numberOf(reference));
    expect(ours).toMatchObject({ amountCents: AMOUNT_CENTS });
  });
});

describe('changes', () => {
  test('a due date that is moved takes the last day with it, both ways', async () => {
    const terms = { fine: { percentHundredths: 200 }, interest: null, discounts: [] };
    const charged = await chargeNew({
      dueDate: '2031-01-08',
      terms: { ...terms, lastPayableDate: '2031-02-07', payableDaysAfterDue: 30 },
    });
    expect(await client.changeDueDate?.(charged, '2031-06-11')).toMatchObject({
      outcome: 'changed',
      charge: { dueDate: '2031-06-11', lastPayableDate: '2031-07-11' },
    });
    expect(await client.changeDueDate?.(charged, '2031-01-08')).toMatchObject({
      outcome: 'changed',
      charge: { dueDate: '2031-01-08', lastPayableDate: '2031-02-07' },
    });
    bank.habits.changeOutcome = 'failed';
    expect(await client.changeDueDate?.(charged, '2031-03-03')).toMatchObject({ outcome: 'refused' });
    bank.fault({ operation: 'change', kind: 'lost' });
    expect(await client.changeDueDate?.(charged, '2031-03-03')).toMatchObject({ outcome: 'unknown' });
  });
});

describe('callbacks', () => {
  const read = (body: string) => client.callback?.read(body);

  test('our own number is found wherever it stands, and without it there is nothing to ask by', () => {
    const beginning = numberOf(newReference());
    const body = { dados: [{ boleto: { seuNumero: beginning } }, { seuNumero: beginning }, { seuNumero: 'x' }] };
    expect(read(JSON.stringify(body))).toEqual({ references: [beginning], oddItems: [] });
    expect(read('{"nossoNumero": 10}')).toEqual({ references: [], oddItems: [] });
  });

  test.each(['', 'null', '7', '<html>'])('%s is no callback', (body) => {
    expect(read(body)).toBeNull();
  });
});

describe('what the bank cannot take', () => {
  const terms: ChargeTerms = {
    fine: null,
    interest: null,
    discounts: [],
    lastPayableDate: '2031-01-30',
    payableDaysAfterDue: 0,
  };
  const problemOf = (changes: Partial<ChargeRequest>) =>
    client.termsProblem?.(invoiceOf(newReference(), { dueDate: '2031-01-30', terms, ...changes }))?.field ?? null;
  const { payer } = invoiceOf('r');
  const without = (part: string) => ({
    payer: { ...payer, address: { ...payer.address, [part]: null } as unknown as PostalAddress },
  });
  const amount = { until: '2031-01-20', amountCents: 100 };
  const percent = { until: '2031-01-25', percentHundredths: 100 };

  test.each<[string | null, Partial<ChargeRequest>]>([
    [null, {}],
    [null, { terms: { ...terms, discounts: [amount, amount, amount] } }],
    ['payment.discounts', { terms: { ...terms, discounts: [amount, amount, amount, amount] } }],
    ['payment.discounts', { terms: { ...terms, discounts: [amount, percent] } }],
    ['customer.address.district', without('district')],
    ['customer.address.state', without('state')],
  ])('%s', (field, changes) => {
    expect(problemOf(changes)).toBe(field);
  });
});

describe('what is sent', () => {
  // A Saturday: fine and interest begin on the Tuesday.
  const due = '2031-02-01';
  const base: ChargeTerms = {
    fine: null,
    interest: null,
    discounts: [],
    lastPayableDate: '2031-03-05',
    payableDaysAfterDue: 30,
  };
  const percents: ChargeTerms = {
    ...base,
    fine: { percentHundredths: 200 },
    interest: { monthlyPercentHundredths: 100 },
    discounts: [
      { until: '2031-01-20', percentHundredths: 1_000 },
      { until: '2031-01-25', percentHundredths: 525 },
    ],
  };
  const amounts: ChargeTerms = {
    ...base,
    fine: { amountCents: 199 },
    interest: { dailyAmountCents: 7 },
    discounts: [{ until: due, amountCents: 1_234 }],
  };
  const sent = () => bank.received().find(({ operation }) => operation === 'register')?.body;

  test('our reference in two fields, and the terms in the words of the bank', async () => {
    const { reference } = await chargeNew({ dueDate: due, terms: percents });
    expect(sent()).toMatchObject({
      seuNumero: reference.slice(0, 18),
      identificacaoBoletoEmpresa: reference.slice(18),
      valor: 123.45,
      dataLimitePagamento: '2031-03-05',
      tipoMulta: 2,
      valorMulta: 2,
      dataMulta: '2031-02-04',
      tipoJurosMora: 2,
      valorJurosMora: 1,
      dataJurosMora: '2031-02-04',
      tipoDesconto: 2,
      dataPrimeiroDesconto: '2031-01-20',
      valorPrimeiroDesconto: 10,
      dataSegundoDesconto: '2031-01-25',
      valorSegundoDesconto: 5.25,
    });
    bank.forgetReceived();
    await chargeNew({ dueDate: due, terms: amounts });
    expect(sent()).toMatchObject({ tipoMulta: 1, valorMulta: 1.99, tipoJurosMora: 1, valorJurosMora: 0.07 });
    expect(sent()).toMatchObject({ tipoDesconto: 1, dataPrimeiroDesconto: due, valorPrimeiroDesconto: 12.34 });
    bank.forgetReceived();
    await chargeNew({ dueDate: due, terms: { ...amounts, lastPayableDate: '2031-02-03', payableDaysAfterDue: 0 } });
    expect(sent()).toMatchObject({ tipoMulta: 0, tipoJurosMora: 3, dataLimitePagamento: '2031-02-03' });
  });

  test('holds against the tables of the documents, field by field', async () => {
    const long = 'Ç'.repeat(150);
    const { payer } = invoiceOf('r');
    const address = { line1: long, line2: long, zipCode: '01310100', city: long, state: 'SP', district: long };
    for (const terms of [percents, amounts, base, null])
      await chargeNew({ dueDate: due, terms, payer: { ...payer, name: long, address } });
    const order = invoiceOf(newReference());
    const known = await chargeNew(order);
    await charge(client, { ...order, isRepeat: true });
    await client.changeDueDate?.(known, '2031-05-05');
    await client.cancel(known);
    await client.query(unheardOf(newReference()));
    const configured = { name: 'sicoob', access: sicoobAccess(bank), callbackSecret: 's' };
    for (const path of ['one', 'two', 'two']) {
      await registerWebhook(configured, `https://127.0.0.1:9/${path}`);
      bank.control.switchWebhookOff();
    }
    await checkLines(checkSicoob(configured, 'https://127.0.0.1:9/'));
    const names = bank.received().map(({ method, path }) => `${method} ${path}`);
    expect(names.filter((name) => name.includes('/webhooks'))).toEqual(
      expect.arrayContaining([expect.stringMatching(/^POST/), expect.stringMatching(/^PATCH .*reativar$/)]),
    );
    expect(objectionsTo(bank.received(), fieldsOf('sicoob'))).toEqual([]);
  });
});

describe('vintem acquirer check', () => {
  test('says what works, and how the webhook stands', async () => {
    const fresh = await startSicoob();
    const configured = { name: 'sicoob', access: sicoobAccess(fresh), callbackSecret: 's' };
    expect(await checkLines(checkSicoob(configured, 'https://pay.example.com/'))).toEqual([
      expect.stringMatching(/^certificate: CN=vintem-test/),
      'token: granted',
      expect.stringMatching(/^scopes: boletos_inclusao /),
      'charges: answered',
      'numbers: free, the next is 10',
      expect.stringMatching(/^warning: no webhook yet/),
    ]);
    fresh.habits.hasNumbers = false;
    expect(await checkLines(checkSicoob(configured, 'https://pay.example.com/'))).toContainEqual(
      expect.stringMatching(/^warning: no number .* is free under this contract/),
    );
    fresh.fault({ operation: 'get_numbers', kind: 'status', status: 403 });
    expect(await checkLines(checkSicoob(configured, 'https://pay.example.com/'))).toContainEqual(
      expect.stringMatching(/^warning: the bank does not say whether numbers are free \(answered 403/),
    );
    await registerWebhook(configured, 'https://127.0.0.1:9/hook');
    expect((await checkLines(checkSicoob(configured, 'https://127.0.0.1:9/'))).at(-1)).toMatch(
      /^webhook: awaits validation/,
    );
    fresh.control.switchWebhookOff();
    expect((await checkLines(checkSicoob(configured, 'https://127.0.0.1:9/'))).at(-1)).toMatch(
      /^warning: .* switched .* off/,
    );
    await fresh.close();
  });
});
