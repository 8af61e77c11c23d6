import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ChargeAtAcquirer, ChargeRequest } from '../../../src/rails/acquirers/acquirer.ts';
import { shortReferenceOf } from '../../../src/rails/acquirers/bank-boletos/short-reference.rules.ts';
import { type ChargeTerms, type PostalAddress, REFERENCE_BEGINNING } from '../../../src/rails/acquirers/boleto.ts';
import { checkLines } from '../../../src/rails/acquirers/check-step.rules.ts';
import {
  AMOUNT_CENTS,
  charge,
  invoiceOf,
  unheardOf,
} from '../../../src/rails/acquirers/contract/acquirer-harness.contract.ts';
import { checkInter, registerWebhook } from '../../../src/rails/acquirers/inter-cobranca/check-inter.ts';
import type { InterCobrancaClient } from '../../../src/rails/acquirers/inter-cobranca/inter-cobranca-client.ts';
import { USUAL_BOLETO_HABITS } from '../../../src/rails/fake-bank/boletos/habits.ts';
import type { FakeInter } from '../../../src/rails/fake-bank/inter/start-fake-inter.ts';
import { fieldsOf, objectionsTo } from './bank-fields/hold-against-fields.ts';
import { newReference } from './boleto-bank.ts';
import { interAccess, interClient, startInter } from './inter-bank.ts';

/** What the contract suite cannot ask of every acquirer: what is special to boletos at Inter. */

let bank: FakeInter;
let client: InterCobrancaClient;

beforeAll(async () => {
  bank = await startInter();
  client = interClient(interAccess(bank));
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
const numberOf = (reference: string) => shortReferenceOf(reference) ?? '';

/** The bank lists by days, and its clock may be minutes ahead of ours: just before midnight it has tomorrow. */
const DAY_MS = 86_400_000;
const aroundNow = () => ({ from: new Date(Date.now() - DAY_MS), to: new Date(Date.now() + DAY_MS) });

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
  test('a slip that is issued within some seconds comes with its line and its code', async () => {
    bank.habits.registrationDelayMs = 60;
    expect(await chargeNew()).toMatchObject({
      status: 'WAITING_PAYMENT',
      registration: { status: 'REGISTERED' },
      instrument: { boleto: { bankCode: '077' }, pixQrCode: expect.stringMatching(/^000201/) },
    });
  });

  test('one that takes longer is accepted without a line, which follows', async () => {
    bank.habits.registrationDelayMs = 60_000;
    const waiting = await chargeNew();
    expect(waiting).toMatchObject({
      status: 'WAITING_CONFIRMATION',
      registration: { status: 'WAITING', reason: null },
      instrument: { boleto: null, pixQrCode: null },
      transactionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(asked()).toEqual(['register', 'get', 'get', 'get', 'get']);
    bank.advance(61_000);
    expect(await found(waiting.reference, waiting.transactionId)).toMatchObject({
      status: 'WAITING_PAYMENT',
      registration: { status: 'REGISTERED' },
      instrument: { boleto: { digitableLine: expect.stringMatching(/^077\d{44}$/) } },
    });
  });

  test('one that the bank does not show yet is accepted all the same', async () => {
    bank.habits.readLagMs = 60_000;
    const waiting = await chargeNew();
    expect(waiting).toMatchObject({ status: 'WAITING_CONFIRMATION', registration: { status: 'WAITING' } });
    expect(await client.query(waiting)).toMatchObject({ outcome: 'unknown', because: 'answered' });
  });

  test('one that cannot be issued is refused, with the reason in Portuguese', async () => {
    bank.habits.registrationOutcome = 'failed';
    expect(await charge(client, invoiceOf(newReference()))).toMatchObject({
      outcome: 'refused',
      charge: { status: 'FAILED', registration: { status: 'REJECTED', reason: expect.stringMatching(/banco/) } },
    });
  });

  test('an account without a PIX key has slips without a code', async () => {
    bank.habits.hasPix = false;
    expect(await chargeNew()).toMatchObject({ status: 'WAITING_PAYMENT', instrument: { pixQrCode: null } });
  });

  test('what may have been sent before is asked about, and sent only where the bank has nothing', async () => {
    const order = invoiceOf(newReference());
    bank.fault({ operation: 'register', kind: 'status', status: 500, moment: 'after' });
    expect(await charge(client, order)).toMatchObject({ outcome: 'unknown' });
    bank.forgetReceived();
    const repeat = await charge(client, { ...order, isRepeat: true });
    expect(repeat).toEqual({ outcome: 'accepted', charge: await found(order.reference) });
    expect(asked()).not.toContain('register');
    expect(
      bank.control.charges().filter((one) => JSON.stringify(one).includes(numberOf(order.reference))),
    ).toHaveLength(1);
    bank.forgetReceived();
    expect(await charge(client, invoiceOf(newReference(), { isRepeat: true }))).toMatchObject({ outcome: 'accepted' });
    expect(asked()).toEqual(['list', 'register', 'get']);
  });

  test('a repeat that is refused while lists lag is no refusal of the first', async () => {
    const order = invoiceOf(newReference());
    await charge(client, order);
    bank.habits.readLagMs = 60_000;
    expect(await charge(client, { ...order, isRepeat: true })).toMatchObject({
      outcome: 'unknown',
      because: 'answered',
    });
  });
});

describe('money', () => {
  test.each(['BOLETO', 'PIX'] as const)('paid by %s: what the bank received, on the day it was paid', async (by) => {
    const { reference, transactionId } = await chargeNew();
    await bank.control.pay(numberOf(reference), { amountCents: AMOUNT_CENTS + 321, by });
    expect(await found(reference, transactionId)).toMatchObject({
      status: 'PAID',
      amountCents: AMOUNT_CENTS + 321,
      received: { paidCents: AMOUNT_CENTS + 321, fineCents: null, creditOn: null, by: by.toLowerCase() },
      paidAt: expect.any(Date),
      endToEndId: transactionId,
    });
  });

  test('what a person has marked as received is shown and not booked', async () => {
    const { reference } = await chargeNew();
    await bank.control.mark(numberOf(reference));
    const marked = await found(reference);
    expect(marked).toMatchObject({ status: 'WAITING_CONFIRMATION', paidAt: null, received: null });
    expect(marked.history.at(-1)?.status).toBe('MARCADO_RECEBIDO');
  });

  test('after the last day it has expired', async () => {
    const { reference } = await chargeNew();
    const later = interClient(interAccess(bank), { now: () => new Date(Date.now() + 40 * DAY_MS) });
    bank.advance(40 * DAY_MS);
    expect(await later.query(unheardOf(reference))).toMatchObject({
      outcome: 'found',
      charge: { status: 'CANCELLED', isExpired: true },
    });
    bank.advance(-40 * DAY_MS);
    await later.close();
  });

  test('what was paid on a day is listed page by page, by the beginning of our reference', async () => {
    const references = [];
    for (let n = 0; n < 3; n++) references.push((await chargeNew()).reference);
    for (const reference of references) await bank.control.pay(numberOf(reference));
    const page = await client.received?.({ ...aroundNow(), page: 0, isReturnedOnly: false });
    if (page?.outcome !== 'found') throw new Error(JSON.stringify(page));
    const listed = new Map(page.payments.map((payment) => [payment.reference, payment]));
    for (const reference of references)
      expect(listed.get(reference.slice(0, REFERENCE_BEGINNING))).toMatchObject({
        amountCents: AMOUNT_CENTS,
        refundedAmountCents: 0,
      });
    expect(page.isLast).toBe(true);
    bank.forgetReceived();
    expect(await client.received?.({ ...aroundNow(), page: 0, isReturnedOnly: true })).toEqual({
      outcome: 'found',
      payments: [],
      isLast: true,
    });
    expect(asked()).toEqual([]);
  });

  test('an odd item hides nothing but itself, and null is absent', async () => {
    const { reference } = await chargeNew();
    await bank.control.pay(numberOf(reference));
    Object.assign(bank.habits, { hasOddItems: true, listed: 'twice', absentAs: 'null' });
    expect(await found(reference)).toMatchObject({ status: 'PAID' });
    const page = await client.received?.({ ...aroundNow(), page: 0, isReturnedOnly: false });
    expect(page).toMatchObject({ outcome: 'found', oddItems: ['cobrancas[].cobranca'] });
    // What cannot be read may be the one that is looked for.
    expect(await client.query(unheardOf(newReference()))).toMatchObject({ outcome: 'unknown', because: 'unreadable' });
  });
});

describe('changes', () => {
  test('a cancellation that takes its time is on its way, and money that crosses it counts', async () => {
    const { reference, transactionId } = await chargeNew();
    bank.habits.changeDelayMs = 60_000;
    expect(await client.cancel(unheardOf(reference))).toMatchObject({
      outcome: 'found',
      charge: { status: 'WAITING_PAYMENT', requestedChange: { kind: 'cancel' } },
    });
    bank.advance(61_000);
    expect(await found(reference, transactionId)).toMatchObject({ status: 'CANCELLED', isExpired: false });
    await bank.control.pay(numberOf(reference));
    expect(await found(reference, transactionId)).toMatchObject({ status: 'PAID' });
  });

  test('a new due date is changed at once, later, or not', async () => {
    const known = await chargeNew();
    expect(await client.changeDueDate?.(known, '2031-05-05')).toMatchObject({
      outcome: 'changed',
      charge: { dueDate: '2031-05-05', instrument: { boleto: { barcode: expect.any(String) } } },
    });
    bank.habits.changeDelayMs = 60_000;
    expect(await client.changeDueDate?.(unheardOf(known.reference), '2031-06-06')).toEqual({
      outcome: 'requested',
      changeId: expect.any(String),
    });
    bank.advance(61_000);
    expect(await found(known.reference)).toMatchObject({ dueDate: '2031-06-06' });
    Object.assign(bank.habits, { changeDelayMs: 0, changeOutcome: 'failed' });
    expect(await client.changeDueDate?.(known, '2031-07-07')).toMatchObject({ outcome: 'refused' });
    bank.fault({ operation: 'change', kind: 'lost' });
    expect(await client.changeDueDate?.(known, '2031-07-07')).toMatchObject({ outcome: 'unknown' });
  });
});

describe('a change that the bank refuses later', () => {
  test('is told once the bank has refused it, and asked about only while its day is not there', async () => {
    const known = await chargeNew({ dueDate: '2031-01-30' });
    Object.assign(bank.habits, { changeDelayMs: 60_000, changeOutcome: 'failed' });
    const asking = await client.changeDueDate?.(known, '2031-06-06');
    if (asking?.outcome !== 'requested' || asking.changeId === undefined) throw new Error('it was not taken');
    const charge = { ...known, change: { id: asking.changeId, dueDate: '2031-06-06' } };
    const told = async (one: ChargeAtAcquirer) => {
      const result = await client.query(one);
      return result.outcome === 'found' ? result.charge.requestedChange : result;
    };
    expect(await told(charge)).toBeUndefined();
    bank.advance(61_000);
    expect(await told(known)).toBeUndefined();
    // Whatever goes wrong with this question, the charge is answered.
    bank.fault({ operation: 'get_change', kind: 'status', status: 500 });
    expect(await told(charge)).toBeUndefined();
    bank.fault({ operation: 'get_change', kind: 'garbage' });
    expect(await told(charge)).toBeUndefined();
    expect(await told({ ...charge, change: { ...charge.change, id: 'nobody' } })).toBeUndefined();
    expect(await told(charge)).toBeNull();
    bank.forgetReceived();
    expect(await told({ ...charge, change: { ...charge.change, dueDate: '2031-01-30' } })).toBeUndefined();
    expect(asked()).toEqual(['get']);
  });

  test('is no trouble for new slips when there were too many', async () => {
    const known = await chargeNew();
    bank.fault({ operation: 'change', kind: 'status', status: 429, retryAfterSeconds: 60 });
    expect(await client.changeDueDate?.(known, '2031-07-07')).toMatchObject({ outcome: 'unknown' });
    expect(await chargeNew()).toMatchObject({ status: 'WAITING_PAYMENT' });
  });
});

describe('pauses', () => {
  test('after "too many", which comes with nothing at all, the bank is left alone for a while', async () => {
    bank.fault({ operation: 'register', kind: 'status', status: 429 });
    await chargeNew();
    const hasty = interClient(interAccess(bank), { firstPauseMs: 60_000, timeoutMs: 5_000 });
    bank.fault({ operation: 'list', kind: 'status', status: 429 });
    bank.forgetReceived();
    for (const _ of ['first', 'second'])
      expect(await hasty.query(unheardOf(newReference()))).toMatchObject({
        outcome: 'unknown',
        reason: 'the bank has asked for a pause',
      });
    expect(asked()).toEqual(['list']);
    await hasty.close();
  });
});

describe('callbacks', () => {
  const read = (body: unknown) => client.callback?.read(typeof body === 'string' ? body : JSON.stringify(body));

  test('each charge of ours is named once, by the beginning of its reference', () => {
    const reference = newReference();
    const item = { codigoSolicitacao: 'x', seuNumero: numberOf(reference), situacao: 'RECEBIDO' };
    expect(read([item, item, { ...item, seuNumero: 'PEDIDO-42' }, { seuNumero: 7 }])).toEqual({
      references: [reference.slice(0, REFERENCE_BEGINNING)],
      oddItems: ['body[].seuNumero'],
    });
  });

  test.each(['', '{}', 'null', '"x"', '<html>'])('%s is no callback', (body) => {
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
  const discount = { until: '2031-01-20', amountCents: 100 };
  const { payer } = invoiceOf('r');
  const without = (part: string, value: string) => ({
    payer: { ...payer, address: { ...payer.address, [part]: value } as PostalAddress },
  });

  test.each<[string | null, Partial<ChargeRequest>]>([
    [null, {}],
    [null, { terms: { ...terms, discounts: [discount], payableDaysAfterDue: 60 } }],
    ['payment.discounts', { terms: { ...terms, discounts: [discount, discount] } }],
    ['payment.payable_days_after_due', { terms: { ...terms, payableDaysAfterDue: 61 } }],
    ['total', { amountCents: 249 }],
    ['customer.address.line_1', { payer: { ...payer, address: null } }],
    ['customer.address.zip_code', without('zipCode', '1310')],
    ['customer.address.city', without('city', ' ')],
  ])('%s', (field, changes) => {
    expect(problemOf(changes)).toBe(field);
  });
});

describe('what is sent', () => {
  const due = '2031-02-01';
  const base: ChargeTerms = {
    fine: null,
    interest: null,
    discounts: [],
    lastPayableDate: '2031-03-05',
    payableDaysAfterDue: 30,
  };
  const ALL_TERMS: ChargeTerms[] = [
    {
      ...base,
      fine: { percentHundredths: 200 },
      interest: { monthlyPercentHundredths: 100 },
      discounts: [{ until: '2031-01-25', percentHundredths: 1_050 }],
    },
    {
      ...base,
      fine: { amountCents: 199 },
      interest: { dailyAmountCents: 7 },
      discounts: [{ until: due, amountCents: 1_234 }],
    },
  ];
  const sent = () => bank.received().find(({ operation }) => operation === 'register')?.body;

  test('fine, interest, discount and the last day, in the words of the bank', async () => {
    await chargeNew({ dueDate: due, terms: ALL_TERMS[0] as ChargeTerms });
    expect(sent()).toMatchObject({
      valorNominal: 123.45,
      dataVencimento: due,
      // The Saturday counts as the Monday after it, and thirty days more.
      numDiasAgenda: 32,
      multa: { codigo: 'PERCENTUAL', taxa: 2 },
      mora: { codigo: 'TAXAMENSAL', taxa: 1 },
      desconto: { codigo: 'PERCENTUALDATAINFORMADA', quantidadeDias: 7, taxa: 10.5 },
    });
    bank.forgetReceived();
    await chargeNew({ dueDate: due, terms: ALL_TERMS[1] as ChargeTerms });
    expect(sent()).toMatchObject({
      multa: { codigo: 'VALORFIXO', valor: 1.99 },
      mora: { codigo: 'VALORDIA', valor: 0.07 },
      desconto: { codigo: 'VALORFIXODATAINFORMADA', quantidadeDias: 0, valor: 12.34 },
    });
  });

  test('holds against the tables of the documents, field by field', async () => {
    const long = 'Ç'.repeat(150);
    const payer = invoiceOf('r').payer;
    const address = { line1: long, line2: long, zipCode: '01310100', city: long, state: 'SP', district: long };
    for (const terms of [...ALL_TERMS, base, null])
      await chargeNew({
        dueDate: due,
        terms,
        payer: { ...payer, name: long, email: `${'e'.repeat(60)}@example.com`, address },
      });
    const known = await chargeNew();
    await client.changeDueDate?.(known, '2031-05-05');
    await client.query({ ...known, change: { id: 'e1', dueDate: '2031-06-06' } });
    await client.cancel(known);
    await client.received?.({ from: new Date(), to: new Date(), page: 1, isReturnedOnly: false });
    const configured = { name: 'inter', access: interAccess(bank, { account: '123456789' }), callbackSecret: 's' };
    await registerWebhook(configured, 'https://pay.example.com/acquirer/inter/notifications/s');
    await checkLines(checkInter(configured, 'https://pay.example.com/'));
    expect(objectionsTo(bank.received(), fieldsOf('inter'))).toEqual([]);
  });

  test('an extra field, a wrong length and a missing one would be seen', async () => {
    await chargeNew();
    const entry = bank.received().find(({ operation }) => operation === 'register');
    if (!entry) throw new Error('nothing was sent');
    const { seuNumero: _, ...body } = entry.body as Record<string, unknown>;
    const spoilt = {
      ...entry,
      body: { ...body, formasRecebimento: 'BOLETO', valorNominal: 1.005, pagador: { uf: 'S' } },
    };
    const objections = objectionsTo([spoilt], fieldsOf('inter'));
    expect(objections).toEqual(
      expect.arrayContaining(
        [
          'body seuNumero is missing',
          'body formasRecebimento is in no table',
          'body valorNominal has more than two decimals',
          'body pagador.uf has a wrong length',
        ].map((said) => `POST /cobranca/v3/cobrancas: ${said}`),
      ),
    );
  });
});

describe('vintem acquirer check', () => {
  test('says what works, and that a webhook is missing or leads elsewhere', async () => {
    const fresh = await startInter();
    const configured = { name: 'inter', access: interAccess(fresh), callbackSecret: 's' };
    expect(await checkLines(checkInter(configured, 'https://pay.example.com/'))).toEqual([
      expect.stringMatching(/^certificate: CN=vintem-test/),
      'token: granted',
      'scopes: boleto-cobranca.read boleto-cobranca.write',
      'charges: answered',
      expect.stringMatching(/^warning: no webhook yet/),
    ]);
    await registerWebhook(configured, 'https://pay.example.com/hook');
    expect((await checkLines(checkInter(configured, 'https://pay.example.com/'))).at(-1)).toBe(
      'webhook: registered, at https://pay.example.com',
    );
    expect((await checkLines(checkInter(configured, 'https://other.example.com/'))).at(-1)).toMatch(
      /^warning: .* elsewhere/,
    );
    await fresh.close();
  });
});
