import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildServer } from '../../../src/doors/http/server.ts';
import type { Payout } from '../../../src/gateway/payouts/payout.ts';
import { createSessionTokens } from '../../../src/parties/accounts/session-tokens.ts';
import { eventually, expectError, invalid, secretOf } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { createPaid, openCompany, type TestCompany } from '../../support/money.ts';
import { askForPayout, readPayout, setPayoutTerms } from '../../support/sandbox-payouts.ts';

/** Cents that leave it SENT for an hour: the bank is played by hand. */
const SLOW_CENTS = 20_005;
const ACTIONS = ['pay', 'fail', 'return'];

let gateway: TestGateway;
let company: TestCompany;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());
beforeEach(async () => {
  company = await openCompany(gateway);
  await createPaid(gateway, company, 100_000);
});

const act = (id: number | string, action: string, body?: object) =>
  gateway.post(`/sandbox/payouts/${id}/${action}`, body, company.session);
const statusOf = async ({ id }: Payout) => (await readPayout(gateway, id)).status;

async function sentPayout(): Promise<Payout> {
  const payout = await askForPayout(gateway, company, SLOW_CENTS);
  await eventually(async () => {
    const { status, seen_at } = await readPayout(gateway, payout.id);
    expect({ status, isSeen: seen_at !== null }).toEqual({ status: 'SENT', isSeen: true });
  });
  return payout;
}

describe('[sandbox] what the bank does with a payout', () => {
  it('pays it, and sends it back in part and whole', async () => {
    const payout = await sentPayout();
    const { id } = payout;
    const answer = (acquirer_status: string, returned_amount: number) => ({
      success: true,
      payout_id: id,
      acquirer_status,
      returned_amount,
    });
    expect(await act(id, 'pay')).toMatchObject({ status: 200, body: answer('PAID', 0) });
    await eventually(async () => expect(await statusOf(payout)).toBe('PAID'));
    expect((await act(id, 'return', { amount: 5 })).body).toEqual(answer('PAID', 5));
    await eventually(async () => expect((await readPayout(gateway, id)).returned_cents).toBe(5));
    expect((await act(id, 'return')).body).toEqual(answer('PAID', SLOW_CENTS));
    await eventually(async () => expect(await statusOf(payout)).toBe('RETURNED'));
    // Again: nothing more comes back.
    expect((await act(id, 'return')).body).toEqual(answer('PAID', SLOW_CENTS));
  });

  it('refuses it, and that is the end', async () => {
    const payout = await sentPayout();
    expect((await act(payout.id, 'fail')).body).toMatchObject({ acquirer_status: 'REFUSED' });
    await eventually(async () => expect(await statusOf(payout)).toBe('FAILED'));
    expect((await act(payout.id, 'fail')).body).toMatchObject({ acquirer_status: 'REFUSED' });
    expectError(await act(payout.id, 'pay'), invalid('id'));
    const tooLate = await act(payout.id, 'return');
    expectError(tooLate, invalid('id'));
    expect(tooLate.body.error).toBe('id: a payout that is REFUSED cannot come back');
  });

  it('with notify false only a question finds out', async () => {
    const payout = await sentPayout();
    expect((await act(payout.id, 'pay', { notify: false })).status).toBe(200);
    const told = await gateway.database.db.query('SELECT 1 FROM acquirer_notifications WHERE reference = $1', [
      payout.reference,
    ]);
    expect(told).toEqual([]);
  });

  it('cannot send back what it has not paid, nor more than it has', async () => {
    const { id } = await sentPayout();
    expectError(await act(id, 'return'), invalid('id'));
    await act(id, 'pay');
    const tooMuch = await act(id, 'return', { amount: SLOW_CENTS + 1 });
    expectError(tooMuch, invalid('amount'));
    const [asked, most] = [SLOW_CENTS + 1, SLOW_CENTS];
    expect(tooMuch.body.error).toBe(`amount: ${asked} is more than the ${most} cents that have not come back`);
    expect((await readPayout(gateway, id)).returned_cents).toBe(0);
  });

  it('knows nothing of one that was not sent', async () => {
    await setPayoutTerms(gateway, company, { needsApproval: true });
    const { id } = await askForPayout(gateway, company, SLOW_CENTS);
    for (const action of ACTIONS) expectError(await act(id, action), invalid('id'));
  });

  it('answers for what does not exist, for another merchant’s, and for what is no id', async () => {
    const payout = await sentPayout();
    for (const action of ACTIONS) {
      expectError(await act(987_654_321, action), { status: 404, code: 'PAYOUT_NOT_FOUND' });
      const path = `/sandbox/payouts/${payout.id}/${action}`;
      expectError(await gateway.post(path, {}, gateway.otherToken), { status: 404, code: 'PAYOUT_NOT_FOUND' });
      for (const id of ['0', '-1', '1.5', 'abc', '%00']) expectError(await act(id, action), invalid('id'));
    }
    expect(await statusOf(payout)).toBe('SENT');
  });

  it.each([0, -1, 1.5, '5', null, 1e12].map((amount) => ({ amount })))(
    'refuses the amount $amount',
    async ({ amount }) => {
      const { id } = await sentPayout();
      await act(id, 'pay');
      const answer = await act(id, 'return', { amount });
      // A null is as left out.
      if (amount === null) expect(answer.status).toBe(200);
      else expectError(answer, invalid('amount'));
    },
  );

  it('does not exist in live', async () => {
    const app = await buildServer(gateway.vintem.deps, {
      tokens: createSessionTokens({ secret: await secretOf(gateway, 'jwt'), previous: null }, 3600),
      sandbox: null,
      isMigrated: async () => true,
      isStopping: () => false,
    });
    const headers = { authorization: `Bearer ${gateway.token}` };
    for (const action of ACTIONS) {
      const answer = await app.inject({ method: 'POST', url: `/sandbox/payouts/1/${action}`, headers });
      expect(answer.json()).toMatchObject({ statusCode: 404, code: 'ROUTE_NOT_FOUND' });
    }
    await app.close();
  });
});
