import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { advance, balanceOf, createPaid, openCompany, settled, type TestCompany } from '../../support/money.ts';
import {
  askForPayout,
  bankPayoutsOf,
  bookingsOf,
  eventsOf,
  readPayout,
  setPayoutTerms,
  stepsOf,
} from '../../support/sandbox-payouts.ts';

/** The whole life of a payout through the sandbox, for each of the cents that decide; every job runs. */

const FUNDS = 100_000;
const FEE = 100;

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());

async function fundedCompany(): Promise<TestCompany> {
  const company = await openCompany(gateway);
  await createPaid(gateway, company, FUNDS);
  await setPayoutTerms(gateway, company, { fee: FEE });
  return company;
}

async function ask(amountCents: number) {
  const company = await fundedCompany();
  const { id, reference } = await askForPayout(gateway, company, amountCents);
  // Taken at once, whatever becomes of it.
  expect(await balanceOf(gateway, company)).toEqual(settled(FUNDS - amountCents - FEE));
  return { company, id, reference };
}

const untilStatus = (id: number, status: string) =>
  eventually(async () => {
    const payout = await readPayout(gateway, id);
    expect(payout.status).toBe(status);
    return payout;
  });

const held = (amountCents: number) => [
  `payout acquirer_clearing ${amountCents}`,
  `payout company_main ${-amountCents - FEE}`,
  `payout platform_fee ${FEE}`,
];
const undone = (amountCents: number) => [
  `payout_undone acquirer_clearing ${-amountCents}`,
  `payout_undone company_main ${amountCents + FEE}`,
  `payout_undone platform_fee ${-FEE}`,
];

describe('a payout through the sandbox', () => {
  it.each([20_000, 20_006])('%d: an ordinary amount is PAID', async (cents) => {
    const { company, id, reference } = await ask(cents);
    const paid = await untilStatus(id, 'PAID');
    expect(paid).toMatchObject({ sends: 1, returned_cents: 0, failure_reason: null });
    expect(paid.end_to_end_id).toMatch(/^E\d{20}\w{11}$/);
    expect(paid.sent_at).toBeInstanceOf(Date);
    expect(await balanceOf(gateway, company)).toEqual(settled(FUNDS - cents - FEE));
    expect(await stepsOf(gateway, id)).toEqual(['REQUESTED', 'SENT', 'PAID']);
    expect(await eventsOf(gateway, id)).toEqual(['payout.requested', 'payout.sent', 'payout.paid']);
    expect(await bookingsOf(gateway, id)).toEqual(held(cents));
    expect(await bankPayoutsOf(gateway, { reference })).toEqual([
      { status: 'PAID', amount_cents: cents, returned_cents: 0 },
    ]);
  });

  it(',01 is taken and FAILED: amount and fee are given back', async () => {
    const { company, id } = await ask(20_001);
    const failed = await untilStatus(id, 'FAILED');
    expect(failed).toMatchObject({ sends: 1, end_to_end_id: null, failure_reason: 'recusado pelo banco recebedor' });
    expect(await balanceOf(gateway, company)).toEqual(settled(FUNDS));
    expect(await stepsOf(gateway, id)).toEqual(['REQUESTED', 'SENT', 'FAILED']);
    expect(await eventsOf(gateway, id)).toEqual(['payout.requested', 'payout.sent', 'payout.failed']);
    expect(await bookingsOf(gateway, id)).toEqual([...held(20_001), ...undone(20_001)]);
  });

  it(',02 is refused later', async () => {
    const { company, id } = await ask(20_002);
    await untilStatus(id, 'SENT');
    await advance(gateway, 31);
    await untilStatus(id, 'FAILED');
    expect(await balanceOf(gateway, company)).toEqual(settled(FUNDS));
  });

  it(',03 is PAID and comes back whole: the fee is kept', async () => {
    const { company, id } = await ask(20_003);
    const returned = await untilStatus(id, 'RETURNED');
    expect(returned).toMatchObject({ returned_cents: 20_003, return_reason: 'devolvido pelo banco recebedor' });
    expect(await balanceOf(gateway, company)).toEqual(settled(FUNDS - FEE));
    expect(await stepsOf(gateway, id)).toEqual(['REQUESTED', 'SENT', 'PAID', 'RETURNED']);
    expect(await eventsOf(gateway, id)).toEqual(['payout.requested', 'payout.sent', 'payout.paid', 'payout.returned']);
    expect(await bookingsOf(gateway, id)).toEqual([
      ...held(20_003),
      'payout_return acquirer_clearing -20003',
      'payout_return company_main 20003',
    ]);
  });

  it(',04: the answer is lost, a question finds it, and it is sent once', async () => {
    const { company, id, reference } = await ask(20_004);
    expect(await untilStatus(id, 'PAID')).toMatchObject({ sends: 1 });
    expect(await bankPayoutsOf(gateway, { reference })).toHaveLength(1);
    expect(await balanceOf(gateway, company)).toEqual(settled(FUNDS - 20_004 - FEE));
    expect(await stepsOf(gateway, id)).toEqual(['REQUESTED', 'SENT', 'PAID']);
  });

  it(',05 stays SENT for an hour, its money taken', async () => {
    const { company, id } = await ask(20_005);
    // It is SENT before the bank is called, and the hour begins with the call.
    const { checks_done: before } = await eventually(async () => {
      const payout = await readPayout(gateway, id);
      expect(payout.seen_at).not.toBeNull();
      return payout;
    });
    await advance(gateway, 3_500);
    await eventually(async () => expect((await readPayout(gateway, id)).checks_done).toBeGreaterThan(before + 1));
    expect(await readPayout(gateway, id)).toMatchObject({ status: 'SENT', sends: 1 });
    expect(await balanceOf(gateway, company)).toEqual(settled(FUNDS - 20_005 - FEE));
    await advance(gateway, 200);
    await untilStatus(id, 'PAID');
  });
});
