import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { auditBooks } from '../../support/audit.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { orderBody, orderOf } from '../../support/orders.ts';

let gateway: TestGateway;
let other: TestGateway;
/** For what the acquirer does not answer: it waits for less. */
let impatient: TestGateway;
let counter = 0;

beforeAll(async () => {
  gateway = await startTestGateway();
  other = await startTestGateway({}, gateway.database);
  impatient = await startTestGateway({ VINTEM_ROLE: 'api' }, gateway.database, { acquirerTimeoutMs: 3_000 });
});
afterAll(async () => {
  await impatient.close();
  await other.close();
  await gateway.close();
});
afterEach(async () => {
  await gateway.acquirer('DELETE', '/control/faults');
});
auditBooks(() => gateway?.database);

const newKey = () => `key-${++counter}`;
const post = (path: string, body: unknown, key: string, at = gateway, token = at.token) =>
  at.call('POST', path, { token, body, headers: { 'idempotency-key': key } });
const order = (key: string, body: unknown = orderBody(), at = gateway) => post('/payments/order', body, key, at);
const fault = (operation: string, kind: string, times = 1) =>
  gateway.acquirer('POST', '/control/faults', { operation, kind, times });
const expireLease = (key: string) =>
  gateway.database.db.query('UPDATE idempotency_keys SET leased_until = created_at WHERE key = $1', [key]);
async function payments(): Promise<number> {
  const [row] = await gateway.database.db.query<{ count: number }>('SELECT count(*) AS count FROM payments');
  return row?.count ?? 0;
}
async function charges(): Promise<number> {
  const [row] = await gateway.database.db.query<{ count: number }>(
    'SELECT count(*) AS count FROM sandbox_acquirer.charges',
  );
  return row?.count ?? 0;
}
async function paid(totalCents: number): Promise<number> {
  const { id } = (await gateway.post('/payments/order', orderOf(totalCents))).body.transaction;
  await gateway.post(`/sandbox/transactions/${id}/pay`);
  return id;
}

describe('an order with a key', () => {
  it('is answered again, status and body, and marked as replayed', async () => {
    const key = newKey();
    const first = await order(key);
    const before = await payments();
    const second = await order(key);
    expect(second.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(await payments()).toBe(before);
  });

  it('is answered the same to the letter, however the metadata were ordered', async () => {
    const key = newKey();
    const body = { ...orderBody(), metadata: { pedido: '1', canal: 'loja', b: '2', a: '3' } };
    const [first, again] = [await order(key, body), await order(key, body)];
    expect(JSON.stringify(again.body)).toBe(JSON.stringify(first.body));
    const { body: details } = await gateway.get(`/transactions/${first.body.transaction.id}`);
    expect(JSON.stringify(details.metadata)).toBe(JSON.stringify(first.body.transaction.metadata));
  });

  it('is the same request with its keys in another order and its nulls left out', async () => {
    const key = newKey();
    const first = await order(key);
    const shuffled = Object.fromEntries(Object.entries({ ...orderBody(), payment_link_id: null }).reverse());
    expect((await order(key, shuffled)).body).toEqual(first.body);
  });

  it('is refused with another body', async () => {
    const key = newKey();
    await order(key);
    expect(await order(key, orderOf(7777))).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
  });

  it('is refused on another path', async () => {
    const key = newKey();
    const id = (await order(key)).body.transaction.id;
    expect(await post('/payments/reversal', { transaction_id: id }, key)).toMatchObject({ status: 422 });
  });

  it.each(['a b', 'é', 'x'.repeat(256)])('needs a key of visible ASCII: %j', async (key) => {
    const before = await payments();
    const answer = await order(encodeURI(key) === key ? key : Buffer.from(key, 'utf8').toString('latin1'));
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR', field: 'Idempotency-Key' } });
    expect(await payments()).toBe(before);
  });

  it('leaves the key free after a 4xx', async () => {
    const key = newKey();
    expect((await order(key, orderOf(100))).status).toBe(400);
    expect((await order(key)).status).toBe(200);
  });

  it('belongs to one merchant', async () => {
    const key = newKey();
    const mine = await order(key);
    const theirs = await post(
      '/payments/order',
      orderBody({ access_token: 'est_demo_parceiro' }),
      key,
      gateway,
      gateway.otherToken,
    );
    expect(theirs.status).toBe(200);
    expect(theirs.body.transaction.id).not.toBe(mine.body.transaction.id);
  });

  it('makes one payment of fifty at once over two processes', async () => {
    const key = newKey();
    const before = await payments();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => order(key, orderBody(), index % 2 ? other : gateway)),
    );
    // Whoever comes while the first is under way is told so; on a busy machine all may come after it.
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    expect(await payments()).toBe(before + 1);
    const ids = new Set(answers.filter((answer) => answer.status === 200).map((answer) => answer.body.transaction.id));
    expect(ids.size).toBe(1);
    expect((await order(key)).body.transaction.id).toBe([...ids][0]);
  });

  it.each(['timeout_after_accepting', 'timeout_before_accepting', 'error_500', 'garbage', 'connection_reset'])(
    'resumes the same payment after a 503 (%s)',
    async (kind) => {
      const key = newKey();
      const [paymentsBefore, chargesBefore] = [await payments(), await charges()];
      await fault('charge', kind);
      const first = await order(key, orderBody(), impatient);
      expect(first).toMatchObject({ status: 503, body: { code: 'ACQUIRER_UNAVAILABLE' } });
      const second = await order(key);
      expect(second.status).toBe(200);
      expect(second.body.transaction).toMatchObject({ id: first.body.details.transaction_id, status: 'PENDING' });
      expect(second.body.transaction.pix_qr_code).toEqual(expect.any(String));
      expect([await payments(), await charges()]).toEqual([paymentsBefore + 1, chargesBefore + 1]);
      expect((await order(key)).headers.get('idempotency-replayed')).toBe('true');
    },
  );

  it('answers 409 while the first runs, and resumes when its lease is over', async () => {
    const key = newKey();
    const { id } = (await order(key)).body.transaction;
    // A crash between the work and its answer leaves this behind: the key is stored, the answer is not.
    await gateway.database.db.query(
      `UPDATE idempotency_keys SET response_status = NULL, response_body = NULL, leased_until = created_at +
       interval '1 hour' WHERE key = $1`,
      [key],
    );
    expect(await order(key)).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_IN_PROGRESS' } });
    await expireLease(key);
    expect((await order(key)).body.transaction.id).toBe(id);
  });

  it('is forgotten after a day', async () => {
    const key = newKey();
    const { id } = (await order(key)).body.transaction;
    await gateway.database.db.query(
      `UPDATE idempotency_keys SET created_at = created_at - interval '24 hours'
     WHERE key = $1`,
      [key],
    );
    expect((await order(key, orderOf(9999))).body.transaction.id).not.toBe(id);
  });
});

describe('a refund with a key', () => {
  it.each(['/payments/pix/refund', '/payments/reversal'])('%s is made once and answered again', async (path) => {
    const key = newKey();
    const id = await paid(10_000);
    const first = await post(path, { transaction_id: id }, key);
    const second = await post(path, { transaction_id: id }, key, other);
    expect(first.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
  });

  it.each(['timeout_after_accepting', 'timeout_before_accepting', 'error_500'])(
    'resumes the same refund after a 503 (%s)',
    async (kind) => {
      const key = newKey();
      const id = await paid(10_000);
      await fault('refund', kind);
      const body = { transaction_id: id, amount: 40 };
      const first = await post('/payments/pix/refund', body, key, impatient);
      expect(first.status).toBe(503);
      const second = await post('/payments/pix/refund', body, key);
      expect(second).toMatchObject({
        status: 200,
        body: { transaction: { refunded_amount: 4000 }, refund: { amount: 4000 } },
      });
      expect(second.body.refund.id).toBe(first.body.details.refund_id);
    },
  );

  it('leaves the key free when the acquirer refuses', async () => {
    const key = newKey();
    const id = await paid(10_000);
    await fault('refund', 'refuse');
    const body = { transaction_id: id };
    expect(await post('/payments/reversal', body, key)).toMatchObject({
      status: 400,
      body: { code: 'REFUND_REFUSED' },
    });
    expect(await post('/payments/reversal', body, key)).toMatchObject({
      status: 200,
      body: { transaction: { status: 'REFUNDED' } },
    });
  });
});

it('a retry with a key makes one payment', async () => {
  const key = newKey();
  const { id } = (await gateway.post('/payments/order', orderBody())).body.transaction;
  await gateway.post(`/sandbox/transactions/${id}/fail`);
  const first = await post(`/transactions/${id}/retry`, undefined, key);
  expect(first.body.transaction).toMatchObject({ retry_of: id, status: 'PENDING' });
  // Some clients send an empty object when they have nothing to send.
  for (const body of [undefined, {}])
    expect((await post(`/transactions/${id}/retry`, body, key)).body).toEqual(first.body);
});
