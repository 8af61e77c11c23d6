import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

/** What the database itself refuses of what operators see of the books. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const CHECK_VIOLATION = '23514';
const UNIQUE_VIOLATION = '23505';
const query = (sql: string) => database.db.query(sql);
const stopped = (sql: string, code = CHECK_VIOLATION) => expect(query(sql)).rejects.toMatchObject({ code });

describe('[invariant: days of the ledger]', () => {
  const day = (account: string, acquirer: string, debit = 1) =>
    `INSERT INTO ledger_days (span, starts_on, account, acquirer, tag, debit_cents, credit_cents)
     VALUES ('day', '2026-11-18', '${account}', '${acquirer}', 'fee', ${debit}, 0)`;

  it('the clearing account is somebody’s, and no other is', async () => {
    await stopped(day('acquirer_clearing', ''));
    await stopped(day('platform_fee', 'efi'));
    await stopped(day('somebody', ''));
    await stopped(day('platform_fee', '', -1));
  });

  it('cover no transaction that runs', async () => {
    const future = (sql: string) => sql.replace('NEXT', '(pg_current_xact_id()::text::bigint + 9)::text::xid8');
    await stopped(future('INSERT INTO ledger_day_round (covered_below, made_at) VALUES (NEXT, now())'));
    await query("INSERT INTO ledger_day_round (covered_below, made_at) VALUES ('3', now())");
    await stopped(future('UPDATE ledger_day_round SET covered_below = NEXT'));
    await stopped("INSERT INTO ledger_day_round (is_only, covered_below, made_at) VALUES (false, '3', now())");
  });
});

describe('[invariant: an audit that was asked for]', () => {
  const ask = "INSERT INTO asked_audits (asked_at, asked_by) VALUES (now(), 'Ana')";

  it('is one at a time', async () => {
    await query(ask);
    await stopped(ask, UNIQUE_VIOLATION);
    await query('UPDATE asked_audits SET ended_at = now()');
    await query(ask);
  });

  it.each([
    'checks_held = 3, findings = 0',
    'ended_at = now(), checks_held = 3',
    'ended_at = now(), checks_held = 3, findings = 1',
    "ended_at = now(), checks_held = 3, findings = 1, broken_check = 'x'",
    "ended_at = now(), checks_held = 3, findings = 0, broken_check = 'x', broken_rows = '[]'",
    "broken_rows = '[]'",
  ])('does not end with half a result: %s', (change) =>
    stopped(`UPDATE asked_audits SET ${change} WHERE ended_at IS NULL`),
  );
});

describe('[invariant: backups]', () => {
  it('are made before they are told of, by one of two', async () => {
    const note = (madeAt: string, by: string) =>
      `INSERT INTO backups (made_at, noted_at, made_by, is_proved) VALUES (${madeAt}, now(), '${by}', false)`;
    await stopped(note("now() + interval '1 second'", 'vintem'));
    await stopped(note('now()', 'nobody'));
    await query(note('now()', 'elsewhere'));
  });
});
