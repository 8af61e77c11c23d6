import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { workNotifications } from '../../../src/gateway/alignment/work-notifications.ts';
import type { Payout } from '../../../src/gateway/payouts/payout.ts';
import { sendPayouts } from '../../../src/gateway/payouts/send-payouts.ts';
import { insertNotifications } from '../../../src/rails/acquirers/notifications.sql.ts';
import type { PayoutCapability } from '../../../src/rails/acquirers/payout.ts';
import { sandboxOf, withSandbox } from '../../support/banks/acquirers.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import {
  expectRefunded,
  openCompany,
  orderFault,
  refundPix,
  refundsOf,
  type TestCompany,
} from '../../support/money.ts';
import { askForPayout, fund, readPayout } from '../../support/sandbox-payouts.ts';

/** Notifications are found by what they are about: a payment, a refund or a payout. No job runs by itself. */

let gateway: TestGateway;
let company: TestCompany;
beforeAll(async () => {
  gateway = await startTestGateway({ VINTEM_ROLE: 'api' });
  company = await openCompany(gateway);
  await fund(gateway, company, 500_000);
});
afterAll(() => gateway.close());

const query = <Row>(sql: string, params: unknown[] = []) => gateway.database.db.query<Row>(sql, params);
const control = (payout: Payout, action: string, body: object = {}) =>
  gateway.acquirer('POST', `/control/payouts/${payout.reference}/${action}`, { notify: false, ...body });

async function notify(reference: string, acquirer = 'sandbox'): Promise<void> {
  const contentHash = createHash('sha256').update(randomUUID()).digest();
  await insertNotifications(gateway.database.db, [{ acquirer, reference, contentHash, at: new Date() }]);
}

async function sentPayout(): Promise<Payout> {
  await gateway.acquirer('POST', '/control/faults', { operation: 'payout', kind: 'processing' });
  const payout = await askForPayout(gateway, company, 20_000);
  await sendPayouts(gateway.vintem.deps);
  return readPayout(gateway, payout.id);
}

it('a payout is asked about and settled at once, then its return, in part and whole', async () => {
  const payout = await sentPayout();
  const { id, reference } = payout;
  expect(payout.status).toBe('SENT');
  await control(payout, 'pay');
  await notify(reference);
  await workNotifications(gateway.vintem.deps);
  expect(await readPayout(gateway, id)).toMatchObject({ status: 'PAID' });
  await control(payout, 'return', { amount: 5_000 });
  await notify(reference);
  await workNotifications(gateway.vintem.deps);
  expect(await readPayout(gateway, id)).toMatchObject({ status: 'PAID', returned_cents: 5_000 });
  await control(payout, 'return');
  await notify(reference);
  await workNotifications(gateway.vintem.deps);
  expect(await readPayout(gateway, id)).toMatchObject({ status: 'RETURNED', returned_cents: 20_000 });
  const open = await query('SELECT 1 FROM acquirer_notifications WHERE reference = $1 AND worked_at IS NULL', [
    reference,
  ]);
  expect(open).toEqual([]);
});

it('what the bank says decides, not that it has written', async () => {
  const payout = await sentPayout();
  await notify(payout.reference);
  await workNotifications(gateway.vintem.deps);
  expect(await readPayout(gateway, payout.id)).toMatchObject({ status: 'SENT' });
});

it('another acquirer may not hint at it, and one that is not sent yet is not asked about', async () => {
  const payout = await sentPayout();
  const unsent = await askForPayout(gateway, company, 20_000);
  await control(payout, 'pay');
  let questions = 0;
  const rail = sandboxOf(gateway.vintem.deps).payouts as PayoutCapability;
  const counting = withSandbox(gateway.vintem.deps, {
    payouts: {
      ...rail,
      query: (about) => {
        questions++;
        return rail.query(about);
      },
    },
  });
  await notify(payout.reference, 'another-bank');
  await notify(unsent.reference);
  await workNotifications(counting);
  expect(questions).toBe(0);
  expect(await readPayout(gateway, payout.id)).toMatchObject({ status: 'SENT' });
  expect(await readPayout(gateway, unsent.id)).toMatchObject({ status: 'REQUESTED' });
});

it('a bank that does not answer leaves the hint open', async () => {
  const payout = await sentPayout();
  await notify(payout.reference);
  const silent = withSandbox(gateway.vintem.deps, {
    payouts: {
      ...(sandboxOf(gateway.vintem.deps).payouts as PayoutCapability),
      query: async () => ({ outcome: 'unknown', reason: 'no answer' }),
    },
  });
  await workNotifications(silent);
  const open = await query('SELECT 1 FROM acquirer_notifications WHERE reference = $1 AND worked_at IS NULL', [
    payout.reference,
  ]);
  expect(open).toHaveLength(1);
});

it('a refund that is named by its own reference is due at once', async () => {
  const id = await fund(gateway, company, 10_000);
  await orderFault(gateway, id, 'refund', 'processing');
  await refundPix(gateway, company, id);
  const [refund] = await refundsOf(gateway, id);
  await query("UPDATE refunds SET next_check_at = now() + interval '1 day' WHERE payment_id = $1", [id]);
  await notify(refund?.reference as string);
  await workNotifications(gateway.vintem.deps);
  expect(await query('SELECT next_check_at <= now() AS "isDue" FROM refunds WHERE payment_id = $1', [id])).toEqual([
    { isDue: true },
  ]);
});

it('one that has ended is worked off and changes nothing', async () => {
  const id = await fund(gateway, company, 10_000);
  expectRefunded(await refundPix(gateway, company, id));
  const [refund] = await refundsOf(gateway, id);
  await notify(refund?.reference as string);
  await workNotifications(gateway.vintem.deps);
  expect(await refundsOf(gateway, id)).toEqual([refund]);
  expect(
    await query('SELECT worked_at IS NOT NULL AS "isWorked" FROM acquirer_notifications WHERE reference = $1', [
      refund?.reference,
    ]),
  ).toEqual([{ isWorked: true }]);
});
