import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { saoPauloDateTime } from '../../../src/ground/brazil/calendar.rules.ts';
import type { MailOutcome } from '../../../src/ground/mailer.ts';
import { findReminders } from '../../../src/pages/reminders/find-reminders.ts';
import { forgetReminders } from '../../../src/pages/reminders/forget-reminders.ts';
import { measureReminders } from '../../../src/pages/reminders/measure-reminders.ts';
import { claimReminders } from '../../../src/pages/reminders/reminders.sql.ts';
import { sendReminders } from '../../../src/pages/reminders/send-reminders.ts';
import { eventually } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { FORM, ledTo, linksOf, paymentAt } from '../../support/links.ts';
import { openCompany, readPayment, sandbox, type TestCompany } from '../../support/money.ts';
import {
  ASH_WEDNESDAY,
  CARNIVAL_MONDAY,
  MONDAY,
  newAddress,
  type ReminderStage,
  setReminderStage,
  THURSDAY,
  TUESDAY,
} from './reminder-stage.ts';

let gateway: TestGateway;
let stage: ReminderStage;
let shop: TestCompany;
let otherMerchants: TestCompany;
beforeAll(async () => {
  gateway = await startTestGateway();
  stage = setReminderStage(gateway);
});
afterAll(() => gateway.close());
beforeEach(async () => {
  await stage.reset();
  shop = await openCompany(gateway);
  otherMerchants = await openCompany(gateway, { of: 'partner' });
});

const query = (sql: string, params: unknown[] = []) => gateway.database.db.query<Record<string, unknown>>(sql, params);

describe('a reminder', () => {
  it('goes out at nine, with the page, the figures of the day and the way to end it, once', async () => {
    await stage.remind(shop, -3, 0, 3);
    const payer = newAddress();
    const id = await stage.boleto(shop, payer, THURSDAY);
    await stage.work(`${MONDAY}T08:59`);
    expect(stage.mails).toEqual([]);
    await stage.work(`${MONDAY}T09:00`);
    expect(stage.mails).toHaveLength(1);
    const { payment_url } = await readPayment(gateway, shop, id);
    const [mail] = stage.mails;
    expect(mail?.to).toEqual([payer]);
    expect(mail?.subject).toBe(`Lembrete: boleto de R$\u00a0150,00 para ${shop.name} vence em 09/03/2090`);
    for (const text of [mail?.text, mail?.html]) {
      expect(text).toContain(payment_url);
      expect(text).toContain('Valor hoje: R$\u00a0150,00.');
      expect(text).toContain(mail?.unsubscribeUrl);
    }
    expect(mail?.unsubscribeUrl).not.toContain('@');
    await stage.work(`${MONDAY}T09:01`);
    await stage.work(`${MONDAY}T18:00`);
    expect(stage.mails).toHaveLength(1);
    await stage.work(`${TUESDAY}T09:00`);
    await stage.work(`${THURSDAY}T09:00`);
    expect(stage.mails.map(({ subject }) => subject)).toEqual([
      expect.stringContaining('vence em'),
      expect.stringContaining('vence hoje'),
    ]);
  });

  it('shows fine and interest of a late boleto as they are on the day', async () => {
    await stage.remind(shop, 3);
    const payment = { type: 'invoice', installments: 1, fine: { percent: 200 }, interest: { monthly_percent: 100 } };
    await stage.boleto(shop, newAddress(), MONDAY, { order: { payment } });
    await stage.work(`${THURSDAY}T10:00`);
    expect(stage.mails[0]?.text).toContain('Valor hoje: R$\u00a0153,15, com multa e juros até hoje.');
  });

  it('moves over Carnival, Sundays and the end of a month to the next day on which banks work', async () => {
    await stage.remind(shop, 0, 1);
    const [onMonday, lateFebruary] = [newAddress(), newAddress()];
    await stage.boleto(shop, onMonday, CARNIVAL_MONDAY);
    await stage.boleto(shop, lateFebruary, '2090-02-28');
    // A Friday, a weekend, Carnival, and two days of March.
    for (const day of ['02-24', '02-25', '02-26', '02-27', '02-28', '03-01', '03-02'])
      await stage.work(`2090-${day}T12:00`);
    const days = await query('SELECT day::text FROM reminders ORDER BY day, payment_id');
    expect(days).toEqual([{ day: ASH_WEDNESDAY }, { day: ASH_WEDNESDAY }]);
    expect([onMonday, lateFebruary].map((address) => stage.mailsTo(address).length)).toEqual([1, 1]);
  });

  it('is not sent of what was ordered after nine on that day', async () => {
    await stage.remind(shop, 0);
    const id = await stage.boleto(shop, newAddress(), MONDAY);
    await query('UPDATE payments SET created_at = $2 WHERE id = $1', [id, saoPauloDateTime(`${MONDAY}T09:30`)]);
    await stage.work(`${MONDAY}T10:00`);
    expect(stage.mails).toEqual([]);
    await query('UPDATE payments SET created_at = $2 WHERE id = $1', [id, new Date()]);
  });
});

describe('at most once', () => {
  it('whichever of two workers comes first', async () => {
    await stage.remind(shop, 0);
    const payers = Array.from({ length: 12 }, newAddress);
    for (const payer of payers) await stage.boleto(shop, payer, MONDAY);
    const work = () => stage.work(`${MONDAY}T09:00`);
    await Promise.all([work(), work(), work()]);
    await work();
    expect(payers.map((payer) => stage.mailsTo(payer).length)).toEqual(payers.map(() => 1));
  });

  it('a worker that dies between taking and sending loses it, and nobody sends it again', async () => {
    await stage.remind(shop, 0);
    const [lost, sent] = [newAddress(), newAddress()];
    const lostId = await stage.boleto(shop, lost, MONDAY);
    await stage.find(`${MONDAY}T09:00`);
    const taken = await claimReminders(gateway.database.db, MONDAY, new Date());
    expect(taken.map(({ payment_id }) => payment_id)).toEqual([lostId]);
    await stage.work(`${MONDAY}T09:01`);
    await stage.work(`${MONDAY}T17:00`);
    expect(stage.mails).toEqual([]);
    expect(await stage.statusOf(lostId)).toEqual(['TAKEN']);

    const sentId = await stage.boleto(shop, sent, TUESDAY);
    const dying = {
      async send(mail: Parameters<typeof stage.mailer.send>[0]): Promise<MailOutcome> {
        stage.mails.push(mail);
        throw new Error('the process dies after the server has taken the mail');
      },
    };
    await expect(stage.work(`${TUESDAY}T09:00`, { mailer: dying })).rejects.toThrow('the process dies');
    await stage.work(`${TUESDAY}T09:05`);
    expect(stage.mailsTo(sent)).toHaveLength(1);
    expect(await stage.statusOf(sentId)).toEqual(['TAKEN']);
  });

  it('a mail server that is away is asked again on the same day; one that breaks off is not', async () => {
    await stage.remind(shop, 0);
    const failed = { outcome: 'failed', reason: 'ESOCKET', isFinal: false } as const;
    const [away, broken, unknown] = [newAddress(), newAddress(), newAddress()];
    const ids: number[] = [];
    for (const payer of [away, broken, unknown]) ids.push(await stage.boleto(shop, payer, MONDAY));
    stage.refuseNext(
      { ...failed, isUnsent: true },
      { ...failed, isUnsent: false },
      { ...failed, isFinal: true, isUnsent: true },
    );
    await stage.work(`${MONDAY}T09:00`);
    const statuses = async () => (await Promise.all(ids.map(stage.statusOf))).flat().sort();
    expect(await statuses()).toEqual(['FAILED', 'FAILED', 'WAITING']);
    await query('UPDATE reminders SET next_attempt_at = now()');
    await stage.work(`${MONDAY}T09:10`);
    expect(await statuses()).toEqual(['FAILED', 'FAILED', 'SENT']);
    expect(stage.mails).toHaveLength(1);
  });
});

describe('one a day to an address', () => {
  it('over several boletos and merchants, however it is written', async () => {
    await stage.remind(shop, 0, 1);
    await stage.remind(otherMerchants, 0);
    const payer = newAddress();
    await stage.boleto(shop, payer, MONDAY);
    await stage.boleto(shop, payer.toUpperCase(), MONDAY);
    await stage.boleto(otherMerchants, payer, MONDAY);
    await stage.work(`${MONDAY}T09:00`);
    expect(stage.mails).toHaveLength(1);
    await stage.work(`${TUESDAY}T09:00`);
    expect(stage.mails).toHaveLength(2);
  });
});

describe('nobody is reminded', () => {
  it('of what was paid or cancelled, or can no longer be paid', async () => {
    await stage.remind(shop, 0);
    const boleto = (payableUntil?: string) =>
      stage.boleto(shop, newAddress(), MONDAY, payableUntil === undefined ? {} : { payableUntil });
    const [paid, cancelled, over, asked, moved] = [
      await boleto(),
      await boleto(),
      await boleto('2090-03-05'),
      await boleto(),
      await boleto(),
    ];
    await stage.find(`${MONDAY}T09:00`);
    await sandbox(gateway, shop, paid, 'pay');
    await sandbox(gateway, shop, cancelled, 'cancel');
    await eventually(async () => {
      expect(await readPayment(gateway, shop, paid)).toMatchObject({ status: 2 });
      expect(await readPayment(gateway, shop, cancelled)).toMatchObject({ status: 3 });
    });
    await query(`UPDATE payments SET requested_change = '{"kind":"cancel"}' WHERE id = $1`, [asked]);
    await query('UPDATE payments SET due_date = $2 WHERE id = $1', [moved, THURSDAY]);
    await stage.work(`${MONDAY}T09:01`);
    expect(stage.mails).toEqual([]);
    expect(await Promise.all([paid, cancelled, over, asked, moved].map(stage.statusOf))).toEqual([
      ['MOOT'],
      ['MOOT'],
      [],
      ['MOOT'],
      ['MOOT'],
    ]);
  });

  it('of what is paid between taking the reminder and sending it', async () => {
    await stage.remind(shop, 0);
    const id = await stage.boleto(shop, newAddress(), MONDAY);
    await stage.find(`${MONDAY}T09:00`);
    const now = async () => {
      // Once for the claim, and again when the mail is put together.
      if ((await stage.statusOf(id))[0] === 'TAKEN') {
        await sandbox(gateway, shop, id, 'pay');
        await eventually(async () => expect(await readPayment(gateway, shop, id)).toMatchObject({ status: 2 }));
      }
      return saoPauloDateTime(`${MONDAY}T09:00`);
    };
    await stage.send(`${MONDAY}T09:00`, { now });
    expect(stage.mails).toEqual([]);
    expect(await stage.statusOf(id)).toEqual(['MOOT']);
  });

  it('of what somebody ordered at a public page; but of what names a link and came by the interface', async () => {
    await stage.remind(shop, 0);
    const links = linksOf(gateway);
    const link = await links.make({ company_id: shop.id });
    const address = { zip_code: '01310-100', line_1: 'Av. Paulista, 1000', city: 'São Paulo', state: 'SP' };
    const [stranger, own, free] = [newAddress(), newAddress(), newAddress()];
    const form = { ...FORM, ...address, email: stranger, method: 'invoice' };
    const { id } = await paymentAt(gateway, ledTo(await links.order(link.slug, form)));
    await query(`UPDATE payments SET due_date = $2, expires_at = '2091-01-01' WHERE id = $1`, [id, MONDAY]);
    await stage.boleto(shop, own, MONDAY, { order: { payment_link_id: link.id } });
    await stage.boleto(shop, free, MONDAY, { order: { payment_link_id: 'qualquer' } });
    const unknown = await stage.boleto(shop, newAddress(), MONDAY, { order: { payment_link_id: 'de-antes' } });
    await query('UPDATE payments SET ordered_by_merchant = NULL WHERE id = $1', [unknown]);
    await stage.work(`${MONDAY}T09:00`);
    expect(stage.mails.flatMap(({ to }) => to).sort()).toEqual([own, free].sort());
    // Nor does it take the place of another reminder to the address.
    expect(await stage.statusOf(id)).toEqual([]);
  });

  it('of a retry that somebody made at a public page', async () => {
    await stage.remind(shop, 0);
    const links = linksOf(gateway);
    const link = await links.make({ company_id: shop.id });
    const payer = newAddress();
    const failed = await stage.boleto(shop, payer, MONDAY, { order: { payment_link_id: link.id } });
    await sandbox(gateway, shop, failed, 'cancel');
    await eventually(async () => expect(await readPayment(gateway, shop, failed)).toMatchObject({ status: 3 }));
    const { payment_url } = await readPayment(gateway, shop, failed);
    const again = await gateway.call('POST', `${new URL(payment_url).pathname}/again`, { redirect: 'manual' });
    const { id } = await paymentAt(gateway, ledTo(again));
    await query(`UPDATE payments SET due_date = $2, expires_at = '2091-01-01' WHERE id = $1`, [id, MONDAY]);
    await stage.work(`${MONDAY}T09:00`);
    expect(stage.mailsTo(payer)).toEqual([]);
  });

  it('of a PIX, by a company that wants none or is switched off, or where there is no mail server', async () => {
    const [quiet, off] = [await openCompany(gateway), await openCompany(gateway)];
    await stage.remind(off, 0);
    for (const company of [quiet, off]) await stage.boleto(company, newAddress(), MONDAY);
    await query(`UPDATE companies SET status = 'INACTIVE' WHERE id = $1`, [off.id]);
    await stage.work(`${MONDAY}T09:00`);
    const { deps } = gateway.vintem;
    const clock = { ...deps.clock, now: async () => saoPauloDateTime(`${TUESDAY}T09:00`) };
    expect([await findReminders({ ...deps, clock }), await sendReminders({ ...deps, clock })]).toEqual([false, false]);
    expect(stage.mails).toEqual([]);
    expect(await query('SELECT * FROM reminders')).toEqual([]);
  });

  it('after the day is over, when workers stood still or the clock has jumped', async () => {
    await stage.remind(shop, 0);
    const ids = [await stage.boleto(shop, newAddress(), MONDAY), await stage.boleto(shop, newAddress(), TUESDAY)];
    await stage.find(`${MONDAY}T09:00`);
    await stage.work(`${THURSDAY}T09:00`);
    await stage.work('2090-06-05T09:00');
    expect(stage.mails).toEqual([]);
    expect(await Promise.all(ids.map(stage.statusOf))).toEqual([['WAITING'], []]);
    // Midnight passes between taking and sending.
    const late = await stage.boleto(shop, newAddress(), '2090-06-06');
    await stage.find('2090-06-06T09:00');
    const times = [saoPauloDateTime('2090-06-06T23:59'), saoPauloDateTime('2090-06-07T00:00')];
    await stage.send('', { now: async () => times.shift() ?? saoPauloDateTime('2090-06-07T00:01') });
    expect(await stage.statusOf(late)).toEqual(['MOOT']);
  });
});

it('one merchant’s many do not hold up another’s: everybody’s first go before anybody’s second', async () => {
  await stage.remind(shop, 0);
  await stage.remind(otherMerchants, 0);
  for (let count = 0; count < 8; count++) await stage.boleto(shop, newAddress(), MONDAY);
  const others = await stage.boleto(otherMerchants, newAddress(), MONDAY);
  await stage.find(`${MONDAY}T09:00`);
  const first = await claimReminders(gateway.database.db, MONDAY, new Date());
  expect(first).toHaveLength(4);
  expect(first.map(({ payment_id }) => payment_id)).toContain(others);
});

it('reminders are forgotten after thirty days', async () => {
  await query(
    `INSERT INTO reminders (merchant_id, payment_id, day, place, address_hash, status, created_at)
     SELECT 1, n, '2026-01-01', 1, decode(md5(n::text), 'hex'), 'SENT', now() - n * interval '1 day'
     FROM (VALUES (29), (31)) d(n)`,
  );
  await forgetReminders(gateway.vintem.deps);
  expect(await query('SELECT payment_id FROM reminders')).toEqual([{ payment_id: 29 }]);
});

describe('how the reminders of a day get on', () => {
  const HOUR_MS = 3_600_000;
  const measured = (localTime: string, laterMs = 0) =>
    measureReminders(gateway.database.db, {
      now: saoPauloDateTime(localTime),
      realNow: new Date(Date.now() + laterMs),
    });

  it('whoever was gone through yesterday and is not today has waited since nine, on days on which banks work', async () => {
    await stage.remind(shop, 0);
    await stage.find(`${MONDAY}T09:30`);
    expect(await measured(`${MONDAY}T18:00`)).toEqual({ waitingMs: 0, sent: 0, failing: 0 });
    expect(await measured(`${TUESDAY}T08:59`)).toMatchObject({ waitingMs: 0 });
    expect(await measured(`${TUESDAY}T11:00`)).toMatchObject({ waitingMs: 2 * HOUR_MS });
    // A Saturday.
    expect(await measured('2090-03-11T11:00')).toMatchObject({ waitingMs: 0 });
    await stage.find(`${TUESDAY}T11:01`);
    expect(await measured(`${TUESDAY}T11:02`)).toMatchObject({ waitingMs: 0 });
    await query('UPDATE companies SET reminder_days = NULL');
    expect(await measured(`${THURSDAY}T11:00`)).toMatchObject({ waitingMs: 0 });
  });

  it('what is found waits until it is sent, and what the mail server does not take is counted', async () => {
    await stage.remind(shop, 0);
    for (let payer = 0; payer < 3; payer++) await stage.boleto(shop, newAddress(), MONDAY);
    await stage.find(`${MONDAY}T09:00`);
    const { waitingMs, ...tried } = await measured(`${MONDAY}T09:00`, HOUR_MS);
    expect(tried).toEqual({ sent: 0, failing: 0 });
    expect(waitingMs).toBeGreaterThanOrEqual(HOUR_MS);
    expect(waitingMs).toBeLessThan(HOUR_MS + 60_000);
    stage.refuseNext(
      { outcome: 'failed', reason: '550 no such mailbox', isFinal: true, isUnsent: true },
      { outcome: 'failed', reason: 'ECONNREFUSED', isFinal: false, isUnsent: true },
    );
    await stage.send(`${MONDAY}T09:00`);
    // What is tried again later does not wait until then, and waits from then on.
    expect(await measured(`${MONDAY}T09:01`)).toEqual({ waitingMs: 0, sent: 1, failing: 2 });
    expect((await measured(`${MONDAY}T09:01`, 24 * HOUR_MS)).waitingMs).toBeGreaterThan(0);
    expect(await measured(`${TUESDAY}T08:00`)).toEqual({ waitingMs: 0, sent: 0, failing: 0 });
  });
});
