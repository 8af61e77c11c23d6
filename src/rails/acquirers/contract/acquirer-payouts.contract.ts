import { beforeEach, describe, expect, test } from 'vitest';
import type { Acquirer } from '../acquirer.ts';
import type { AcquirerPayout, PayoutCapability, PayoutDestination, PayoutRequest } from '../payout.ts';
import type { AcquirerHarness } from './acquirer-harness.contract.ts';

const SENDER = { name: 'Padaria São José', document: '11222333000181' };
const OWN_KEY: PayoutDestination = { kind: 'pix_key', keyType: 'cnpj', key: SENDER.document };
const EMAIL_KEY: PayoutDestination = { kind: 'pix_key', keyType: 'email', key: 'caixa@padaria.example' };
const AMOUNT_CENTS = 150_000;
const DAY_MS = 86_400_000;

export function payoutOrder(reference: string, changes: Partial<PayoutRequest> = {}): PayoutRequest {
  const order = { reference, amountCents: AMOUNT_CENTS, description: 'Saque', destination: OWN_KEY, sender: SENDER };
  return { ...order, isRepeat: false, ...changes };
}

export function payoutsOf(acquirer: Acquirer): PayoutCapability {
  if (!acquirer.payouts) throw new Error(`${acquirer.name} sends no payouts`);
  return acquirer.payouts;
}

export function askHolder(acquirer: Acquirer, destination: PayoutDestination = EMAIL_KEY) {
  const { holderOf } = payoutsOf(acquirer);
  if (!holderOf) throw new Error(`${acquirer.name} names no holders`);
  return holderOf(destination, SENDER);
}

/** What every adapter that sends money must do. */
export function describePayoutContract(current: () => AcquirerHarness): void {
  describe('payout', () => {
    const rail = () => payoutsOf(current().acquirer);
    const bank = () => {
      const { payouts } = current();
      if (!payouts) throw new Error('the harness cannot make the bank do anything with a payout');
      return payouts;
    };
    const found = async (reference: string): Promise<AcquirerPayout> => {
      const answer = await rail().query({ reference });
      if (answer.outcome !== 'found') throw new Error(`payout was not found: ${JSON.stringify(answer)}`);
      return answer.payout;
    };
    /** Sent, and left alone by the bank until the test says what it does. */
    const sendSlow = async (changes: Partial<PayoutRequest> = {}) => {
      await current().misbehave('payout', 'processing');
      const order = payoutOrder(current().newReference(), changes);
      return { order, answer: await rail().send(order) };
    };

    beforeEach((context) => {
      if (!current().acquirer.payouts) context.skip();
    });

    test('it is on its way, and then paid, with its time and its id', async () => {
      const { order, answer } = await sendSlow();
      const { reference } = order;
      const payout = { reference, amountCents: AMOUNT_CENTS, paidAt: null, returns: [] };
      expect(answer).toMatchObject({ outcome: 'found', payout: { ...payout, status: 'PROCESSING' } });
      await bank().pay(reference);
      const paid = await found(reference);
      expect(paid).toMatchObject({ reference, status: 'PAID', amountCents: AMOUNT_CENTS, returns: [], reason: null });
      expect(paid.endToEndId).toMatch(/^E\d{20}[0-9A-Za-z]{11}$/);
      expect(paid.paidAt).toBeInstanceOf(Date);
    });

    test('what was never sent is not found', async () => {
      expect(await rail().query({ reference: current().newReference() })).toEqual({ outcome: 'not_found' });
    });

    test('the same reference is one payout, however often and however concurrent', async (context) => {
      if (!rail().isKeyedByReference) context.skip();
      const { order, answer } = await sendSlow();
      const repeats = await Promise.all(Array.from({ length: 10 }, () => rail().send({ ...order, isRepeat: true })));
      for (const repeat of repeats) expect(repeat).toEqual(answer);
      const { reference } = order;
      await bank().pay(order.reference);
      const paid = { reference, status: 'PAID', amountCents: AMOUNT_CENTS };
      expect(await found(reference)).toMatchObject(paid);
      expect(await rail().send({ ...order, isRepeat: true })).toMatchObject({ outcome: 'found', payout: paid });
    });

    test('ten first sends at once are one payout', async (context) => {
      if (!rail().isKeyedByReference) context.skip();
      const order = payoutOrder(current().newReference());
      await Promise.all(Array.from({ length: 10 }, () => rail().send(order)));
      const known = await found(order.reference);
      await bank().pay(order.reference);
      const paid = await found(order.reference);
      expect(paid).toMatchObject({ reference: known.reference, status: 'PAID', amountCents: AMOUNT_CENTS });
    });

    test('the same reference for another amount changes nothing and is not believed', async () => {
      const { order } = await sendSlow();
      const changed = await rail().send({ ...order, amountCents: AMOUNT_CENTS + 1, isRepeat: true });
      // A bank may answer with what it has, and it is seen then that it has another amount.
      if (changed.outcome === 'found') expect(changed.payout.amountCents).toBe(AMOUNT_CENTS);
      else expect(changed).toMatchObject({ outcome: 'unknown' });
      expect((await found(order.reference)).amountCents).toBe(AMOUNT_CENTS);
    });

    test('what the bank refuses later stays refused', async () => {
      const { order } = await sendSlow();
      await bank().fail(order.reference);
      const refused = await found(order.reference);
      expect(refused).toMatchObject({ status: 'REFUSED', paidAt: null });
      expect(refused.isDestinationDead ?? false).toBe(false);
      expect(await rail().send({ ...order, isRepeat: true })).toMatchObject({
        outcome: 'found',
        payout: { reference: order.reference, status: 'REFUSED' },
      });
    });

    test('what is turned away and not known is rejected at first, and unknown when it is a repeat', async () => {
      const order = payoutOrder(current().newReference());
      await current().misbehave('payout', 'reject');
      expect(await rail().send(order)).toMatchObject({ outcome: 'rejected', reason: expect.stringMatching(/./) });
      await current().misbehave('payout', 'reject');
      expect(await rail().send({ ...order, isRepeat: true })).toMatchObject({
        outcome: 'unknown',
        because: 'answered',
      });
      expect(await rail().query(order)).toEqual({ outcome: 'not_found' });
    });

    test('a key that nobody has says so', async () => {
      const { deadKey: destination } = bank();
      const answer = await rail().send(payoutOrder(current().newReference(), { destination }));
      const isDead =
        answer.outcome === 'rejected'
          ? answer.isDestinationDead
          : answer.outcome === 'found' && answer.payout.status === 'REFUSED' && answer.payout.isDestinationDead;
      expect(isDead).toBe(true);
    });

    test('it comes back whole, and stays paid', async () => {
      const { order } = await sendSlow();
      await bank().pay(order.reference);
      await bank().giveBack(order.reference, AMOUNT_CENTS);
      expect(await found(order.reference)).toMatchObject({
        status: 'PAID',
        returns: [{ id: expect.stringMatching(/./), amountCents: AMOUNT_CENTS }],
      });
    });

    test('it comes back in parts, each with an id that stays', async () => {
      const { order } = await sendSlow();
      await bank().pay(order.reference);
      await bank().giveBack(order.reference, 50_000);
      const [first] = (await found(order.reference)).returns;
      await bank().giveBack(order.reference, 100_000);
      const { returns } = await found(order.reference);
      expect(returns.map(({ amountCents }) => amountCents)).toEqual([50_000, 100_000]);
      expect(returns[0]).toEqual(first);
      expect(new Set(returns.map(({ id }) => id)).size).toBe(2);
    });

    test('one that was taken without an answer is found by its reference, and its repeat sends nothing more', async () => {
      const order = payoutOrder(current().newReference());
      await current().misbehave('payout', 'timeout_after_accepting');
      expect(await payoutsOf(current().impatient).send(order)).toMatchObject({ outcome: 'unknown' });
      const { reference } = order;
      expect(await found(reference)).toMatchObject({ reference, amountCents: AMOUNT_CENTS });
      if (!rail().isKeyedByReference) return;
      const repeat = await rail().send({ ...order, isRepeat: true });
      expect(repeat).toMatchObject({ outcome: 'found', payout: { reference, amountCents: AMOUNT_CENTS } });
    });

    test('one that was lost on the way is not found, and goes out when it is sent again', async () => {
      const order = payoutOrder(current().newReference());
      await current().misbehave('payout', 'timeout_before_accepting');
      expect(await payoutsOf(current().impatient).send(order)).toMatchObject({ outcome: 'unknown' });
      expect(await rail().query(order)).toEqual({ outcome: 'not_found' });
      expect(await rail().send({ ...order, isRepeat: true })).toMatchObject({ outcome: 'found' });
    });

    test('reads that are behind show nothing, and a repeat then sends nothing more', async (context) => {
      if (!rail().isKeyedByReference) context.skip();
      const { order, answer } = await sendSlow();
      await current().misbehave('query_payout', 'lag');
      expect(await rail().query(order)).toEqual({ outcome: 'not_found' });
      expect(await rail().send({ ...order, isRepeat: true })).toEqual(answer);
    });

    test('the holder of a key is named, and a key that nobody has is not found', async (context) => {
      if (!rail().holderOf) context.skip();
      const named = await askHolder(current().acquirer);
      expect(named).toMatchObject({ outcome: 'found', holder: { document: expect.stringMatching(/\d/) } });
      expect(await askHolder(current().acquirer, bank().deadKey)).toEqual({ outcome: 'not_found' });
    });

    test('what left in a period is listed, and nothing else', async (context) => {
      const { sent } = rail();
      if (!sent) context.skip();
      const { order: waiting } = await sendSlow();
      const { order } = await sendSlow();
      await bank().pay(order.reference);
      const paid = await found(order.reference);
      const at = (paid.paidAt as Date).getTime();
      const listed = async (from: number, to: number) => {
        const references: (string | null)[] = [];
        for (let page = 0; ; page++) {
          const answer = await sent?.({ from: new Date(from), to: new Date(to), page });
          if (answer?.outcome !== 'found') throw new Error(`not listed: ${JSON.stringify(answer)}`);
          references.push(...answer.payouts.map(({ reference }) => reference));
          if (answer.isLast) return references;
        }
      };
      const around = await listed(at - DAY_MS, at + DAY_MS);
      expect(around.filter((reference) => reference === order.reference)).toHaveLength(1);
      expect(around).not.toContain(waiting.reference);
      expect(await listed(at - 2 * DAY_MS, at - DAY_MS)).not.toContain(order.reference);
    });
  });
}
