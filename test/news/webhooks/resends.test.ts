import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { expectError } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { createPayment, openCompany, type TestCompany } from '../../support/money.ts';
import { logOf, openHook } from './hooks.ts';

const LIMITED = { RATE_LIMIT_PER_SECOND: '1000' };
const PER_MINUTE = 5;

let gateway: TestGateway;
let second: TestGateway;
let company: TestCompany;
beforeAll(async () => {
  gateway = await startTestGateway(LIMITED);
  second = await startTestGateway(LIMITED, gateway.database);
  company = await openCompany(gateway);
});
afterAll(async () => {
  await second.close();
  await gateway.close();
});

// The minute in which they count ends when a test lets it.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const resend = (paymentId: number | string, through = gateway) => through.post(`/webhooks/${paymentId}/retry`);
const resentTo = async (webhookId: number) =>
  (await logOf(gateway, webhookId)).filter((delivery) => delivery.resend).length;

it('a transaction is resent five times a minute, through whichever process and by whichever id, and then 429', async () => {
  const hook = await openHook(gateway, { company_id: company.id });
  const id = await createPayment(gateway, company, 1_000);
  const [payment] = await gateway.database.db.query<{ acquirer_id: string }>(
    `SELECT response_data_subacquirer_integration ->> 'transactionId' AS acquirer_id FROM payments WHERE id = $1`,
    [id],
  );
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, turn) =>
      resend(turn % 4 < 2 ? id : (payment?.acquirer_id ?? ''), turn % 2 === 0 ? gateway : second),
    ),
  );
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(PER_MINUTE);
  const refused = answers.filter(({ status }) => status !== 202);
  for (const answer of refused) {
    expectError(answer, { status: 429, code: 'RATE_LIMITED' });
    const seconds = Number(answer.headers.get('retry-after'));
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(60);
  }
  expect(await resentTo(hook.id)).toBe(PER_MINUTE);
  await hook.receiver.close();
});

it('another transaction has a count of its own, and the minute ends', async () => {
  const [first, other] = [await createPayment(gateway, company, 1_000), await createPayment(gateway, company, 2_000)];
  for (let turn = 0; turn < PER_MINUTE; turn++) expect((await resend(first)).status).toBe(202);
  expect((await resend(first)).status).toBe(429);
  expect((await resend(other)).status).toBe(202);
  vi.setSystemTime(Date.now() + 40_000);
  const almost = await resend(first);
  expect(almost.status).toBe(429);
  expect(Number(almost.headers.get('retry-after'))).toBe(20);
  vi.setSystemTime(Date.now() + 20_000);
  for (let turn = 0; turn < PER_MINUTE; turn++) expect((await resend(first)).status).toBe(202);
  expect((await resend(first)).status).toBe(429);
});

it('a stranger gets the answer of an unknown transaction, and counts for nothing', async () => {
  const id = await createPayment(gateway, company, 1_000);
  for (let turn = 0; turn <= PER_MINUTE; turn++) {
    expectError(await gateway.post(`/webhooks/${id}/retry`, undefined, gateway.otherToken), {
      status: 404,
      code: 'TRANSACTION_NOT_FOUND',
    });
  }
  expect((await resend(id)).status).toBe(202);
});

it('a webhook is tested ten times a minute, then 429; another one has a count of its own', async () => {
  const [hook, other] = [await openHook(gateway), await openHook(gateway)];
  const answers = await Promise.all(Array.from({ length: 15 }, () => gateway.post(`/webhooks/${hook.id}/test`)));
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(10);
  for (const answer of answers.filter(({ status }) => status !== 202))
    expectError(answer, { status: 429, code: 'RATE_LIMITED' });
  expect((await gateway.post(`/webhooks/${other.id}/test`)).status).toBe(202);
  await Promise.all([hook, other].map(({ receiver }) => receiver.close()));
});

it('one delivery is resent as often as its transaction, through whichever process, and then 429', async () => {
  const hook = await openHook(gateway, { company_id: company.id });
  const id = await createPayment(gateway, company, 1_000);
  const [delivery] = await logOf(gateway, hook.id);
  const path = `/webhooks/${hook.id}/deliveries/${delivery?.id}/retry`;
  expect((await resend(id)).status).toBe(202);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, turn) => (turn % 2 === 0 ? gateway : second).post(path)),
  );
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(PER_MINUTE - 1);
  for (const answer of answers.filter(({ status }) => status !== 202))
    expectError(answer, { status: 429, code: 'RATE_LIMITED' });
  expect(await resentTo(hook.id)).toBe(PER_MINUTE);
  await hook.receiver.close();
});
