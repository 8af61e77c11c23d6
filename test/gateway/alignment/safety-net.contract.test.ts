import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  addBusinessDays,
  addDays,
  rollToBusinessDay,
  saoPauloDateOf,
} from '../../../src/ground/brazil/calendar.rules.ts';
import { acquirerStatusOf, eventually, referenceOf } from '../../support/contract.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { boletoBody, orderBody } from '../../support/orders.ts';

/** The clock only moves forward, for everyone: these tests run one after another, each on payments of its own. */
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());
afterEach(() => gateway.acquirer('DELETE', '/control/faults'));

const MINUTE = 60;
const HOUR = 60 * MINUTE;

async function create(body: unknown = orderBody()) {
  return (await gateway.post('/payments/order', body)).body.transaction as {
    id: number;
    due_date: string;
    created_at: string;
  };
}
const details = async (id: number) => (await gateway.get(`/transactions/${id}`)).body;
const statusOf = async (id: number) => (await details(id)).status;
const paySilently = (id: number) => gateway.post(`/sandbox/transactions/${id}/pay`, { notify: false });
const advance = async (seconds: number) =>
  (await gateway.post('/sandbox/clock', { advance_seconds: seconds })).body.now as string;
const lateMoneyOf = (id: number) =>
  gateway.database.db.query("SELECT 1 FROM divergences WHERE payment_id = $1 AND kind = 'LATE_PAYMENT'", [id]);

async function businessNow(): Promise<number> {
  const [row] = await gateway.database.db.query<{ offset_seconds: number }>('SELECT offset_seconds FROM sandbox_clock');
  return Date.now() + (row?.offset_seconds ?? 0) * 1000;
}
const moveTo = async (time: string) => advance(Math.ceil((Date.parse(time) - (await businessNow())) / 1000));

/**
 * Waits until the safety net has looked at the payment at the present time, so that a test can tell what
 * did not happen.
 */
const looked = (id: number) =>
  eventually(async () => {
    const due = await gateway.database.db.query(
      'SELECT 1 FROM payment_checks WHERE payment_id = $1 AND (next_check_at <= $2 OR check_leased_until IS NOT NULL)',
      [id, new Date(await businessNow())],
    );
    expect(due).toEqual([]);
  });

describe('[sub-acquirer: safety net] polling', () => {
  it('aligns what nobody told about, not before a minute has passed', async () => {
    const { id } = await create();
    await paySilently(id);
    await advance(50);
    await looked(id);
    expect(await statusOf(id)).toBe(1);
    await advance(11);
    await eventually(async () => expect(await statusOf(id)).toBe(2));
  });

  it('locks and writes no payment of which it hears nothing new', async () => {
    const ids = [(await create()).id, (await create(boletoBody())).id];
    const stored = () =>
      gateway.database.db.query('SELECT p.*, p.xmin, p.xmax FROM payments p WHERE id = ANY ($1) ORDER BY id', [ids]);
    const before = await stored();
    await advance(61);
    for (const id of ids) await looked(id);
    const done = await gateway.database.db.query('SELECT checks_done FROM payment_checks WHERE payment_id = ANY ($1)', [
      ids,
    ]);
    expect(done).toEqual([{ checks_done: 1 }, { checks_done: 1 }]);
    expect(await stored()).toEqual(before);
  });

  it('looks after boletos too', async () => {
    const { id } = await create(boletoBody());
    await paySilently(id);
    await advance(61);
    await eventually(async () => expect(await statusOf(id)).toBe(2));
  });
});

describe('[sub-acquirer: safety net] the end of a PIX code', () => {
  it('nothing happens when the 30 minutes are over; two minutes later it is cancelled at the acquirer, and FAILED', async () => {
    const { id } = await create();
    await advance(30 * MINUTE + 30);
    await looked(id);
    expect(await statusOf(id)).toBe(1);
    expect(await acquirerStatusOf(gateway, id)).toBe('WAITING_PAYMENT');
    await advance(95);
    await eventually(async () =>
      expect(await details(id)).toMatchObject({ status: 3, status_payment_name: 'FAILED', paid_at: null }),
    );
    expect(await acquirerStatusOf(gateway, id)).toBe('CANCELLED');
  });

  it('paid in time, yet nobody was told: APPROVED', async () => {
    const { id } = await create();
    await paySilently(id);
    await advance(33 * MINUTE);
    await eventually(async () => expect(await statusOf(id)).toBe(2));
    expect(await acquirerStatusOf(gateway, id)).toBe('PAID');
  });

  it.each(['error_500', 'garbage'])(
    'while the acquirer cannot be reached (%s) it stays PENDING, however late it gets',
    async (kind) => {
      const { id } = await create();
      const reference = await referenceOf(gateway, id);
      for (const operation of ['cancel', 'query']) {
        await gateway.acquirer('POST', '/control/faults', { operation, kind, reference, times: 1000 });
      }
      for (const seconds of [33 * MINUTE, HOUR, 24 * HOUR]) {
        await advance(seconds);
        await looked(id);
        expect(await details(id)).toMatchObject({ status: 1, status_payment_name: 'PENDING' });
      }
      await gateway.acquirer('DELETE', '/control/faults');
      await advance(20 * MINUTE);
      await eventually(async () => expect(await statusOf(id)).toBe(3));
      expect(await acquirerStatusOf(gateway, id)).toBe('CANCELLED');
    },
  );

  it.each([
    ['within the hour', 0, HOUR + 5],
    ['within the day', HOUR + 5, 23 * HOUR],
  ])('money that came late, %s, is found and recorded; the status stays FAILED', async (_, waitBefore, waitAfter) => {
    const { id } = await create();
    await advance(33 * MINUTE);
    await eventually(async () => expect(await statusOf(id)).toBe(3));
    await advance(waitBefore);
    await looked(id);
    await paySilently(id);
    await advance(waitAfter);
    await eventually(async () => expect(await lateMoneyOf(id)).toHaveLength(1));
    expect(await details(id)).toMatchObject({ status: 3, paid_at: null });
  });
});

describe('[sub-acquirer: safety net] the end of a boleto', () => {
  it('is three business days after the due date rolled to a business day, and no sooner', async () => {
    const boleto = await create(boletoBody());
    const rolled = rollToBusinessDay(boleto.due_date);
    await moveTo(`${addBusinessDays(rolled, 2)}T12:00:00-03:00`);
    await looked(boleto.id);
    expect(await statusOf(boleto.id)).toBe(1);
    expect(await acquirerStatusOf(gateway, boleto.id)).toBe('WAITING_PAYMENT');
    await moveTo(`${addDays(addBusinessDays(rolled, 3), 1)}T00:10:00-03:00`);
    await eventually(async () => expect(await statusOf(boleto.id)).toBe(3));
    expect(await acquirerStatusOf(gateway, boleto.id)).toBe('CANCELLED');
  });

  it('paid on the last day, yet nobody was told: APPROVED', async () => {
    const boleto = await create(boletoBody());
    await paySilently(boleto.id);
    await moveTo(`${addDays(addBusinessDays(rollToBusinessDay(boleto.due_date), 3), 1)}T00:10:00-03:00`);
    await eventually(async () => expect(await statusOf(boleto.id)).toBe(2));
  });

  it('is looked at for five business days more: late money is recorded, the status stays FAILED', async () => {
    const [early, late] = await Promise.all([create(boletoBody()), create(boletoBody())]);
    const end = `${addDays(addBusinessDays(rollToBusinessDay(early.due_date), 3), 1)}T00:10:00-03:00`;
    await moveTo(end);
    for (const { id } of [early, late]) await eventually(async () => expect(await statusOf(id)).toBe(3));
    const failedOn = saoPauloDateOf(new Date(end));
    await paySilently(early.id);
    await moveTo(`${addBusinessDays(failedOn, 1)}T23:00:00-03:00`);
    await eventually(async () => expect(await lateMoneyOf(early.id)).toHaveLength(1));
    for (const day of [2, 3, 4]) {
      await moveTo(`${addBusinessDays(failedOn, day)}T23:00:00-03:00`);
      await looked(late.id);
    }
    expect(await lateMoneyOf(late.id)).toHaveLength(0);
    await paySilently(late.id);
    await moveTo(`${addBusinessDays(failedOn, 5)}T23:00:00-03:00`);
    await eventually(async () => expect(await lateMoneyOf(late.id)).toHaveLength(1));
    for (const { id } of [early, late]) expect(await details(id)).toMatchObject({ status: 3, paid_at: null });
  });
});
