import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectCleanBooks } from '../../support/audit.ts';
import { eventually } from '../../support/contract.ts';
import { type LiveShop, openLiveShop } from './live-shop.ts';

/** Callbacks at the listener of the API, which the secret in the address alone opens: no certificate is asked for. */

const WITHOUT_LISTENER = { CALLBACK_TLS_CERT_FILE: '', CALLBACK_TLS_KEY_FILE: '', CALLBACK_TLS_CLIENT_CA_FILE: '' };

let live: LiveShop;
let secret: string;
beforeAll(async () => {
  live = await openLiveShop({ settings: WITHOUT_LISTENER });
  // The address that the bank gets leads nowhere: the test is what calls.
  live.bank.holdCallbacks();
  await live.setUpBank();
  const registered = live.bank.received().flatMap(({ operation, body }) => (operation === 'put_webhook' ? [body] : []));
  secret = (registered.at(-1) as { webhookUrl: string }).webhookUrl.split('/').at(-1) ?? '';
});
afterAll(() => live?.close());

const callBack = (path: string, body: unknown) => live.call('POST', `/acquirer/${path}`, body);
const about = (txid: string) => ({
  pix: [{ endToEndId: `E${'1'.repeat(31)}`, txid, valor: '100.00', horario: 'now' }],
});

async function countNotifications(): Promise<number> {
  const [row] = await live.database.db.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM acquirer_notifications',
  );
  return row?.count ?? -1;
}

async function countWaiting(): Promise<number> {
  const [row] = await live.database.db.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM acquirer_notifications WHERE worked_at IS NULL',
  );
  return row?.count ?? -1;
}

it.each(['', '/pix'])('the secret with %j behind it opens the address, and the payment is found', async (suffix) => {
  const { id, txid } = await live.ordered();
  await live.bank.control.pay(txid);
  expect(await callBack(`banco/notifications/${secret}${suffix}`, about(txid))).toMatchObject({
    status: 200,
    body: { success: true },
  });
  await live.becomes(id, 2);
});

it('a hundred callbacks at once, alike and not, approve a payment once', async () => {
  const [{ id, txid }, unpaid] = [await live.ordered(), await live.ordered()];
  const { endToEndId } = await live.bank.control.pay(txid);
  const send = (n: number) => {
    // Alike, of another time, of an id that another payment has, and together with a charge that nobody paid.
    const [first] = about(txid).pix;
    const lies = [{}, { horario: String(n) }, { endToEndId, valor: `${n}.00` }];
    const pix = [{ ...first, ...lies[n % lies.length] }, ...about(unpaid.txid).pix];
    return callBack(`banco/notifications/${secret}`, { pix });
  };
  const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => send(n)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  await live.becomes(id, 2);
  await eventually(async () => expect(await countWaiting()).toBe(0));
  expect(await live.eventsOf(id)).toEqual(['payment.created', 'payment.approved']);
  expect([(await live.transaction(unpaid.id)).status, await live.divergencesOf(id)]).toEqual([1, []]);
  await expectCleanBooks(live.database.db);
});

it('a bank can tell about its own charges only', async () => {
  const [{ id, txid }, second] = [await live.ordered(), await live.writeBankFile()];
  expect((await live.cli('acquirer', 'set', 'segundo', '--file', second)).code).toBe(0);
  live.bank.fault({ operation: 'put_webhook', kind: 'lost', moment: 'after' });
  expect(await live.cli('acquirer', 'register-webhook', 'segundo')).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/^vintem: the bank did not register the webhook \(.*\)\n$/),
  });
  expect((await live.cli('acquirer', 'register-webhook', 'segundo')).code).toBe(0);
  const registered = live.bank.received().flatMap(({ operation, body }) => (operation === 'put_webhook' ? [body] : []));
  const its = (registered.at(-1) as { webhookUrl: string }).webhookUrl.split('/').at(-1) ?? '';
  await live.bank.control.pay(txid);
  await eventually(async () => expect((await callBack(`segundo/notifications/${its}`, about(txid))).status).toBe(200));
  expect((await callBack(`segundo/notifications/${secret}`, about(txid))).status).toBe(404);
  await eventually(async () => expect(await countWaiting()).toBe(0));
  expect((await live.transaction(id)).status).toBe(1);
  expect((await live.transaction(id, true)).status).toBe(2);
  expect(await live.cli('acquirer', 'remove', 'segundo')).toMatchObject({ code: 0, out: 'acquirer segundo removed\n' });
});

it('any other secret is answered as the name of a bank that is not here, and nobody is asked', async () => {
  const { txid } = await live.ordered();
  const before = await countNotifications();
  live.bank.forgetReceived();
  const unknown = await callBack(`nobody/notifications/${secret}`, about(txid));
  expect(unknown).toMatchObject({ status: 404, body: { code: 'ROUTE_NOT_FOUND' } });
  const guesses = [
    'guess',
    secret.slice(0, -1),
    `${secret}x`,
    // As long as the right one, wrong in the first or in the last place.
    (secret.startsWith('A') ? 'B' : 'A') + secret.slice(1),
    secret.slice(0, -1) + (secret.endsWith('A') ? 'B' : 'A'),
    secret.toLowerCase(),
    `${secret}%00`,
    `%20${secret}`,
    'x'.repeat(256),
  ];
  for (const guess of guesses)
    for (const suffix of ['', '/pix']) {
      const answer = await callBack(`banco/notifications/${guess}${suffix}`, about(txid));
      expect([guess, answer.status, answer.body]).toEqual([guess, 404, unknown.body]);
      expect(namesOf(answer.headers)).toEqual(namesOf(unknown.headers));
    }
  expect(await countNotifications()).toBe(before);
  // Payments of before are looked at again in their own time.
  expect(live.bank.received().filter(({ path }) => path.includes(txid))).toEqual([]);
});

it('what a stranger sends is not read: its form changes nothing', async () => {
  const send = async (path: string, type: string, body: string) => {
    const headers = { 'content-type': type };
    const answer = await fetch(`${live.vintem.url}/acquirer/${path}`, { method: 'POST', headers, body });
    return [answer.status, await answer.json()];
  };
  const unknown = await send('nobody/notifications/guess', 'application/json', '{}');
  expect(unknown[0]).toBe(404);
  for (const [type, body] of [
    ['application/json', '{'],
    ['application/json', ''],
    ['application/xml', '<pix/>'],
  ] as const)
    expect(await send('banco/notifications/guess', type, body)).toEqual(unknown);
  expect((await send(`banco/notifications/${secret}`, 'application/xml', '<pix/>'))[0]).toBe(415);
});

it('no line of the log holds the secret, and the books are clean', async () => {
  for (const line of live.log) expect(line).not.toContain(secret);
  await expectCleanBooks(live.database.db);
});

const namesOf = (headers: Headers) => [...headers.keys()].sort();
