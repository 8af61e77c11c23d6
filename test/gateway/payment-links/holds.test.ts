import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COUNT_CHECKS } from '../../../src/care/audit/counts.sql.ts';
import { releaseEndedHolds } from '../../../src/gateway/payment-links/release-ended-holds.ts';
import { eventually } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { ledTo, linksOf, paymentAt } from '../../support/links.ts';
import { orderBody } from '../../support/orders.ts';
import { startSmtpServer } from '../../support/processes/smtp-server.ts';

/** How long an unpaid order keeps others from a link, and how much of it one address may keep. */

const HOUR = 3_600;
const BOLETO = { method: 'invoice' };

let gateway: TestGateway;
let links: ReturnType<typeof linksOf>;
let mails: Awaited<ReturnType<typeof startSmtpServer>>;
beforeAll(async () => {
  mails = await startSmtpServer();
  gateway = await startTestGateway({ TRUST_PROXY: '1', SMTP_URL: mails.url, SMTP_FROM: 'avisos@loja.test' });
  links = linksOf(gateway);
});
afterAll(async () => {
  await gateway?.close();
  await mails?.close();
});

let buyers = 0;
const newAddress = () => `203.0.113.${++buyers}`;
const order = (slug: string, form: Record<string, string> = {}, address = newAddress()) =>
  links.order(slug, form, gateway, address);
const advance = (seconds: number) => gateway.post('/sandbox/clock', { advance_seconds: seconds });
const make = (changes: Record<string, unknown>) => links.make({ collect_address: 'never', due_days: 10, ...changes });
const pay = async (path: string | null) =>
  gateway.post(`/sandbox/transactions/${(await paymentAt(gateway, path)).id}/pay`);
const soundCounts = async () => {
  const [{ sql } = { sql: '' }] = COUNT_CHECKS.slice(-1);
  expect(await gateway.database.db.query(sql)).toEqual([]);
};

describe('what one address may hold without paying', () => {
  it('is three places of a link, and a third of what is left', async () => {
    const link = await make({ max_payments: 100 });
    const address = newAddress();
    for (let n = 0; n < 3; n++) expect(ledTo(await order(link.slug, {}, address))).not.toBeNull();
    const fourth = await order(link.slug, {}, address);
    expect(fourth.status).toBe(400);
    expect(fourth.body).toContain('Há pedidos ainda não pagos desta rede');
    expect(ledTo(await order(link.slug))).not.toBeNull();
    const small = await make({ max_payments: 5 });
    expect(ledTo(await order(small.slug, {}, address))).not.toBeNull();
    expect((await order(small.slug, {}, address)).status).toBe(400);
  });

  it('of a stock of 100 is 33 units: no anonymous order sells it out', async () => {
    const link = await make({ stock: 100, quantity: { max: 100 } });
    const all = await order(link.slug, { quantity: '100', ...BOLETO });
    expect({ status: all.status, to: ledTo(all) }).toEqual({ status: 400, to: null });
    expect((await order(link.slug, { quantity: '34' })).status).toBe(400);
    expect(ledTo(await order(link.slug, { quantity: '33' }))).not.toBeNull();
    expect(await links.read(link.id)).toMatchObject({ status: 'ACTIVE', remaining: 67 });
  });

  it('what was paid is not held: the next place may be taken', async () => {
    const link = await make({ max_payments: 2 });
    const address = newAddress();
    const first = ledTo(await order(link.slug, {}, address));
    expect((await order(link.slug, {}, address)).status).toBe(400);
    await pay(first);
    expect(ledTo(await order(link.slug, {}, address))).not.toBeNull();
  });

  it('holds nobody where nothing limits the link, and no order of the interface', async () => {
    const free = await make({});
    const address = newAddress();
    for (let n = 0; n < 5; n++) expect(ledTo(await order(free.slug, {}, address))).not.toBeNull();
    const link = await make({ max_payments: 1, methods: ['pix'] });
    for (let n = 0; n < 2; n++)
      expect((await gateway.post('/payments/order', { ...orderBody(), payment_link_id: link.id })).status).toBe(200);
  });
});

describe('how long an unpaid order holds its place', () => {
  it('a boleto for a day, a PIX until it expires', async () => {
    const link = await make({ max_payments: 2 });
    await order(link.slug, BOLETO);
    await order(link.slug);
    expect(await links.read(link.id)).toMatchObject({ status: 'SOLD_OUT', open_count: 2 });
    await advance(31 * 60);
    expect(await links.read(link.id)).toMatchObject({ status: 'ACTIVE', remaining: 1 });
    await advance(23 * HOUR);
    expect(await links.read(link.id)).toMatchObject({ remaining: 1 });
    await advance(HOUR);
    expect(await links.read(link.id)).toMatchObject({ status: 'ACTIVE', open_count: 0, remaining: 2 });
    expect((await links.open(link.slug)).body).toContain('<form');
    await releaseEndedHolds(gateway.vintem.deps);
    expect(await links.read(link.id)).toMatchObject({ open_count: 0, remaining: 2 });
    await soundCounts();
  });

  it('a bill’s until its payment is over', async () => {
    const link = await make({ max_payments: 1 });
    const path = ledTo(await order(link.slug, BOLETO));
    await advance(48 * HOUR);
    await releaseEndedHolds(gateway.vintem.deps);
    expect(await links.read(link.id)).toMatchObject({ status: 'ACTIVE', open_count: 1, remaining: 0 });
    expect(ledTo(await order(link.slug))).toBeNull();
    await pay(path);
    expect(await links.read(link.id)).toMatchObject({ status: 'SOLD_OUT', open_count: 0, paid_count: 1 });
    await soundCounts();
  });

  it('one that fails after its hold gives nothing back a second time', async () => {
    const link = await make({ max_payments: 1_000 });
    const path = ledTo(await order(link.slug, BOLETO));
    await advance(25 * HOUR);
    await releaseEndedHolds(gateway.vintem.deps);
    expect(await links.read(link.id)).toMatchObject({ open_count: 0, remaining: 1_000 });
    await gateway.post(`/sandbox/transactions/${(await paymentAt(gateway, path)).id}/cancel`);
    expect(await links.read(link.id)).toMatchObject({ open_count: 0, remaining: 1_000 });
    await soundCounts();
  });

  it('LINK_BOLETO_HOLD_HOURS says otherwise', async () => {
    const short = await startTestGateway({ LINK_BOLETO_HOLD_HOURS: '2', TRUST_PROXY: '1' });
    const its = linksOf(short);
    const link = await its.make({ max_payments: 2, collect_address: 'never' });
    await its.order(link.slug, BOLETO);
    await short.post('/sandbox/clock', { advance_seconds: 2 * HOUR - 60 });
    expect(await its.read(link.id)).toMatchObject({ remaining: 1 });
    await short.post('/sandbox/clock', { advance_seconds: 61 });
    expect(await its.read(link.id)).toMatchObject({ remaining: 2 });
    await short.close();
  });
});

describe('paid after its hold', () => {
  const lateEvents = async (paymentId: number) => {
    const { data } = (await gateway.get('/events?event=payment_link.paid_late&direction=DESC')).body;
    return (data as { transaction_id: number }[]).filter(({ transaction_id }) => transaction_id === paymentId);
  };

  it('it counts, above the maximum too, and is told once by an event and a notice', async () => {
    const link = await make({ max_payments: 2 });
    const late = ledTo(await order(link.slug, BOLETO));
    await pay(ledTo(await order(link.slug)));
    await advance(25 * HOUR);
    // Nobody has run a job yet: whoever takes the place has it for sure.
    const next = ledTo(await order(link.slug));
    expect(next).not.toBeNull();
    await pay(next);
    const { id } = await paymentAt(gateway, late);
    await pay(late);
    expect(await links.read(link.id)).toMatchObject({ status: 'SOLD_OUT', paid_count: 3, remaining: 0 });
    const [event] = await eventually(async () => {
      const events = await lateEvents(id);
      expect(events).toHaveLength(1);
      return events;
    });
    expect(event).toMatchObject({
      event: 'payment_link.paid_late',
      status: 'APPROVED',
      payment_link_id: link.id,
      max_payments: 2,
      stock: null,
      paid_count: 3,
      above_maximum: true,
      company_id: 1,
    });
    const { order_number } = (await gateway.get(`/transactions/${id}`)).body;
    const subjects = () => mails.mails.map(({ headers }) => headers.get('subject')).join();
    await eventually(() => expect(subjects()).toContain(order_number));
    expect(await gateway.database.db.query('SELECT FROM payment_link_late_payments')).toEqual([]);
    await soundCounts();
  });

  it('where a place is left it is told by the event alone', async () => {
    const link = await make({ max_payments: 10 });
    const late = ledTo(await order(link.slug, BOLETO));
    await advance(25 * HOUR);
    await releaseEndedHolds(gateway.vintem.deps);
    await pay(late);
    const { id } = await paymentAt(gateway, late);
    await eventually(async () => expect(await lateEvents(id)).toMatchObject([{ above_maximum: false, paid_count: 1 }]));
    expect(await gateway.database.db.query('SELECT FROM notices WHERE subject_id = $1', [id])).toEqual([]);
    await soundCounts();
  });

  it('one that is paid in time is not told', async () => {
    const link = await make({ max_payments: 10 });
    const path = ledTo(await order(link.slug, BOLETO));
    await pay(path);
    expect(await gateway.database.db.query('SELECT FROM payment_link_late_payments')).toEqual([]);
    expect(await lateEvents((await paymentAt(gateway, path)).id)).toEqual([]);
  });
});
