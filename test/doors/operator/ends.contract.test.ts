import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginEpoch } from '../../../src/ground/db/begin-epoch.ts';
import { expectCleanBooks } from '../../support/audit.ts';
import { expectError, invalid } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { advance } from '../../support/money.ts';
import { type OperatorCall, openConsoleAsAdmin } from '../../support/operator-calls.ts';
import { askOpenPayout, leavePayoutSent, leaveRefundOpen } from '../../support/operator-money.ts';

/** How refunds and payouts end that no bank ever clears up. No job runs. */

const DAY_SECONDS = 86_400;
const reason = 'no extrato de 3 de março';

let gateway: TestGateway;
let call: OperatorCall;
beforeAll(async () => {
  gateway = await startTestGateway({ VINTEM_ROLE: 'api' });
  call = await openConsoleAsAdmin(gateway);
});
afterAll(() => gateway.close());

const loggedOf = (kind: string, id: number) =>
  gateway.database.db.query(
    'SELECT action, actor_kind, details FROM audit_log WHERE object_kind = $1 AND object_id = $2 ORDER BY id DESC',
    [kind, String(id)],
  );

describe('refunds', () => {
  it('of all merchants are listed, the oldest first; one that is old says so', async () => {
    const ids = [await leaveRefundOpen(gateway, 1_000), await leaveRefundOpen(gateway, 2_000)];
    const { body } = await call('GET', '/refunds?open=true');
    expect(body.data).toMatchObject([
      { id: ids[0], status: 'PROCESSING', said: 'NOTHING', is_old: false, amount: 1_000, acquirer: 'sandbox' },
      { id: ids[1] },
    ]);
    expect((await call('GET', '/refunds?open=true&limit=1&page=2')).body).toMatchObject({
      total: 2,
      data: [{ id: ids[1] }],
    });
    expect((await call('GET', '/refunds')).body.data[0].id).toBe(ids[1]);
    expect((await call('GET', '/refunds?merchant_id=987654')).body.total).toBe(0);
    await advance(gateway, DAY_SECONDS);
    expect((await call('GET', '/refunds?open=true')).body.data).toMatchObject([{ is_old: true }, { is_old: true }]);
  });

  it.each(['REFUNDED', 'REFUSED'] as const)('end as %s by the word of an operator, once', async (as) => {
    const id = await leaveRefundOpen(gateway, 3_000);
    const settle = (body: object) => call('POST', `/refunds/${id}/settle`, body);
    expectError(await settle({ as }), invalid('reason'));
    expectError(await settle({ as: 'LOST', reason }), invalid('as'));
    expect((await settle({ as, reason })).body).toMatchObject({ id, status: as, list: null });
    expectError(await settle({ as, reason }), { status: 400, code: 'VALIDATION_ERROR' });
    expect(await loggedOf('refund', id)).toMatchObject([
      {
        action: 'refund.settled',
        actor_kind: 'operator',
        details: { status: as, status_before: 'PROCESSING', reason },
      },
      {},
    ]);
    expect((await call('GET', '/refunds?open=true&limit=100')).body.data).not.toContainEqual(
      expect.objectContaining({ id }),
    );
    await expectCleanBooks(gateway.database.db);
  });

  it('that do not exist are 404', async () => {
    const nobody = { status: 404, code: 'REFUND_NOT_FOUND' } as const;
    expectError(await call('POST', '/refunds/987654/settle', { as: 'REFUNDED', reason }), nobody);
  });
});

describe('payouts', () => {
  it('of all merchants are listed with where they go, masked, and read with their history and journal', async () => {
    const { id, shop } = await askOpenPayout(gateway, 5_000);
    const { body } = await call('GET', '/payouts?open=true&status=REQUESTED');
    expect(body).toMatchObject({ total: 1, stands_still: false });
    expect(body.data[0]).toMatchObject({ id, company_id: shop.id, amount: 5_000, acquirer: 'sandbox', is_old: false });
    expect(body.data[0].destination).toMatchObject({ key: 'f***@l***.example' });
    const seen = (await call('GET', `/payouts/${id}`)).body;
    expect(seen).toMatchObject({
      waits_for: 'SENDING',
      history: [{ step: 'REQUESTED', by: 'D***' }],
      can_settle: false,
      can_return: false,
    });
    expect(seen.journal.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)).toBe(0);
    expect(seen).not.toHaveProperty('description');
    expect((await call('GET', '/payouts?acquirer=efi')).body.total).toBe(0);
    expect((await call('GET', '/payouts?merchant_id=987654')).body.total).toBe(0);
    expectError(await call('GET', '/payouts/987654'), { status: 404, code: 'PAYOUT_NOT_FOUND' });
    const settle = await call('POST', `/payouts/${id}/settle`, { as: 'PAID', reason });
    expectError(settle, { status: 400, code: 'VALIDATION_ERROR' });
  });

  it.each(['PAID', 'FAILED'] as const)('end as %s by the word of an operator, once', async (as) => {
    const { id } = await leavePayoutSent(gateway, 6_000);
    expect((await call('GET', `/payouts/${id}`)).body).toMatchObject({ can_settle: true, status: 'SENT' });
    const settle = (body: object) => call('POST', `/payouts/${id}/settle`, body);
    expectError(await settle({ as }), invalid('reason'));
    expect((await settle({ as, reason })).body).toMatchObject({ id, status: as, can_settle: false, list: null });
    expectError(await settle({ as, reason }), { status: 400, code: 'VALIDATION_ERROR' });
    expect(await loggedOf('payout', id)).toMatchObject([
      { action: 'payout.settled', actor_kind: 'operator', details: { status: as, status_before: 'SENT', reason } },
      {},
    ]);
    await expectCleanBooks(gateway.database.db);
  });

  it('that a bank sends come back by its word alone', async () => {
    const { id } = await leavePayoutSent(gateway, 1_500);
    await call('POST', `/payouts/${id}/settle`, { as: 'PAID', reason });
    const back = await call('POST', `/payouts/${id}/return`, { amount: 500, reason });
    expectError(back, { status: 400, code: 'VALIDATION_ERROR' });
    expectError(await call('POST', `/payouts/${id}/return`, { amount: 0, reason }), invalid('amount'));
  });

  it('that wait too long are old', async () => {
    const { id } = await leavePayoutSent(gateway, 1_700);
    await advance(gateway, 2 * 3_600);
    expect((await call('GET', `/payouts/${id}`)).body.is_old).toBe(true);
  });

  it('findings are listed and resolved with what was done, once', async () => {
    const { id: payout } = await leavePayoutSent(gateway, 1_900);
    const [row] = await gateway.database.db.query<{ id: number }>(
      `INSERT INTO payout_findings (merchant_id, company_id, payout_id, acquirer, kind, reference, our_cents,
         bank_cents, detected_at)
       SELECT merchant_id, company_id, id, acquirer, 'AMOUNT_DIFFERS', reference, amount_cents, 1, now()
       FROM payouts WHERE id = $1 RETURNING id`,
      [payout],
    );
    const finding = (row as { id: number }).id;
    const { body } = await call('GET', '/payout-findings?open=true');
    expect(body.data).toMatchObject([{ id: finding, payout_id: payout, kind: 'AMOUNT_DIFFERS', ours: 1_900, bank: 1 }]);
    expect((await call('GET', `/payouts/${payout}`)).body.findings).toMatchObject([{ id: finding }]);
    const resolve = () => call('POST', `/payout-findings/${finding}/resolve`, { reason });
    expect((await resolve()).body).toMatchObject({ id: finding, resolution: reason });
    expectError(await resolve(), { status: 400, code: 'VALIDATION_ERROR' });
    expect((await call('GET', '/payout-findings?open=true')).body.total).toBe(0);
    expect((await call('GET', '/payout-findings')).body.total).toBe(1);
  });

  it('go again after a restore once an operator says so', async () => {
    expectError(await call('POST', '/payouts/resume', { reason }), { status: 400, code: 'VALIDATION_ERROR' });
    await beginEpoch(gateway.database.db, new Date());
    expect((await call('GET', '/payouts')).body.stands_still).toBe(true);
    expect((await call('POST', '/payouts/resume', { reason })).body).toMatchObject({ requested: expect.any(Number) });
    expect((await call('GET', '/payouts')).body.stands_still).toBe(false);
    const [logged] = (await call('GET', '/audit-log')).body.data;
    expect(logged).toMatchObject({ action: 'payouts.resumed', details: { reason } });
  });
});
