import { describe, expect, test } from 'vitest';
import type { Acquirer, ChargeAtAcquirer } from '../acquirer.ts';
import {
  type AcquirerHarness,
  charge,
  chargeNew,
  chargePaid,
  found,
  isRefused,
  MISBEHAVING_OPERATIONS,
  type MisbehavingOperation,
  orderFor,
  refundsOf,
  unheardOf,
} from './acquirer-harness.contract.ts';
import { askHolder, payoutOrder, payoutsOf } from './acquirer-payouts.contract.ts';

const UNCLEAR_ANSWERS = [
  'timeout_before_accepting',
  'timeout_after_accepting',
  'error_500',
  'garbage',
  'huge_body',
  'slow_drip',
  'connection_reset',
] as const;

/** The impatient adapter waits for none of it. */
const BEYOND_THE_LIMIT_MS = 2_000;
/** Many times what an adapter may wait, however slow the machine is, and half of what such an acquirer holds a call. */
const BOUNDED = { timeout: 60_000 };

export function describeFaultContract(current: () => AcquirerHarness): void {
  describe('when the acquirer misbehaves', () => {
    const isMissing = (operation: MisbehavingOperation) => {
      const { refunds, payouts } = current().acquirer;
      if (operation === 'payout_holder') return !payouts?.holderOf;
      if (operation.endsWith('payout')) return !payouts;
      return operation.endsWith('refund') && !refunds;
    };
    const cases = MISBEHAVING_OPERATIONS.flatMap((operation) => UNCLEAR_ANSWERS.map((kind) => ({ operation, kind })));

    test.for(cases)('$operation: $kind is unknown, in bounded time', BOUNDED, async ({ operation, kind }, context) => {
      if (isMissing(operation)) context.skip();
      const paid = await chargePaid(current());
      await current().misbehave(operation, kind);
      const result = await callOf(current().impatient, operation, paid, current().newReference());
      expect(result).toMatchObject({ outcome: 'unknown', reason: expect.stringMatching(/./) });
      // One fault spoils one call: no connection of the adapter is spoiled by it.
      expect((await found(current(), paid.reference)).reference).toBe(paid.reference);
    });

    test.for(MISBEHAVING_OPERATIONS)('%s: nobody listens is unknown', async (operation, context) => {
      if (isMissing(operation)) context.skip();
      const result = await callOf(
        current().unreachable,
        operation,
        unheardOf(current().newReference()),
        current().newReference(),
      );
      expect(result).toMatchObject({ outcome: 'unknown' });
    });

    test('a delay within the limit is only a delay', async () => {
      await current().misbehave('charge', 'delay', 100);
      expect((await chargeNew(current())).status).toBe('WAITING_PAYMENT');
    });

    test('a delay beyond the limit is unknown', async () => {
      const { reference } = await chargeNew(current());
      await current().misbehave('query', 'delay', BEYOND_THE_LIMIT_MS);
      expect(await current().impatient.query(unheardOf(reference))).toMatchObject({ outcome: 'unknown' });
    });

    test('a charge accepted without an answer is found by its reference, and its repeat is the same charge', async () => {
      const order = orderFor(current(), current().newReference());
      await current().misbehave('charge', 'timeout_after_accepting');
      expect(await charge(current().impatient, order)).toMatchObject({ outcome: 'unknown' });
      const known = await found(current(), order.reference);
      const repeat = await charge(current().acquirer, { ...order, isRepeat: true });
      expect(repeat).toEqual({ outcome: 'accepted', charge: known });
    });

    test('a charge lost on the way is not found, and its repeat is accepted', async () => {
      const order = orderFor(current(), current().newReference());
      await current().misbehave('charge', 'timeout_before_accepting');
      expect(await charge(current().impatient, order)).toMatchObject({ outcome: 'unknown' });
      expect(await current().acquirer.query(unheardOf(order.reference))).toEqual({ outcome: 'not_found' });
      expect(await charge(current().acquirer, order)).toMatchObject({ outcome: 'accepted' });
    });

    test('a refund done without an answer is found by its reference, and its repeat refunds nothing more', async (context) => {
      if (isMissing('refund')) context.skip();
      const paid = await chargePaid(current());
      const request = {
        reference: current().newReference(),
        charge: paid,
        amountCents: 100,
        description: 'devolução',
        isRepeat: false,
      };
      await current().misbehave('refund', 'timeout_after_accepting');
      expect(await refundsOf(current().impatient).send(request)).toMatchObject({ outcome: 'unknown' });
      const known = await refundsOf(current().acquirer).query(request);
      expect(known).toMatchObject({ outcome: 'found', refund: { status: 'REFUNDED', amountCents: 100 } });
      expect(await refundsOf(current().acquirer).send(request)).toEqual(known);
      expect((await found(current(), paid.reference)).refundedAmountCents).toBe(100);
    });

    test('a charge refused on demand is refused', async () => {
      await current().misbehave('charge', 'refuse');
      const order = orderFor(current(), current().newReference());
      expect(await charge(current().acquirer, order)).toMatchObject({ outcome: 'refused' });
    });

    test('a refund refused on demand is refused', async (context) => {
      if (isMissing('refund')) context.skip();
      const paid = await chargePaid(current());
      await current().misbehave('refund', 'refuse');
      const request = {
        reference: current().newReference(),
        charge: paid,
        amountCents: 100,
        description: null,
        isRepeat: false,
      };
      expect(isRefused(await refundsOf(current().acquirer).send(request))).toBe(true);
      expect((await found(current(), paid.reference)).refundedAmountCents).toBe(0);
    });
  });
}

function callOf(
  acquirer: Acquirer,
  operation: MisbehavingOperation,
  known: ChargeAtAcquirer,
  reference: string,
): Promise<{ outcome: string }> {
  if (operation === 'charge') return charge(acquirer, orderFor({ acquirer }, reference));
  if (operation === 'query') return acquirer.query(known);
  if (operation === 'cancel') return acquirer.cancel(known);
  if (operation === 'refund')
    return refundsOf(acquirer).send({ reference, charge: known, amountCents: 1, description: null, isRepeat: false });
  if (operation === 'payout') return payoutsOf(acquirer).send(payoutOrder(reference));
  if (operation === 'query_payout') return payoutsOf(acquirer).query({ reference });
  if (operation === 'payout_holder') return askHolder(acquirer);
  return refundsOf(acquirer).query({ reference, charge: known });
}
