import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditBooks } from '../../support/audit.ts';
import { eventually, expectError } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import {
  balanceOf,
  createPaid,
  expectRefunded,
  openCompany,
  orderFault,
  participant,
  refundPix,
  refundsOf,
  settled,
} from '../../support/money.ts';

/** Nobody may spend the fee that a refund returns until the acquirer has confirmed the refund. */
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());
auditBooks(() => gateway?.database);

/**
 * The owner has 29,70: a sale of its own, minus the fee of 70,30 for a sale that goes to another company whole. The
 * refund of that sale is under way.
 */
async function holdRefund() {
  const owner = await openCompany(gateway, { pix: { fee_basis_points: 5000 } });
  const partner = await openCompany(gateway, { of: 'partner' });
  const own = await createPaid(gateway, owner, 20_000);
  const toPartner = { splitParticipants: [participant(partner, { merchantType: 'PRIMARY' })] };
  const id = await createPaid(gateway, owner, 14_060, toPartner);
  expect(await balanceOf(gateway, owner)).toEqual(settled(2970));
  await orderFault(gateway, id, 'refund', 'processing');
  expect((await refundPix(gateway, owner, id)).status).toBe(202);
  const settle = async (status: 'REFUNDED' | 'REFUSED') => {
    const [refund] = await refundsOf(gateway, id);
    await gateway.acquirer('POST', `/control/refunds/${refund?.reference}/settle`, { status });
    await gateway.database.db.query('UPDATE refunds SET next_check_at = requested_at WHERE payment_id = $1', [id]);
    gateway.vintem.deps.poke('check-refunds');
    await eventually(async () => expect((await refundsOf(gateway, id))[0]?.status).toBe(status));
  };
  return { owner, partner, own, id, settle };
}

it('a fee on its way back is to come, not available, and cannot be spent; a refusal then leaves nobody below zero', async () => {
  const { owner, partner, own, settle } = await holdRefund();
  expect(await balanceOf(gateway, owner)).toEqual({ available: 2970, future: 7030, retention: 0 });
  expect(await balanceOf(gateway, partner)).toEqual(settled(0));
  // This refund would take 100,00 from the owner, which has 29,70.
  expectError(await refundPix(gateway, owner, own), { status: 400, code: 'INSUFFICIENT_BALANCE' });
  await settle('REFUSED');
  expect([await balanceOf(gateway, owner), await balanceOf(gateway, partner)]).toEqual([
    settled(2970),
    settled(14_060),
  ]);
});

it('the confirmation makes it available', async () => {
  const { owner, own, settle } = await holdRefund();
  await settle('REFUNDED');
  expect(await balanceOf(gateway, owner)).toEqual(settled(10_000));
  expectRefunded(await refundPix(gateway, owner, own));
  expect(await balanceOf(gateway, owner)).toEqual(settled(0));
});

it('a fee that pays for its own leg counts at once: a sale alone can be refunded, and two at the same time', async () => {
  const owner = await openCompany(gateway, { pix: { fee_basis_points: 100 } });
  const ids = [await createPaid(gateway, owner, 10_000), await createPaid(gateway, owner, 10_000)];
  for (const id of ids) await orderFault(gateway, id, 'refund', 'processing');
  for (const id of ids) expect((await refundPix(gateway, owner, id)).status).toBe(202);
  expect(await balanceOf(gateway, owner)).toEqual(settled(0));
});
