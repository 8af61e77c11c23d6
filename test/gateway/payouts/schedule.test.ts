import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readBalances } from '../../../src/books/ledger/balances.sql.ts';
import { forgetScheduleRuns } from '../../../src/gateway/payouts/schedule/forget-schedule-runs.ts';
import { findScheduleOfMerchant, type ScheduleSettings } from '../../../src/gateway/payouts/schedule/schedule.sql.ts';
import { schedulePayouts } from '../../../src/gateway/payouts/schedule/schedule-payouts.ts';
import { setSchedule } from '../../../src/gateway/payouts/schedule/set-schedule.ts';
import { changePayoutTerms } from '../../../src/gateway/payouts/terms/change-payout-terms.ts';
import type { PayoutTerms } from '../../../src/gateway/payouts/terms/payout-terms.rules.ts';
import { beginEpoch } from '../../../src/ground/db/begin-epoch.ts';
import { withTransaction } from '../../../src/ground/db/transaction.ts';
import { eventually } from '../../support/contract.ts';
import { openPayoutWorld, type PayoutWorld, type WorldCompany } from '../../support/payout-world.ts';

/** Schedules under a clock that the test moves: what was due goes out once, and what could not go says why. */

let world: PayoutWorld;
beforeAll(async () => {
  world = await openPayoutWorld();
});
afterAll(() => world.close());
beforeEach(() => world.setSkew(0));

const DAILY = { rhythm: 'daily', day: null } as const;

async function schedule(company: WorldCompany, settings: Partial<ScheduleSettings> = {}): Promise<void> {
  const all = { ...DAILY, destination_id: company.destinationId, minimum_cents: 1, keep_cents: 0, ...settings };
  await setSchedule(world.deps, company, all);
}

const agree = ({ companyId, merchantId }: WorldCompany, change: Partial<PayoutTerms>) =>
  withTransaction(world.db, (tx) => changePayoutTerms(tx, { companyId, merchantId }, change));

async function work(deps = world.deps): Promise<void> {
  // Leases are in real time, which the tests do not move.
  await world.db.query('UPDATE payout_schedules SET leased_until = NULL');
  while (await schedulePayouts(deps));
}

/** A worker that looks every ten minutes, and money that comes in each morning. */
async function live(company: WorldCompany, days: readonly string[], cents = 1_000): Promise<void> {
  for (const day of days) {
    world.setTime(`${day}T08:00:00`);
    await world.credit(company.companyId, cents);
    for (const time of ['09:50', '10:00', '10:10', '15:00', '19:50', '23:50']) {
      world.setTime(`${day}T${time}:00`);
      await work();
    }
  }
}

interface Made {
  day: string;
  cents: number;
}
const payoutsOf = ({ companyId }: WorldCompany) =>
  world.db.query<Made>(
    `SELECT (requested_at AT TIME ZONE 'America/Sao_Paulo')::date AS day, amount_cents AS cents FROM payouts
     WHERE company_id = $1 AND origin = 'schedule' ORDER BY id`,
    [companyId],
  );
const runsOf = ({ companyId }: WorldCompany) =>
  world.db.query<{ day: string; due_on: string; reason: string | null; is_made: boolean }>(
    `SELECT day, due_on, reason, payout_id IS NOT NULL AS is_made FROM payout_schedule_runs
     WHERE company_id = $1 ORDER BY day`,
    [companyId],
  );
const toldOf = async ({ companyId }: WorldCompany) => {
  const rows = await world.db.query<{ payload: string }>(
    "SELECT payload::text FROM events WHERE company_id = $1 AND kind = 'payout.not_scheduled' ORDER BY occurred_at, id",
    [companyId],
  );
  return rows.map(({ payload }) => {
    const { day, reason } = JSON.parse(payload);
    return { day, reason };
  });
};
const availableOf = async ({ companyId }: WorldCompany) =>
  (await readBalances(world.db, [companyId], await world.deps.clock.now()))(companyId).available;
const daysFrom = (first: number, last: number, month: string) =>
  Array.from(
    { length: Math.max(0, last - first + 1) },
    (_, index) => `${month}-${String(first + index).padStart(2, '0')}`,
  );

describe('exactly the payouts that were due', () => {
  it('over Carnival: nothing at the weekend, on Monday and Tuesday; all of it on Ash Wednesday', async () => {
    world.setTime('2026-02-12T12:00:00');
    const company = await world.open();
    await schedule(company);
    await live(company, daysFrom(13, 20, '2026-02'));
    expect(await payoutsOf(company)).toEqual([
      { day: '2026-02-13', cents: 1_000 },
      { day: '2026-02-18', cents: 5_000 },
      { day: '2026-02-19', cents: 1_000 },
      { day: '2026-02-20', cents: 1_000 },
    ]);
    expect((await runsOf(company)).every(({ day, due_on }) => day === due_on)).toBe(true);
  });

  it('at the ends of months, also those that have no such day and those on which banks are closed', async () => {
    world.setTime('2026-01-02T12:00:00');
    const company = await world.open();
    await schedule(company, { rhythm: 'monthly', day: 31 });
    for (const [month, last] of [
      ['01', 31],
      ['02', 28],
      ['03', 31],
      ['04', 30],
      ['05', 31],
      ['06', 3],
    ] as const)
      await live(company, [...daysFrom(1, 3, `2026-${month}`), ...daysFrom(29, last, `2026-${month}`)], 100);
    // 31 January is a Saturday, 28 February too, and 31 May is a Sunday.
    expect((await payoutsOf(company)).map(({ day }) => day)).toEqual([
      '2026-02-02',
      '2026-03-02',
      '2026-03-31',
      '2026-04-30',
      '2026-06-01',
    ]);
  });

  it('after three days without a worker: one payout of everything, that says since when it was due', async () => {
    world.setTime('2026-03-06T12:00:00');
    const company = await world.open();
    await schedule(company);
    for (const day of daysFrom(9, 11, '2026-03')) {
      world.setTime(`${day}T08:00:00`);
      await world.credit(company.companyId, 1_000);
    }
    // Back before the hours of runs, and nothing goes before them.
    world.setTime('2026-03-12T03:00:00');
    await work();
    expect(await payoutsOf(company)).toEqual([]);
    await live(company, daysFrom(12, 13, '2026-03'));
    expect(await payoutsOf(company)).toEqual([
      { day: '2026-03-12', cents: 4_000 },
      { day: '2026-03-13', cents: 1_000 },
    ]);
    expect((await runsOf(company)).map(({ day, due_on }) => [day, due_on])).toEqual([
      ['2026-03-12', '2026-03-09'],
      ['2026-03-13', '2026-03-13'],
    ]);
  });

  it('with a worker that comes back on a holiday, or at night: on the next business day', async () => {
    world.setTime('2026-04-01T12:00:00');
    const company = await world.open(500);
    await schedule(company, { rhythm: 'weekly', day: 4 });
    // Good Friday, the weekend, and Monday before and after its hours.
    for (const time of ['03T12:00', '04T12:00', '06T09:59', '06T20:01']) {
      world.setTime(`2026-04-${time}:00`);
      await work();
    }
    expect(await payoutsOf(company)).toEqual([]);
    world.setTime('2026-04-07T10:00:00');
    await work();
    expect(await payoutsOf(company)).toEqual([{ day: '2026-04-07', cents: 500 }]);
    expect((await findScheduleOfMerchant(world.db, company.merchantId, company.companyId))?.next_on).toBe('2026-04-09');
  });

  it('with a clock that jumps a year ahead and back: one payout for each day that it showed', async () => {
    world.setTime('2026-03-02T09:00:00');
    const company = await world.open(1_000);
    await schedule(company);
    const visit = async (time: string, cents: number) => {
      world.setTime(time);
      await world.credit(company.companyId, cents, new Date('2026-01-01T00:00:00Z'));
      await work();
      await work();
    };
    await visit('2026-03-02T10:00:00', 1);
    await visit('2026-03-02T10:00:00', 1);
    await visit('2027-03-02T12:00:00', 1);
    await visit('2026-03-02T12:00:00', 1);
    await visit('2026-03-03T12:00:00', 1);
    await visit('2027-03-02T13:00:00', 1);
    await visit('2027-03-03T13:00:00', 1);
    expect((await payoutsOf(company)).map(({ day }) => day)).toEqual(['2026-03-02', '2027-03-02', '2027-03-03']);
  });

  it('with a process whose clock is wrong: nothing, neither paid nor noted', async () => {
    world.setTime('2026-03-02T09:00:00');
    const [rich, poor] = [await world.open(1_000), await world.open()];
    for (const company of [rich, poor]) await schedule(company);
    world.setTime('2026-03-02T12:00:00');
    world.setSkew(60_000);
    await work();
    expect([await runsOf(rich), await runsOf(poor)]).toEqual([[], []]);
    world.setSkew(0);
    await work();
    expect([(await runsOf(rich)).length, (await runsOf(poor)).length]).toEqual([1, 1]);
  });
});

/** Somebody else's debit of that company, which takes its time. */
async function holdDebits({ companyId }: WorldCompany): Promise<() => Promise<void>> {
  const client = await world.db.pool.connect();
  await client.query('BEGIN');
  await client.query(
    'INSERT INTO debit_locks (company_id, last_debit_at) VALUES ($1, now()) ON CONFLICT (company_id) DO NOTHING',
    [companyId],
  );
  await client.query('SELECT FROM debit_locks WHERE company_id = $1 FOR UPDATE', [companyId]);
  return async () => {
    await client.query('ROLLBACK');
    client.release();
  };
}

describe('once, whatever breaks', () => {
  it('a process that dies before the end leaves nothing, and the next one pays', async () => {
    world.setTime('2026-03-02T09:00:00');
    const company = await world.open(1_000);
    await schedule(company);
    world.setTime('2026-03-02T10:00:00');
    const eventId = () => {
      throw new Error('killed');
    };
    const dying = { ...world.deps, ids: { ...world.deps.ids, eventId } };
    await expect(work(dying)).rejects.toThrow('killed');
    expect([await payoutsOf(company), await runsOf(company)]).toEqual([[], []]);
    expect(await availableOf(company)).toBe(1_000);
    await work();
    await work();
    expect(await payoutsOf(company)).toHaveLength(1);
  });

  it('many workers at once, whose connections are cut again and again, pay each company once', async () => {
    world.setTime('2026-03-02T09:00:00');
    const companies: WorldCompany[] = [];
    for (let index = 0; index < 30; index += 1) companies.push(await world.open(1_000));
    for (const company of companies) await schedule(company);
    world.setTime('2026-03-02T10:00:00');
    const cut = () =>
      world.db.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND usename <> current_user AND random() < 0.5`,
      );
    const isDone = async () => {
      const [row] = await world.db.query<{ left: number }>(
        "SELECT count(*) AS left FROM payout_schedules WHERE next_on = '2026-03-02'",
      );
      return row?.left === 0;
    };
    for (let round = 0; !(await isDone()); round += 1) {
      await world.db.query('UPDATE payout_schedules SET leased_until = NULL');
      // Without a lease between them, too: the rows alone decide.
      const workers = Promise.allSettled(Array.from({ length: 3 }, () => schedulePayouts(world.deps)));
      if (round < 15) await cut();
      await workers;
    }
    for (const company of companies) {
      expect(await payoutsOf(company)).toEqual([{ day: '2026-03-02', cents: 1_000 }]);
      expect(await availableOf(company)).toBe(0);
    }
  });

  it('a company whose balance somebody holds makes nobody else wait, and comes later', async () => {
    world.setTime('2026-03-02T09:00:00');
    const [held, free] = [await world.open(1_000), await world.open(1_000)];
    for (const company of [held, free]) await schedule(company);
    world.setTime('2026-03-02T10:00:00');
    const release = await holdDebits(held);
    await work();
    expect([await payoutsOf(held), await runsOf(held)]).toEqual([[], []]);
    expect(await payoutsOf(free)).toHaveLength(1);
    await release();
    await work();
    expect(await payoutsOf(held)).toHaveLength(1);
  });

  it('a schedule that is changed while it runs is not run as it was', async () => {
    world.setTime('2026-03-02T09:00:00');
    const company = await world.open(1_000);
    await schedule(company);
    const elsewhere = await world.addDestination(company);
    world.setTime('2026-03-02T10:00:00');
    const release = await holdDebits(company);
    const running = schedulePayouts(world.deps);
    await eventually(async () =>
      expect(
        await world.db.query('SELECT FROM payout_schedules WHERE company_id = $1 AND leased_until IS NOT NULL', [
          company.companyId,
        ]),
      ).toHaveLength(1),
    );
    await world.db.query('UPDATE payout_schedules SET destination_id = $2 WHERE company_id = $1', [
      company.companyId,
      elsewhere,
    ]);
    await release();
    await running;
    expect(await payoutsOf(company)).toEqual([]);
    await work();
    const rows = await world.db.query('SELECT destination_id FROM payouts WHERE company_id = $1', [company.companyId]);
    expect(rows).toEqual([{ destination_id: elsewhere }]);
  });
});

describe('how much', () => {
  beforeEach(() => world.setTime('2026-03-02T09:00:00'));
  const run = () => {
    world.setTime('2026-03-02T10:00:00');
    return work();
  };

  it('all but what is kept back and the fee; what settles later stays', async () => {
    const company = await world.open(10_000);
    await world.credit(company.companyId, 5_000, new Date('2026-03-10T03:00:00Z'));
    await agree(company, { feeCents: 150 });
    await schedule(company, { keep_cents: 2_000, minimum_cents: 7_850 });
    await run();
    expect(await payoutsOf(company)).toEqual([{ day: '2026-03-02', cents: 7_850 }]);
    expect(await availableOf(company)).toBe(2_000);
  });

  it('at most what the limits leave; the rest goes with the next runs', async () => {
    const company = await world.open(10_000);
    await agree(company, { mostCents: 4_000, dayCents: 7_000 });
    await schedule(company);
    await run();
    world.setTime('2026-03-03T10:00:00');
    await work();
    world.setTime('2026-03-04T10:00:00');
    await work();
    expect((await payoutsOf(company)).map(({ cents }) => cents)).toEqual([4_000, 4_000, 2_000]);
  });

  it('waits for a second person where the company has asked for that', async () => {
    const company = await world.open(1_000);
    await agree(company, { needsApproval: true });
    await schedule(company);
    await run();
    const [payout] = await world.db.query('SELECT status, requested_by_user FROM payouts WHERE company_id = $1', [
      company.companyId,
    ]);
    expect(payout).toEqual({ status: 'AWAITING_APPROVAL', requested_by_user: null });
    expect(await availableOf(company)).toBe(0);
  });
});

describe('what could not go says why, once a day, and the schedule goes on', () => {
  beforeEach(() => world.setTime('2026-03-02T09:00:00'));
  const change = (set: string, { destinationId }: WorldCompany) =>
    world.db.query(`UPDATE payout_destinations SET ${set} WHERE id = $1`, [destinationId]);
  const REASONS: [reason: string, prepare: (company: WorldCompany) => Promise<unknown>][] = [
    ['DESTINATION_INVALID', (company) => change("blocked_at = now(), block_reason = 'chave desconhecida'", company)],
    ['DESTINATION_ON_HOLD', (company) => change("usable_at = '2026-03-02T14:00:00Z'", company)],
    ['DESTINATION_NOT_FOUND', (company) => change('removed_at = now()', company)],
    ['PAYOUT_BELOW_MINIMUM', (company) => agree(company, { minimumCents: 1_001 })],
    [
      'PAYOUT_LIMIT_EXCEEDED',
      (company) => schedule(company, { minimum_cents: 800 }).then(() => agree(company, { dayCents: 700 })),
    ],
    ['PAYOUTS_NOT_ENABLED', (company) => agree(company, { acquirer: 'charges-only' })],
    [
      'PAYOUTS_NOT_ENABLED',
      ({ merchantId }) => world.db.query("UPDATE merchants SET status = 'INACTIVE' WHERE id = $1", [merchantId]),
    ],
  ];

  it.each(REASONS)('%s', async (reason, prepare) => {
    const company = await world.open(1_000);
    await schedule(company);
    await prepare(company);
    for (const time of ['02T10:00', '02T10:10', '03T10:00']) {
      world.setTime(`2026-03-${time}:00`);
      await work();
    }
    const days = reason === 'DESTINATION_ON_HOLD' ? ['2026-03-02'] : ['2026-03-02', '2026-03-03'];
    const failed = (await runsOf(company)).filter(({ is_made }) => !is_made);
    expect(failed.map(({ day, reason }) => ({ day, reason }))).toEqual(days.map((day) => ({ day, reason })));
    expect(await toldOf(company)).toEqual(days.map((day) => ({ day, reason })));
    expect(await payoutsOf(company)).toHaveLength(reason === 'DESTINATION_ON_HOLD' ? 1 : 0);
  });
});

describe('while payouts stand still after a restore', () => {
  it('nothing goes, each day says so, and one payout follows on the day they go again', async () => {
    world.setTime('2026-03-02T09:00:00');
    const company = await world.open(1_000);
    await schedule(company);
    const epoch = await beginEpoch(world.db, new Date());
    for (const time of ['02T10:00', '02T11:00', '03T10:00']) {
      world.setTime(`2026-03-${time}:00`);
      await work();
    }
    expect(await payoutsOf(company)).toEqual([]);
    const still = { reason: 'PAYOUTS_STAND_STILL' };
    expect(await toldOf(company)).toEqual([
      { day: '2026-03-02', ...still },
      { day: '2026-03-03', ...still },
    ]);
    await world.db.query("INSERT INTO payout_clearances VALUES ($1, now(), 'conferido')", [epoch]);
    world.setTime('2026-03-03T15:00:00');
    await work();
    await work();
    expect(await payoutsOf(company)).toEqual([{ day: '2026-03-03', cents: 1_000 }]);
    expect(await runsOf(company)).toEqual([
      { day: '2026-03-02', due_on: '2026-03-02', is_made: false, ...still },
      { day: '2026-03-03', due_on: '2026-03-02', is_made: true, reason: null },
    ]);
  });
});

describe('setting and forgetting', () => {
  it('one that is removed and set again does not run twice on a day', async () => {
    world.setTime('2026-03-02T09:00:00');
    const company = await world.open(1_000);
    await schedule(company);
    world.setTime('2026-03-02T10:00:00');
    await work();
    await setSchedule(world.deps, company, null);
    await world.credit(company.companyId, 500);
    world.setTime('2026-03-02T09:30:00');
    await schedule(company);
    world.setTime('2026-03-02T10:30:00');
    await work();
    expect(await payoutsOf(company)).toHaveLength(1);
  });

  it('runs of more than four hundred days ago are forgotten', async () => {
    const company = await world.open();
    await world.db.query(
      `INSERT INTO payout_schedule_runs (company_id, day, due_on, ran_at, reason)
       SELECT $1, current_date - ago, current_date - ago, now(), 'PAYOUT_BELOW_MINIMUM'
       FROM unnest('{398,402}'::int[]) ago`,
      [company.companyId],
    );
    expect(await forgetScheduleRuns(world.deps)).toBe(false);
    expect(await runsOf(company)).toHaveLength(1);
  });
});
