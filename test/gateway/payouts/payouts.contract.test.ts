import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditBooks } from '../../support/audit.ts';
import { eventually, expectError, ISO_UTC, invalid } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { advance, balanceOf, createPaid, openCompany, settled, type TestCompany } from '../../support/money.ts';
import {
  askPayout,
  insertDestination,
  type PayoutRail,
  payoutRail,
  setPayoutTerms,
  useRail,
} from '../../support/payouts.ts';

let gateway: TestGateway;
let rail: PayoutRail;
let shop: TestCompany;
let destination: number;
beforeAll(async () => {
  gateway = await startTestGateway();
});
beforeEach(async () => {
  rail = payoutRail();
  useRail(gateway, rail);
  shop = await openCompany(gateway);
  destination = await insertDestination(gateway, shop);
});
afterAll(() => gateway.close());
auditBooks(() => gateway?.database);

const ask = (amount: number, changes = {}) => askPayout(gateway, shop, destination, amount, changes);
const read = async (id: number) => (await gateway.get(`/payouts/${id}`)).body;
const refused = (code: string, field?: string) => ({ status: 400, code, ...(field ? { field } : {}) });
const payoutsStored = () => gateway.database.db.query('SELECT id FROM payouts WHERE company_id = $1', [shop.id]);
/** Nothing is sent: what happens next is seen before the bank is called. */
const untilSent = () => useRail(gateway, payoutRail({ holderOf: async () => ({ outcome: 'unknown', reason: '' }) }));

describe('POST /payouts', () => {
  it('takes amount and fee at once and answers 201 with exactly these fields', async () => {
    await createPaid(gateway, shop, 10_000);
    await setPayoutTerms(gateway, shop, { fee_cents: 150, needs_approval: true });
    const { status, body } = await ask(7_000, { description: 'Repasse' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      company_id: shop.id,
      amount: 7_000,
      fee: 150,
      status: 'AWAITING_APPROVAL',
      destination: { id: destination, type: 'pix_key', key_type: 'email', key: 'f***@l***.example' },
      requested_at: expect.stringMatching(ISO_UTC),
      sent_at: null,
      settled_at: null,
      end_to_end_id: null,
      failure_reason: null,
      return_reason: null,
      returned_amount: 0,
      description: 'Repasse',
      requested_by: expect.stringMatching(/\S/),
      approved_by: null,
      origin: 'request',
    });
    expect(await balanceOf(gateway, shop)).toEqual(settled(2_850));
  });

  it('is sent once and paid: what arrives is the amount, and its history says who did what', async () => {
    await createPaid(gateway, shop, 10_000);
    const { body } = await ask(10_000, { description: 'Repasse' });
    expect(body).toMatchObject({ status: 'REQUESTED', fee: 0 });
    const paid = await eventually(async () => {
      const now = await read(body.id);
      expect(now.status).toBe('PAID');
      return now;
    });
    expect(paid).toMatchObject({
      end_to_end_id: expect.stringMatching(/^E/),
      sent_at: expect.stringMatching(ISO_UTC),
      settled_at: expect.stringMatching(ISO_UTC),
      waits_for: null,
      returns: [],
      history: [
        { step: 'REQUESTED', by: body.requested_by, reason: null },
        { step: 'SENT', by: 'vintem', reason: null },
        { step: 'PAID', by: 'banco', reason: null },
      ],
    });
    expect(rail.asked).toMatchObject([
      { amountCents: 10_000, description: 'Repasse', destination: { key: 'financeiro@loja.example' } },
    ]);
    expect(await balanceOf(gateway, shop)).toEqual(settled(0));
    expectError(await gateway.post(`/payouts/${body.id}/cancel`), refused('PAYOUT_NOT_CANCELLABLE'));
  });

  it('gives amount and fee back when it fails, and says why', async () => {
    await createPaid(gateway, shop, 10_000);
    await setPayoutTerms(gateway, shop, { fee_cents: 100 });
    rail.behave(() => ({ status: 'REFUSED', reason: 'conta encerrada' }));
    const { id } = (await ask(5_000)).body;
    await eventually(async () =>
      expect(await read(id)).toMatchObject({ status: 'FAILED', failure_reason: 'conta encerrada', waits_for: null }),
    );
    expect(await balanceOf(gateway, shop)).toEqual(settled(10_000));
  });

  it('tells what comes back, in part and whole, and keeps the fee', async () => {
    await createPaid(gateway, shop, 10_000);
    await setPayoutTerms(gateway, shop, { fee_cents: 100 });
    const { id } = (await ask(5_000)).body;
    await eventually(async () => expect((await read(id)).status).toBe('PAID'));
    const [{ reference } = { reference: '' }] = rail.asked;
    const part = { id: 'D1', amountCents: 2_000, reason: 'conta encerrada', returnedAt: null };
    rail.change(reference, { returns: [part] });
    await advance(gateway, 60);
    await eventually(async () =>
      expect(await read(id)).toMatchObject({
        status: 'PAID',
        returned_amount: 2_000,
        return_reason: 'conta encerrada',
      }),
    );
    rail.change(reference, { returns: [part, { id: 'D2', amountCents: 3_000, reason: null, returnedAt: null }] });
    await advance(gateway, 3_600);
    await eventually(async () =>
      expect(await read(id)).toMatchObject({
        status: 'RETURNED',
        returned_amount: 5_000,
        returns: [
          { amount: 2_000, reason: 'conta encerrada', returned_at: null },
          { amount: 3_000, reason: null, returned_at: null },
        ],
        history: [
          ...['REQUESTED', 'SENT', 'PAID'].map((step) => ({ step, amount: null })),
          { step: 'RETURNED', reason: 'conta encerrada', amount: 2_000 },
          { step: 'RETURNED', reason: null, amount: 3_000 },
        ],
      }),
    );
    expect(await balanceOf(gateway, shop)).toEqual(settled(9_900));
  });

  it('happens once under a key, and a repeat gets the same 201', async () => {
    await createPaid(gateway, shop, 10_000);
    const body = { company_id: shop.id, amount: 4_000, destination_id: destination };
    const keyed = (changed = {}) =>
      gateway.call('POST', '/payouts', {
        token: gateway.token,
        body: { ...body, ...changed },
        headers: { 'idempotency-key': `payout-${shop.id}` },
      });
    const [first, second] = await Promise.all([keyed(), keyed()]);
    const answers = [first, second].filter(({ status }) => status === 201);
    for (const other of [first, second].filter(({ status }) => status !== 201))
      expectError(other, { status: 409, code: 'IDEMPOTENCY_IN_PROGRESS' });
    const again = await keyed();
    expect(again.status).toBe(201);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    for (const answer of answers) expect(again.body).toEqual(answer.body);
    // A code of another moment is the same wish.
    expect((await keyed({ otp: '123456' })).body).toEqual(again.body);
    expectError(await keyed({ amount: 4_001 }), { status: 422, code: 'IDEMPOTENCY_KEY_REUSED' });
    expect(await payoutsStored()).toHaveLength(1);
    expect(await balanceOf(gateway, shop)).toEqual(settled(6_000));
  });

  it('is cancelled while it has not been sent, and everything is given back', async () => {
    untilSent();
    await createPaid(gateway, shop, 10_000);
    await setPayoutTerms(gateway, shop, { fee_cents: 100 });
    const other = await insertDestination(gateway, shop, { is_own: null });
    const { id } = (await askPayout(gateway, shop, other, 5_000)).body;
    expect(await read(id)).toMatchObject({ status: 'REQUESTED', waits_for: 'SENDING' });
    expect(await gateway.post(`/payouts/${id}/cancel`, { reason: 'Valor errado' })).toMatchObject({
      status: 200,
      body: { id, status: 'CANCELLED', failure_reason: 'Valor errado', settled_at: expect.stringMatching(ISO_UTC) },
    });
    expect((await read(id)).history.at(-1)).toMatchObject({ step: 'CANCELLED', reason: 'Valor errado' });
    expect(await balanceOf(gateway, shop)).toEqual(settled(10_000));
    expectError(await gateway.post(`/payouts/${id}/cancel`), refused('PAYOUT_NOT_CANCELLABLE'));
  });
});

describe('refusals of POST /payouts and of its preview', () => {
  const both = async (body: Record<string, unknown>, session = shop.session) => [
    await gateway.post('/payouts', body, session),
    await gateway.post('/payouts/simulate', body, session),
  ];
  const wish = (changes = {}) => ({ company_id: shop.id, amount: 1_000, destination_id: destination, ...changes });

  async function expectRefused(
    body: Record<string, unknown>,
    expected: { status: number; code: string; field?: string },
    details?: object,
  ): Promise<void> {
    for (const answer of await both(body)) {
      expectError(answer, expected);
      if (details) expect(answer.body.details).toEqual(details);
    }
    expect(await payoutsStored()).toEqual([]);
  }

  it.each([
    ['company_id', undefined],
    ['company_id', '1'],
    ['company_id', 0],
    ['amount', undefined],
    ['amount', 0],
    ['amount', -1],
    ['amount', 10.5],
    ['amount', '1000'],
    ['amount', 10 ** 15],
    ['destination_id', undefined],
    ['destination_id', 1.5],
  ])('shape: %s is %s', async (field, value) => {
    await expectRefused({ ...wish({ company_id: 0 || shop.id }), [field]: value }, invalid(field));
  });

  it.each([
    ['description', 'x'.repeat(141)],
    ['description', 'a\u0000b'],
    ['description', 7],
  ])('shape: %s is %j', async (field, value) => {
    await expectRefused(wish({ [field]: value }), invalid(field));
  });

  it('a description that says nothing is none', async () => {
    await createPaid(gateway, shop, 10_000);
    for (const description of ['', '  ']) expect((await ask(1_000, { description })).body.description).toBeNull();
  });

  it('404: the company, then the destination, of another merchant as of nobody', async () => {
    const theirs = await openCompany(gateway, { of: 'partner' });
    const theirDestination = await insertDestination(gateway, theirs);
    const sibling = await openCompany(gateway);
    const siblings = await insertDestination(gateway, sibling);
    const removed = await insertDestination(gateway, shop, { removed_at: new Date() });
    const noCompany = { status: 404, code: 'COMPANY_NOT_FOUND', field: 'company_id' };
    const noDestination = { status: 404, code: 'DESTINATION_NOT_FOUND', field: 'destination_id' };
    for (const company_id of [theirs.id, 987_654_321]) await expectRefused(wish({ company_id }), noCompany);
    await expectRefused(wish({ company_id: theirs.id, destination_id: theirDestination }), noCompany);
    for (const destination_id of [theirDestination, siblings, removed, 987_654_321])
      await expectRefused(wish({ destination_id }), noDestination);
  });

  it('each check in its order: 404, rail, destination, minimum, most, day, balance', async () => {
    const terms = { minimum_cents: 2_000, most_cents: 3_000, day_cents: 5_000 };
    await setPayoutTerms(gateway, shop, terms);
    const blocked = await insertDestination(gateway, shop, {
      blocked_at: new Date(),
      block_reason: 'chave desconhecida',
    });
    const usableAt = new Date(Date.now() + 365 * 86_400_000);
    const onHold = await insertDestination(gateway, shop, { usable_at: usableAt });
    useRail(gateway, null);
    await expectRefused(wish({ destination_id: 987_654_321 }), { status: 404, code: 'DESTINATION_NOT_FOUND' });
    await expectRefused(wish({ destination_id: blocked }), refused('PAYOUTS_NOT_ENABLED', 'company_id'));
    useRail(gateway, rail);
    await expectRefused(wish({ destination_id: blocked }), refused('DESTINATION_INVALID', 'destination_id'));
    await expectRefused(wish({ destination_id: onHold }), refused('DESTINATION_ON_HOLD', 'destination_id'), {
      usable_at: usableAt.toISOString(),
    });
    await expectRefused(wish({ amount: 1_999 }), refused('PAYOUT_BELOW_MINIMUM', 'amount'), { minimum: 2_000 });
    await expectRefused(wish({ amount: 3_001 }), refused('PAYOUT_LIMIT_EXCEEDED', 'amount'), {
      limit: 3_000,
      per: 'payout',
    });
    await expectRefused(wish({ amount: 3_000 }), refused('INSUFFICIENT_BALANCE', 'amount'), {
      available: 0,
      required: 3_000,
      shortfall: 3_000,
    });
    await createPaid(gateway, shop, 3_000);
    expect((await ask(3_000)).status).toBe(201);
    for (const answer of await both(wish({ amount: 2_001 }))) {
      expectError(answer, refused('PAYOUT_LIMIT_EXCEEDED', 'amount'));
      expect(answer.body.details).toEqual({ limit: 5_000, per: 'day', used: 3_000 });
    }
    for (const answer of await both(wish({ amount: 2_000 })))
      expectError(answer, refused('INSUFFICIENT_BALANCE', 'amount'));
  });

  it('destinations: made for a refund, of another document, of nobody whom the bank would name', async () => {
    const forRefund = await insertDestination(gateway, shop, { refund_of: 1 });
    const others = await insertDestination(gateway, shop, { is_own: false });
    const nameless = await insertDestination(gateway, shop, { is_own: null });
    const { holderOf: _, ...silent } = payoutRail().capability;
    useRail(gateway, { ...rail, capability: silent });
    for (const destination_id of [forRefund, others, nameless])
      await expectRefused(wish({ destination_id }), refused('DESTINATION_INVALID', 'destination_id'));
    await setPayoutTerms(gateway, shop, { to_others: true });
    for (const destination_id of [others, nameless])
      await expectRefused(wish({ destination_id }), refused('INSUFFICIENT_BALANCE', 'amount'));
  });

  it('balance: the fee counts, money that is retained or still to come does not', async () => {
    const retaining = await openCompany(gateway, { retention: { basisPoints: 3_000, days: 30 } });
    await createPaid(gateway, retaining, 10_000);
    await setPayoutTerms(gateway, retaining, { fee_cents: 1 });
    const theirs = await insertDestination(gateway, retaining);
    const short = await askPayout(gateway, retaining, theirs, 7_000);
    expectError(short, refused('INSUFFICIENT_BALANCE', 'amount'));
    expect(short.body.details).toEqual({ available: 7_000, required: 7_001, shortfall: 1 });
    expect((await askPayout(gateway, retaining, theirs, 6_999)).status).toBe(201);
  });
});

describe('POST /payouts/simulate', () => {
  it('tells fee, balance before and after, and when it arrives; and writes nothing', async () => {
    await createPaid(gateway, shop, 10_000);
    await setPayoutTerms(gateway, shop, { fee_cents: 150 });
    const wish = { company_id: shop.id, amount: 7_000, destination_id: destination };
    const { status, body } = await gateway.post('/payouts/simulate', wish);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        success: true,
        amount: 7_000,
        fee: 150,
        debited: 7_150,
        balance: { before: 10_000, after: 2_850 },
        waits_for: 'SENDING',
        arrives_at: expect.stringMatching(ISO_UTC),
      },
    });
    await setPayoutTerms(gateway, shop, { needs_approval: true });
    expect((await gateway.post('/payouts/simulate', wish)).body).toMatchObject({
      waits_for: 'APPROVAL',
      arrives_at: null,
    });
    expect(await payoutsStored()).toEqual([]);
    expect(await balanceOf(gateway, shop)).toEqual(settled(10_000));
  });

  it('a bank where a person sends it says no time', async () => {
    await createPaid(gateway, shop, 10_000);
    useRail(gateway, payoutRail({ isByHand: true }));
    const wish = { company_id: shop.id, amount: 7_000, destination_id: destination };
    expect((await gateway.post('/payouts/simulate', wish)).body).toMatchObject({ arrives_at: null });
  });
});
