import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createSmtpMailer } from '../../../src/pages/notices/smtp-mailer.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { openCompany, type TestCompany } from '../../support/money.ts';
import { startSmtpServer } from '../../support/processes/smtp-server.ts';
import { MONDAY, newAddress, type ReminderStage, setReminderStage, TUESDAY } from './reminder-stage.ts';

let gateway: TestGateway;
let stage: ReminderStage;
let shop: TestCompany;
let sister: TestCompany;
beforeAll(async () => {
  gateway = await startTestGateway();
  stage = setReminderStage(gateway);
});
afterAll(() => gateway.close());
beforeEach(async () => {
  await stage.reset();
  [shop, sister] = [await openCompany(gateway), await openCompany(gateway)];
});

const query = (sql: string) => gateway.database.db.query<Record<string, unknown>>(sql);
const refusals = () => query('SELECT company_id, address_hash FROM reminder_refusals');
const ONE_CLICK = 'List-Unsubscribe=One-Click';

/** The path that the payer of a new boleto got by mail. */
async function remindedPath(payer: string): Promise<string> {
  await stage.remind(shop, 0, 1);
  await stage.boleto(shop, payer, MONDAY);
  await stage.work(`${MONDAY}T09:00`);
  return new URL(stage.mailsTo(payer)[0]?.unsubscribeUrl ?? '').pathname;
}

const post = (path: string, type = 'application/x-www-form-urlencoded', rawBody = ONE_CLICK) =>
  gateway.call('POST', path, { rawBody, headers: { 'content-type': type }, redirect: 'manual' });

it('opening the address asks, and changes nothing', async () => {
  const path = await remindedPath(newAddress());
  const page = await gateway.call('GET', path);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(page.headers.get('x-robots-tag')).toBe('noindex');
  expect(page.body).toContain(`<form class="actions" method="post" action="${path}">`);
  expect(page.body).toContain('Não receber mais lembretes');
  expect(page.body).toContain(shop.name);
  expect(page.body).not.toContain('@');
  const english = await gateway.call('GET', `${path}?lang=en`);
  expect(english.body).toContain('Send me no more reminders');
  expect(english.body).toContain(`action="${path}?lang=en"`);
  expect(await refusals()).toEqual([]);
});

it('one click ends the reminders of that company to that address, and no others; again is the same', async () => {
  const payer = newAddress();
  const path = await remindedPath(payer);
  await stage.remind(sister, 1);
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain'])
    expect(await post(path, type)).toMatchObject({ status: 200, body: expect.stringContaining('Pronto') });
  const [row, ...more] = await refusals();
  expect(more).toEqual([]);
  expect(row?.['company_id']).toBe(shop.id);
  expect(String(row?.['address_hash'])).not.toContain(payer);

  const other = newAddress();
  await stage.boleto(shop, payer.toUpperCase(), TUESDAY);
  await stage.boleto(shop, other, TUESDAY);
  await stage.boleto(sister, payer, MONDAY);
  await stage.work(`${TUESDAY}T09:00`);
  const later = stage.mails.slice(1);
  expect(later.map(({ to, text }) => [to[0], text.includes(sister.name)]).sort()).toEqual(
    [
      [payer, true],
      [other, false],
    ].sort(),
  );
});

it('who says so after a reminder was found gets none', async () => {
  const payer = newAddress();
  const path = await remindedPath(payer);
  await stage.find(`${TUESDAY}T09:00`);
  await post(path);
  await stage.send(`${TUESDAY}T09:00`);
  expect(stage.mailsTo(payer)).toHaveLength(1);
});

it('an address that was changed by one letter, or is no address, is unknown and changes nothing', async () => {
  const path = await remindedPath(newAddress());
  const last = path.at(-1) === 'A' ? 'B' : 'A';
  const [mail] = stage.mails;
  const payToken = /\/pay\/([\w-]+)/.exec(mail?.text ?? '')?.[1];
  const wrong = [
    `${path.slice(0, -1)}${last}`,
    `/reminders/${path.split('/').at(-1)?.toLowerCase()}`,
    `/reminders/${payToken}`,
    '/reminders/x',
    '/reminders/%00',
    `/reminders/${'a'.repeat(500)}`,
  ];
  for (const address of wrong) {
    const answers = [await gateway.call('GET', address), await post(address)];
    // A form to an address that is too long for any page of ours is refused before it is looked at.
    expect(answers.map(({ status }) => status)).toEqual([404, address.length > 200 ? 400 : 404]);
    expect(answers[0]?.body).toContain('Link não encontrado');
  }
  expect(await refusals()).toEqual([]);
});

it('a large body is refused', async () => {
  const path = await remindedPath(newAddress());
  expect((await post(path, 'application/x-www-form-urlencoded', 'x'.repeat(2_000))).status).toBe(413);
  expect(await refusals()).toEqual([]);
});

it('strangers are slowed down', async () => {
  const limited = await startTestGateway({ RATE_LIMIT_PER_SECOND: '1000' }, gateway.database);
  try {
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => limited.call('POST', '/reminders/x', { rawBody: ONE_CLICK })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404, 429]));
  } finally {
    await limited.close();
  }
});

it('mails carry both headers of RFC 8058, and say whether a server that failed has taken them', async () => {
  const smtp = await startSmtpServer();
  const { hostname, port } = new URL(smtp.url);
  const settings = {
    host: hostname,
    port: Number(port),
    isSecure: false,
    user: null,
    password: null,
    from: { name: 'Vintém', address: 'avisos@vintem.example' },
  };
  const mailer = await createSmtpMailer(settings, 'sandbox');
  const mail = { to: ['a@example.com'], subject: 'x', text: 'x', html: '<p>x</p>', messageId: '<1@localhost>' };
  const unsubscribeUrl = `https://pay.example.com/reminders/20261117-ABCDEFGHJK-${'a'.repeat(32)}`;
  expect(await mailer.send({ ...mail, unsubscribeUrl })).toEqual({ outcome: 'sent' });
  expect(smtp.mails[0]?.headers.get('list-unsubscribe')).toBe(`<${unsubscribeUrl}>`);
  expect(smtp.mails[0]?.headers.get('list-unsubscribe-post')).toBe(ONE_CLICK);
  await mailer.send(mail);
  expect([...(smtp.mails[1]?.headers.keys() ?? [])]).not.toContain('list-unsubscribe');

  smtp.refuse('DATA', '451 later');
  expect(await mailer.send(mail)).toMatchObject({ isFinal: false, isUnsent: true });
  smtp.refuse('RCPT', '550 nobody');
  expect(await mailer.send(mail)).toMatchObject({ isFinal: true, isUnsent: true });
  await smtp.close();
  expect(await mailer.send(mail)).toMatchObject({ outcome: 'failed', isFinal: false, isUnsent: true });

  // The whole mail is there when the connection breaks off: nobody knows.
  const breaking = createServer((socket) => {
    socket.on('error', () => {}).write('220 test\r\n');
    socket.setEncoding('utf8').on('data', (text: string) => {
      if (text.endsWith('\r\n.\r\n')) socket.destroy();
      else if (!text.includes('From:')) socket.write(text.startsWith('DATA') ? '354 go ahead\r\n' : '250 ok\r\n');
    });
  });
  await new Promise<void>((resolve) => breaking.listen(0, '127.0.0.1', resolve));
  const { port: other } = breaking.address() as AddressInfo;
  const unsure = await createSmtpMailer({ ...settings, port: other }, 'sandbox');
  expect(await unsure.send(mail)).toMatchObject({ outcome: 'failed', isFinal: false, isUnsent: false });
  breaking.close();
});
