import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readReceived } from '../../src/gateway/alignment/read-received.ts';
import { searchReturns } from '../../src/gateway/alignment/search-returns.ts';
import { readConfig } from '../../src/ground/config.ts';
import { createLog } from '../../src/ground/log.ts';
import { startVintem } from '../../src/main.ts';
import type { Acquirer } from '../../src/rails/acquirers/acquirer.ts';
import { runCli } from '../doors/cli/run-cli.ts';
import { expectCleanBooks } from '../support/audit.ts';
import { type LiveGateway, startLive } from '../support/banks/live-bank.ts';
import { eventually } from '../support/contract.ts';
import { boletoBody, orderBody } from '../support/orders.ts';

/** A whole life in live mode, as an operator would go through it: the commands, and payments by a bank. */

let live: LiveGateway;
let shop: { companyId: number; accessToken: string };

beforeAll(async () => {
  live = await startLive();
  shop = await live.openShop();
});
afterAll(() => live.close());

const order = (changes: Record<string, unknown> = {}) =>
  live.call('POST', '/payments/order', orderBody({ access_token: shop.accessToken, ...changes }));
const read = async (id: number) => (await live.call('GET', `/transactions/${id}?payment_type=PIX`)).body;
const stored = async (id: number) => (await live.call('GET', `/transactions/${id}`)).body;

async function txidOf(id: number): Promise<string> {
  const rows = await live.database.db.query<{ reference: string }>('SELECT reference FROM payments WHERE id = $1', [
    id,
  ]);
  return rows[0]?.reference ?? '';
}

async function divergencesOf(id: number): Promise<[string, number][]> {
  const { data } = (await live.call('GET', '/divergences?limit=100')).body;
  const own = data.filter(({ transaction_id }: { transaction_id: number }) => transaction_id === id);
  return own.map(({ kind, difference }: { kind: string; difference: number }) => [kind, difference]);
}

/** What the feed tells by now: it waits for whoever still writes, so that nothing can appear before what was told. */
const feed = async (): Promise<{ transaction_id: number; event: string }[]> =>
  (await live.call('GET', '/events?limit=100')).body.data;

describe('before there is a bank', () => {
  it('starts, refuses orders, and says what to run', async () => {
    expect(await order()).toMatchObject({ status: 400, body: { code: 'PAYMENT_TYPE_NOT_ENABLED' } });
    expect(live.log.join('')).toContain('vintem acquirer set NAME --file FILE');
    expect((await live.cli('acquirer', 'list')).out).toBe('there is none\n');
    expect((await live.call('POST', '/sandbox/clock', { advance_seconds: 1 })).status).toBe(404);
    expect(await live.database.db.query('SELECT name FROM generated_secrets')).toEqual([]);
    expect(await live.call('GET', '/readyz')).toMatchObject({ status: 200, body: { checks: { acquirer: 'none' } } });
  });

  it('what is wrong with the file is said in one line, and nothing is stored', async () => {
    for (const [changes, said] of [
      [{ base_url: 'http://bank.example' }, 'bank.json: base_url must begin with https://'],
      [{ certificate_file: 'bank-ca.pem' }, 'the private key does not belong to the certificate'],
    ] as const) {
      const run = await live.cli('acquirer', 'set', 'bank', '--file', await live.writeBankFile(changes));
      expect(run).toMatchObject({ code: 1, out: '', err: expect.stringContaining(said) });
    }
    expect((await live.cli('acquirer', 'list')).out).toBe('there is none\n');
  });
});

describe('with a bank', () => {
  beforeAll(async () => {
    const set = await live.cli('acquirer', 'set', 'bank', '--file', await live.writeBankFile());
    expect(set.out).toMatch(/^acquirer bank stored: standard at https:.*, certificate valid until \d{4}-\d{2}-\d{2}\n/);
    const given = await live.cli('company', 'set', String(shop.companyId), '--pix-acquirer', 'bank');
    expect(given.out).toContain('issued by bank');
    await eventually(async () => expect((await order()).status).toBe(200));
  });

  it('what is stored is encrypted, and no command prints a secret', async () => {
    const [row] = await live.database.db.query<{ row: string }>('SELECT c::text AS row FROM acquirer_configs c');
    const secrets = [live.bank.accounts[0]?.clientSecret ?? 'x', 'PRIVATE KEY'];
    const printed = await Promise.all([
      live.cli('acquirer', 'list', '--json'),
      live.cli('acquirer', 'check', 'bank', '--json'),
      live.cli('acquirer', 'register-webhook', 'bank', '--json'),
      live.cli('acquirer', 'check', 'bank'),
    ]);
    const [callback] = live.bank
      .received()
      .flatMap(({ operation, body }) => (operation === 'put_webhook' ? [body] : []));
    secrets.push((callback as { webhookUrl: string }).webhookUrl.split('/').at(-1) ?? '');
    for (const text of [row?.row ?? '', ...printed.flatMap(({ out, err }) => [out, err]), ...live.log])
      for (const secret of secrets) expect(text).not.toContain(secret);
  });

  it('check shows what works, and fails in one line when payments would not', async () => {
    const check = await live.cli('acquirer', 'check', 'bank');
    expect(check).toMatchObject({ code: 0, err: '' });
    expect((await live.call('GET', '/readyz')).body.checks.acquirer).toBe('up');
    const parts = [
      'certificate: CN=vintem-test',
      'token: granted',
      'scopes: cob.read',
      'charges: answered',
      'key: accepted',
    ];
    const lines = check.out.split('\n');
    for (const [index, part] of parts.entries()) expect(lines[index]).toContain(part);
    expect(lines[0]).toMatch(/valid until \d{4}-\d{2}-\d{2}$/);
    live.bank.refuseCertificates(true);
    const refused = await live.cli('acquirer', 'check', 'bank');
    live.bank.refuseCertificates(false);
    expect(refused).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/^vintem: the bank gives no token \(.*\)\n$/),
    });
  });

  it('check tells which scopes are missing, as an error only where payments need them', async () => {
    const account = live.bank.accounts[0] as { scopes: readonly string[] };
    const { scopes } = account;
    const checkWithout = (missing: RegExp) => {
      account.scopes = scopes.filter((scope) => !missing.test(scope));
      return live.cli('acquirer', 'check', 'bank');
    };
    const [fewer, tooFew] = [await checkWithout(/^webhook/), await checkWithout(/^pix.write$/)];
    account.scopes = scopes;
    expect([fewer.code, fewer.err]).toEqual([0, '']);
    expect(fewer.out.split('\n').slice(2, -1)).toEqual([
      'scopes: cob.read cob.write pix.read pix.write cobv.read cobv.write',
      'warning: not granted: webhook.read webhook.write',
      'charges: answered',
      'key: not known, because the bank does not grant webhook.read',
    ]);
    expect(tooFew).toMatchObject({
      code: 1,
      err: 'vintem: the bank does not grant pix.write: ask it for these scopes\n',
    });
  });

  it('order, QR scanned, callback under mTLS, approved, parts returned, then all', async () => {
    await live.cli('acquirer', 'register-webhook', 'bank');
    const answer = await order();
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    const { id, pix_qr_code } = answer.body.transaction;
    await live.bank.control.payCode(pix_qr_code);
    expect(live.bank.callbacks().at(-1)).toMatchObject({ result: 200, url: expect.stringMatching(/\/pix$/) });
    await eventually(async () => expect((await stored(id)).status).toBe(2));
    expect((await read(id)).acquirer_status).toMatchObject({
      id: await txidOf(id),
      operation: { status: 'PAID', value: 10_000 },
      payer: { document: '***.982.247-**' },
      history: [{ status: 'WAITING_PAYMENT' }, { status: 'PAID' }],
    });
    const refund = (amount?: number) =>
      live.call('POST', '/payments/pix/refund', { transaction_id: id, ...(amount ? { amount } : {}) });
    expect(await refund(33.34)).toMatchObject({ status: 200, body: { transaction: { refunded_amount: 3334 } } });
    expect(await refund(66.66)).toMatchObject({ status: 200, body: { transaction: { refunded_amount: 10_000 } } });
    const { status, acquirer_status } = await read(id);
    expect([status, acquirer_status.operation.status]).toEqual([4, 'REFUNDED']);
  });

  it('a stranger’s callback is not let in, and a wrong secret finds nothing', async () => {
    live.bank.habits.callbackCertificate = 'of a stranger';
    const { id } = (await order()).body.transaction;
    await live.bank.control.pay(await txidOf(id));
    live.bank.habits.callbackCertificate = 'its own';
    expect(live.bank.callbacks().at(-1)?.result).toEqual(expect.any(String));
    expect((await live.call('POST', '/acquirer/bank/notifications/guess', { pix: [] })).status).toBe(404);
    // Polling alone is enough.
    expect((await read(id)).status).toBe(2);
  });

  it('cancel, boleto without a rail, answers lost at every call', async () => {
    const first = (await order()).body.transaction;
    expect((await live.call('POST', `/transactions/${first.id}/cancel`)).status).toBe(200);
    expect((await read(first.id)).acquirer_status.operation.status).toBe('CANCELLED');
    expect(await live.call('POST', '/payments/order', boletoBody({ access_token: shop.accessToken }))).toMatchObject({
      status: 400,
      body: { code: 'PAYMENT_TYPE_NOT_ENABLED' },
    });
    live.bank.fault({ operation: 'put_cob', kind: 'lost', moment: 'after' });
    const key = { 'idempotency-key': 'lost-1' };
    const body = orderBody({ access_token: shop.accessToken });
    const lost = await live.call('POST', '/payments/order', body, key);
    expect(lost).toMatchObject({ status: 503, body: { code: 'ACQUIRER_UNAVAILABLE' } });
    const again = await live.call('POST', '/payments/order', body, key);
    expect(again).toMatchObject({ status: 200, body: { transaction: { id: lost.body.details.transaction_id } } });
    const { id } = again.body.transaction;
    await live.bank.control.pay(await txidOf(id));
    expect((await read(id)).status).toBe(2);
    live.bank.fault({ operation: 'put_devolucao', kind: 'lost', moment: 'after' });
    const refund = { transaction_id: id, amount: 10 };
    const refundKey = { 'idempotency-key': 'lost-2' };
    expect((await live.call('POST', '/payments/pix/refund', refund, refundKey)).status).toBe(503);
    expect(await live.call('POST', '/payments/pix/refund', refund, refundKey)).toMatchObject({
      status: 200,
      body: { transaction: { refunded_amount: 1_000 } },
    });
  });

  it('a bank that takes a second or two is waited for, and one that takes longer is answered with 202', async () => {
    const { id } = (await order()).body.transaction;
    await live.bank.control.pay(await txidOf(id));
    expect((await read(id)).status).toBe(2);
    const refund = (amount: number) => live.call('POST', '/payments/pix/refund', { transaction_id: id, amount });
    live.bank.habits.returnDelayMs = 300;
    expect(await refund(10)).toMatchObject({
      status: 200,
      body: { transaction: { status: 6, refunded_amount: 1_000 } },
    });
    Object.assign(live.bank.habits, { returnDelayMs: 0, returnOutcome: 'NAO_REALIZADO' });
    expect(await refund(20)).toMatchObject({ status: 400, body: { code: 'REFUND_REFUSED' } });
    live.bank.habits.returnOutcome = 'DEVOLVIDO';
    await eventually(async () => expect((await feed()).map(({ event }) => event)).toContain('refund.failed'));
  });

  it('paid twice and with another amount are divergences, by callback and by the daily list alike', async () => {
    const twice = (await order()).body.transaction.id;
    await live.bank.control.pay(await txidOf(twice));
    await eventually(async () => expect((await stored(twice)).status).toBe(2));
    await live.bank.control.pay(await txidOf(twice));
    await eventually(async () => expect(await divergencesOf(twice)).toEqual([['AMOUNT_MISMATCH', 10_000]]));

    live.bank.holdCallbacks();
    const less = (await order()).body.transaction.id;
    await live.bank.control.pay(await txidOf(less), { amountCents: 9_000 });
    const today = { from: new Date(Date.now() - 3_600_000), to: new Date(Date.now() + 1_000), isReturnedOnly: false };
    const bank = live.vintem.deps.acquirers.find('bank') as Acquirer;
    const reading = await readReceived(live.vintem.deps, bank, today);
    expect(reading).toMatchObject({ outcome: 'found' });
    expect([(await stored(less)).status, await divergencesOf(less)]).toEqual([2, [['AMOUNT_MISMATCH', -1_000]]]);
  });

  it('MED is found daily, booked once, and told', async () => {
    live.bank.holdCallbacks();
    const { id } = (await order()).body.transaction;
    const { endToEndId } = await live.bank.control.pay(await txidOf(id));
    expect((await read(id)).status).toBe(2);
    const takeBack = async (amountCents?: number) => {
      await live.bank.control.med(String(endToEndId), {
        nature: 'MED_FRAUDE',
        ...(amountCents ? { amountCents } : {}),
      });
      for (const _ of ['first', 'repeat']) {
        await live.database.db.query('DELETE FROM return_searches');
        while (await searchReturns(live.vintem.deps));
      }
    };
    await takeBack(300);
    expect(await stored(id)).toMatchObject({
      status: 2,
      refunded_amount: 300,
      refunds: [{ amount: 300, status: 'REFUNDED' }],
    });
    expect(await divergencesOf(id)).toEqual([['MED_REFUND', -300]]);
    await takeBack();
    expect(await stored(id)).toMatchObject({ status: 4, refunded_amount: 10_000 });
    expect(await divergencesOf(id)).toEqual([
      ['MED_REFUND', -9_700],
      ['MED_REFUND', -300],
    ]);
    await eventually(async () => {
      const events = await feed();
      expect(events.filter((event) => event.transaction_id === id && event.event === 'payment.refunded')).toMatchObject(
        [
          { refund_amount: 300, total_refunded_amount: 300, nature: 'MED_FRAUDE' },
          { refund_amount: 9_700, total_refunded_amount: 10_000, nature: 'MED_FRAUDE' },
        ],
      );
    });
    await live.bank.releaseCallbacks();
  });

  it('is not removed while it is needed, and another key opens it after a rekey', async () => {
    const used = await live.cli('acquirer', 'remove', 'bank');
    expect(used).toMatchObject({ code: 1, err: expect.stringContaining('issues the payments of company') });
    const key = 'c'.repeat(64);
    const env = { ...live.env, ACQUIRER_KEY: key, ACQUIRER_KEY_PREVIOUS: live.env['ACQUIRER_KEY'] ?? '' };
    const run = (...args: string[]) => runCli(env, ...args);
    expect((await run('acquirer', 'rekey')).out).toMatch(/^1 acquirers were encrypted again/);
    expect((await run('acquirer', 'rekey')).out).toMatch(/^0 acquirers/);
    expect(await live.cli('acquirer', 'check', 'bank')).toMatchObject({
      code: 1,
      err: expect.stringContaining('ACQUIRER_KEY does not open'),
    });
    // A service that starts with the wrong key says so, and not that there is no acquirer.
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => lines.push(line) });
    const other = await startVintem(readConfig({ ...live.env, PORT: '0', VINTEM_ROLE: 'api' }), log, () => {});
    const readiness = await fetch(`${other.url}/readyz`);
    expect([readiness.status, await readiness.json()]).toMatchObject([200, { checks: { acquirer: 'down' } }]);
    await other.close();
    expect(lines.join('')).toContain('ACQUIRER_KEY does not open its configuration');
    expect(lines.join('')).not.toContain('no acquirer is configured');
  });

  it('leaves the books clean', async () => {
    await expectCleanBooks(live.database.db);
  });
});
