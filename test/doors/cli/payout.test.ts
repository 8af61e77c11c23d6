import { afterAll, beforeAll, expect, it } from 'vitest';
import { findScheduleOfMerchant } from '../../../src/gateway/payouts/schedule/schedule.sql.ts';
import { schedulePayouts } from '../../../src/gateway/payouts/schedule/schedule-payouts.ts';
import { setSchedule } from '../../../src/gateway/payouts/schedule/set-schedule.ts';
import { standsStill } from '../../../src/gateway/payouts/standstill.sql.ts';
import { openPayoutWorld, type PayoutWorld, type WorldCompany } from '../../support/payout-world.ts';
import { cliJson, runCli } from './run-cli.ts';

let world: PayoutWorld;
let env: Record<string, string>;
beforeAll(async () => {
  world = await openPayoutWorld();
  env = { DATABASE_URL: world.database.url };
});
afterAll(() => world.close());

async function payOut(cents: number): Promise<WorldCompany & { payoutId: number }> {
  world.setTime('2026-03-02T09:00:00');
  const company = await world.open(cents);
  const settings = { destination_id: company.destinationId, minimum_cents: 1, keep_cents: 0 };
  await setSchedule(world.deps, company, { rhythm: 'daily', day: null, ...settings });
  world.setTime('2026-03-02T10:00:00');
  while (await schedulePayouts(world.deps));
  const [row] = await world.db.query<{ id: number }>('SELECT id FROM payouts WHERE company_id = $1', [
    company.companyId,
  ]);
  return { ...company, payoutId: (row as { id: number }).id };
}

const send = (payoutId: number) =>
  world.db.query("UPDATE payouts SET status = 'SENT', sends = 1, sent_at = '2026-03-02T13:00:01Z' WHERE id = $1", [
    payoutId,
  ]);
const stateOf = async (payoutId: number) => {
  const [row] = await world.db.query('SELECT status, failure_reason FROM payouts WHERE id = $1', [payoutId]);
  return row;
};

it('lists payouts, and ends what the bank never clears up, once', async () => {
  expect((await runCli(env, 'payout', 'list', '--open')).out).toBe('there is none\n');
  const [paid, failed, waiting] = [await payOut(1_000), await payOut(2_000), await payOut(3_000)];
  for (const { payoutId } of [paid, failed]) await send(payoutId);
  const why = ['--reason', 'no extrato de 3 de março'];
  const refused = await runCli(env, 'payout', 'settle', String(waiting.payoutId), '--as', 'paid', ...why);
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('is REQUESTED: only one that is SENT') });
  const settled = await runCli(env, 'payout', 'settle', String(paid.payoutId), '--as', 'paid', ...why);
  expect(settled.out).toBe(`payout ${paid.payoutId} of company ${paid.companyId}: 1000 cents paid\n`);
  expect(await cliJson(env, 'payout', 'settle', String(failed.payoutId), '--as', 'failed', ...why)).toMatchObject({
    id: failed.payoutId,
    status: 'FAILED',
    amount_cents: 2_000,
  });
  expect(await stateOf(paid.payoutId)).toEqual({ status: 'PAID', failure_reason: null });
  expect(await stateOf(failed.payoutId)).toEqual({ status: 'FAILED', failure_reason: 'no extrato de 3 de março' });
  expect((await runCli(env, 'payout', 'settle', String(paid.payoutId), '--as', 'failed', ...why)).code).toBe(1);
  expect((await runCli(env, 'payout', 'settle', '987654', '--as', 'paid', ...why)).code).toBe(1);
  expect((await runCli(env, 'payout', 'settle', '1', '--as', 'lost', ...why)).err).toContain('paid or failed');
  expect((await runCli(env, 'payout', 'settle', '1', '--as', 'paid', '--reason', ' ')).err).toContain('--reason');
  const open = await cliJson(env, 'payout', 'list', '--open');
  expect(open).toMatchObject({ stands_still: false, payouts: [{ id: waiting.payoutId, status: 'REQUESTED' }] });
  const all = await cliJson(env, 'payout', 'list');
  expect(all.payouts.map(({ id }: { id: number }) => id)).toEqual(
    [waiting, failed, paid].map(({ payoutId }) => payoutId),
  );
  expect(JSON.stringify(all)).not.toContain('sealed');
  const entries = await world.db.query("SELECT details->>'as' AS as FROM audit_log WHERE action = 'payout.settled'");
  expect(entries).toEqual([{ as: 'PAID' }, { as: 'FAILED' }]);
});

it('after a restore everything stands still until the operator says so', async () => {
  const why = ['--reason', 'conferido até 3 de março'];
  const idle = await runCli(env, 'payout', 'resume', ...why);
  expect(idle).toMatchObject({ code: 1, err: expect.stringContaining('do not stand still') });
  const waiting = await payOut(1_000);
  expect((await runCli(env, 'restored')).out).toContain('vintem payout resume');
  expect(await standsStill(world.db)).toBe(true);
  expect((await runCli(env, 'payout', 'list', '--open')).out).toContain('stand still since a restore');
  await world.db.query('UPDATE payout_destinations SET removed_at = now() WHERE id = $1', [waiting.destinationId]);
  await world.db.query("INSERT INTO payout_terms (company_id, merchant_id, acquirer) VALUES ($1, $2, 'gone')", [
    waiting.companyId,
    waiting.merchantId,
  ]);
  await world.db.query(
    `INSERT INTO payout_findings (acquirer, kind, reference, our_cents, bank_cents, detected_at)
     VALUES ('gone', 'UNKNOWN_AT_BANK', 'x', 0, 1, now())`,
  );
  const { out } = await runCli(env, 'doctor');
  for (const code of ['PAYOUTS_STAND_STILL', 'PAYOUT_SCHEDULE_BLOCKED', 'PAYOUT_NO_RAIL', 'PAYOUT_FINDINGS'])
    expect(out).toContain(code);
  expect(out).toContain(`nobody sends the payouts of company ${waiting.companyId}`);
  expect(out).not.toContain('PAYOUT_UNSENT');
  expect((await runCli(env, 'payout', 'resume')).code).toBe(1);
  const resumed = await runCli(env, 'payout', 'resume', ...why);
  expect(resumed.out).toMatch(/^payouts go again: 2 that were asked for are sent, 0 that were sent /);
  expect(await standsStill(world.db)).toBe(false);
  expect((await runCli(env, 'payout', 'resume', ...why)).code).toBe(1);
  const entries = await world.db.query("SELECT details FROM audit_log WHERE action = 'payouts.resumed'");
  expect(entries).toEqual([{ details: { reason: 'conferido até 3 de março' } }]);
  const schedule = await findScheduleOfMerchant(world.db, waiting.merchantId, waiting.companyId);
  expect(schedule?.next_on).toBe('2026-03-03');
});

it('lists what banks see otherwise until somebody says what was done, once, and the doctor names it', async () => {
  const { companyId, merchantId, payoutId } = await payOut(4_000);
  await world.db.query('DELETE FROM payout_findings');
  const add = async (values: unknown[]) => {
    const [row] = await world.db.query<{ id: number }>(
      `INSERT INTO payout_findings
         (merchant_id, company_id, payout_id, acquirer, kind, reference, our_cents, bank_cents, detected_at)
       VALUES ($1, $2, $3, 'banco', $4, $5, $6, $7, $8) RETURNING id`,
      values,
    );
    return row?.id as number;
  };
  const stranger = await add([null, null, null, 'UNKNOWN_AT_BANK', 'alheia', 0, 75_000, '2026-03-03T04:00:02Z']);
  const differs = await add([
    ...[merchantId, companyId, payoutId],
    ...['AMOUNT_DIFFERS', 'nossa', 4_000, 3_999, '2026-03-02T04:00:02Z'],
  ]);
  const lines = [
    `finding ${differs} | AMOUNT_DIFFERS | OPEN since 2026-03-02T04:00:02.000Z | payout ${payoutId} | ` +
      `company ${companyId} | ours 4000 cents, bank 3999 | banco | reference nossa\n`,
    `finding ${stranger} | UNKNOWN_AT_BANK | OPEN since 2026-03-03T04:00:02.000Z | no payout | ` +
      'ours 0 cents, bank 75000 | banco | reference alheia\n',
  ];
  expect((await runCli(env, 'payout', 'findings')).out).toBe(lines.join(''));
  expect((await runCli(env, 'payout', 'findings', 'list')).out).toBe(lines.join(''));
  expect((await runCli(env, 'doctor')).out).toContain(`finding ${differs} AMOUNT_DIFFERS, ${stranger} UNKNOWN_AT_BANK`);

  const resolve = (id: number, reason: string) =>
    runCli(env, 'payout', 'findings', 'resolve', String(id), '--reason', reason);
  expect((await resolve(differs, ' ')).err).toContain('--reason');
  expect((await resolve(987_654, 'visto')).err).toContain('finding 987654 does not exist');
  expect((await resolve(differs, 'o banco corrigiu')).out).toBe(
    `finding ${differs} resolved: AMOUNT_DIFFERS, o banco corrigiu\n`,
  );
  const again = await resolve(differs, 'outra coisa');
  expect(again).toMatchObject({ code: 1, err: expect.stringContaining('was resolved before: o banco corrigiu') });
  expect((await runCli(env, 'payout', 'findings')).out).toBe(lines[1]);
  expect((await runCli(env, 'doctor')).out).not.toContain('AMOUNT_DIFFERS');
  await resolve(stranger, 'da folha de pagamento');
  expect((await runCli(env, 'payout', 'findings')).out).toBe('there is none\n');
  expect((await runCli(env, 'doctor')).out).not.toContain('PAYOUT_FINDINGS');
  expect(await cliJson(env, 'payout', 'findings', '--all')).toMatchObject([
    { id: differs, our_cents: 4_000, bank_cents: 3_999, resolution: 'o banco corrigiu' },
    { id: stranger, payout_id: null, resolution: 'da folha de pagamento' },
  ]);
  const told = { kind: 'AMOUNT_DIFFERS', ours: 4_000, bank: 3_999, acquirer: 'banco', reference: 'nossa' };
  const entries = await world.db.query(
    `SELECT merchant_id, object_id, details FROM audit_log WHERE action = 'payout_finding.resolved' ORDER BY id`,
  );
  expect(entries).toMatchObject([
    {
      merchant_id: merchantId,
      object_id: String(payoutId),
      details: { finding: differs, ...told, reason: 'o banco corrigiu' },
    },
    { merchant_id: 0, object_id: null, details: { finding: stranger, reason: 'da folha de pagamento' } },
  ]);
});

it('only an acquirer that sends payouts is taken for them', async () => {
  const { companyId } = await world.open();
  await world.db.query(
    `INSERT INTO acquirer_configs (name, kind, profile, sealed, created_at, updated_at)
     VALUES ('banco', 'bacen-pix', 'standard', 'x', now(), now())`,
  );
  const set = (name: string, more: Record<string, string> = {}) =>
    runCli({ ...env, ...more }, 'company', 'set', String(companyId), '--payout-acquirer', name);
  expect((await set('banco')).err).toContain('banco sends no payouts; those that do: sandbox');
  expect((await set('outro')).err).toContain('unknown acquirer "outro"');
  expect((await set('sandbox', { VINTEM_MODE: 'live' })).err).toContain('this mode has none that does yet');
  expect((await set('sandbox')).out).toContain('payouts: by sandbox, fee 0 cents');
  expect((await runCli(env, 'company', 'list')).out).toMatch(/\| payouts by sandbox\n/);
  const odd = await runCli(env, 'company', 'set', String(companyId), '--payout-minimum', '5', '--payout-most', '4');
  expect(odd).toMatchObject({ code: 1, err: expect.stringContaining('most of a payout') });
});
