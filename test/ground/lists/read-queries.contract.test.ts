import { afterAll, beforeAll, expect, it } from 'vitest';
import { sandboxOf } from '../../support/banks/acquirers.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { createPayment, openCompany, sandbox, type TestCompany } from '../../support/money.ts';

/** What reads may cost a bank: one question for many readers, and so many in a second for one merchant. */

const MOST = 3;

let gateway: TestGateway;
let shop: TestCompany;
beforeAll(async () => {
  gateway = await startTestGateway({
    RATE_LIMIT_PER_SECOND: '1000',
    READ_QUERIES_PER_SECOND: String(MOST),
    VINTEM_ROLE: 'api',
  });
  shop = await openCompany(gateway);
});
afterAll(() => gateway.close());

const read = (id: number, token = shop.session) => gateway.get(`/transactions/${id}?payment_type=PIX`, token);

it('the reads of one merchant ask only so often; beyond it they answer what is stored, and others ask on', async () => {
  // One second: the clock that counts stands still.
  const { clock } = gateway.vintem.deps;
  const now = clock.realNow();
  clock.realNow = () => now;
  const ids = [];
  for (let n = 0; n < MOST + 2; n++) ids.push(await createPayment(gateway, shop, 10_000));
  for (const id of ids) await sandbox(gateway, shop, id, 'pay', { notify: false });
  const answers = [];
  for (const id of ids) answers.push(await read(id));
  expect(answers.map(({ status, body }) => [status, body.status, body.acquirer_status === null])).toEqual([
    [200, 2, false],
    [200, 2, false],
    [200, 2, false],
    [200, 1, true],
    [200, 1, true],
  ]);
  expect(answers.at(-1)?.body.pending).toMatchObject({ reason: 'WAITING_FOR_PAYMENT' });
  const partner = await openCompany(gateway, { of: 'partner' });
  const theirs = await createPayment(gateway, partner, 10_000);
  expect((await read(theirs, partner.session)).body.acquirer_status).not.toBeNull();
  // The safety net and callbacks are not counted.
  expect(await sandboxOf(gateway.vintem.deps).query({ reference: 'r', transactionId: null, endToEndId: null })).toEqual(
    {
      outcome: 'not_found',
    },
  );
  clock.realNow = () => new Date(now.getTime() + 1_000);
  expect((await read(ids.at(-1) ?? 0)).body).toMatchObject({ status: 2, acquirer_status: { operation: {} } });
});
