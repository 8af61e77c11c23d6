// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the samples are sources that hold templates.
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
// @ts-expect-error: the tools are plain JavaScript.
import { tablesIn } from '../../tools/sql-tables.mjs';
import { type Copy, copyRepository } from './copy.ts';

interface Touch {
  name: string | null;
  access: 'read' | 'write';
  line: number;
}

const touchesOf = (source: string) =>
  (tablesIn(source, 'planted.ts') as Touch[]).map(({ name, access }) => `${access} ${name}`);

describe('tables in the SQL of a source', () => {
  test.each([
    ["db.query('SELECT 1 FROM payments')", ['read payments']],
    ['db.query("DELETE FROM payments WHERE id = $1")', ['write payments']],
    ['db.query(`UPDATE payments SET status = ${status}`)', ['write payments']],
    ['db.query(sql`INSERT INTO refunds (id) VALUES (1)`)', ['write refunds']],
    ["db.query('SELECT 1 ' + 'FROM pay' + 'ments')", ['read payments']],
    ["db.query('DELETE ' + ('FROM ' + `payments`))", ['write payments']],
    ["db.query(`SELECT 1 FROM ${'payments'}`)", ['read payments']],
    ["db.query('select 1 from payments, refunds r')", ['read payments', 'read refunds']],
    [
      'db.query(\'SELECT 1 FROM "payments" p, public.refunds, "public" . "events"\')',
      ['read payments', 'read refunds', 'read events'],
    ],
    ["db.query('SELECT 1 FROM Payments')", ['read payments']],
    [
      "db.query('SELECT 1 FROM a JOIN payments ON f(a.x, 1) = 2, refunds')",
      ['read a', 'read payments', 'read refunds'],
    ],
    ["db.query('SELECT 1 FROM (SELECT 1 FROM a WHERE true) s, refunds')", ['read a', 'read refunds']],
    ["db.query('SELECT 1 FROM (payments JOIN a USING (id))')", ['read payments', 'read a']],
    ["db.query('SELECT 1 FROM /* of all */ ONLY -- really\\n payments')", ['read payments']],
    ["db.query(`SELECT '--', 1 FROM payments WHERE x = 'it''s FROM refunds'`)", ['read payments']],
    ["db.query('DELETE FROM a USING payments, refunds')", ['write a', 'read payments', 'read refunds']],
    ["db.query('UPDATE a SET x = 1, y = 2 FROM payments')", ['write a', 'read payments']],
    ["db.query('TRUNCATE a, payments')", ['write a', 'write payments']],
    ["db.query('MERGE INTO payments USING a ON true')", ['write payments', 'read a']],
    ["db.query(`SELECT ${many.map((one) => '(SELECT 1 FROM payments)')}`)", ['read payments']],
  ])('%s', (source, expected) => {
    expect(touchesOf(source)).toEqual(expected);
  });

  test.each([
    ['db.query(`SELECT 1 FROM ${table}`)'],
    ['db.query(`SELECT 1 FROM ${schema}.payments`)'],
    ['db.query(`SELECT 1 FROM public.${table}`)'],
    ["db.query('select 1 from ' + table)"],
    ["db.query(['SELECT 1 FROM', table].join(' '))"],
    ["db.query('INSERT INTO '.concat(table))"],
    ['db.query(`SELECT 1 FROM a, ${table}`)'],
  ])('%s leaves a name open', (source) => {
    expect(touchesOf(source).at(-1)).toMatch(/ null$/);
  });

  test.each([
    ['`SELECT 1 FROM a ${join} WHERE x IS DISTINCT FROM ${value} FOR UPDATE ${wait}`', ['read a']],
    ['`REVOKE ALL ON ALL TABLES FROM PUBLIC, ${role}`', []],
    ['`SELECT 1 FROM (${query}) q`', []],
    ["'a message from ' + sender", []],
    ["query['from']", []],
    ["{ method: 'DELETE' }", []],
  ])('%s leaves none open', (source, expected) => {
    expect(touchesOf(`const a = ${source}`)).toEqual(expected);
  });
});

describe('the owners of ARCHITECTURE.md', () => {
  let copy: Copy;
  beforeEach(() => {
    copy = copyRepository('src', 'tools', 'db/schema.sql', 'ARCHITECTURE.md', 'package.json');
  });
  afterEach(() => copy.remove());

  async function expectProblems(...problems: string[]) {
    const { code, output } = await copy.run('tools/check-tables.mjs');
    for (const problem of problems) expect(output).toContain(problem);
    expect(code).toBe(1);
  }

  it('are kept', async () => {
    expect(await copy.run('tools/check-tables.mjs')).toMatchObject({
      code: 0,
      output: expect.stringContaining(' 0 problems'),
    });
  });

  it('keep strangers out, whether they read or write', async () => {
    copy.plant('src/ledger/planted.sql.ts', "export const a = 'SELECT 1 FROM payments';\n");
    copy.plant('src/refunds/planted.ts', 'export const a = `x`;\nexport const b = "UPDATE payments SET status = 4";\n');
    copy.plant('src/payments-too.ts', 'export const a = "SELECT 1 FROM payments";\n');
    copy.plant('src/webhooks/safe-http/planted.mts', 'export const a = `SELECT 1 FROM ${"merchants"}`;\n');
    copy.plant('src/jobs/planted.ts', 'export const a = (table: string) => `SELECT 1 FROM ${table}`;\n');
    await expectProblems(
      'src/ledger/planted.sql.ts:1: reads payments, which belongs to payments/; ask its owner',
      'src/refunds/planted.ts:2: writes payments, which belongs to payments/; only its owner writes it',
      'src/payments-too.ts:1: reads payments',
      'src/webhooks/safe-http/planted.mts:1: reads merchants',
      'src/jobs/planted.ts:1: a value names the table here',
    );
  });

  it('let a listed reader read, and not write', async () => {
    copy.plant(
      'src/transactions/search.sql.ts',
      "export const a = 'SELECT 1 FROM payments';\nexport const b = 'DELETE FROM payments';\n",
    );
    await expectProblems('src/transactions/search.sql.ts:2: writes payments');
  });

  it('name every table, each once, and readers that read', async () => {
    copy.plant('db/schema.sql', 'CREATE TABLE public.payments (\n);\nCREATE TABLE public.payouts (\n);\n');
    copy.change(
      'ARCHITECTURE.md',
      '| `splits/` | `payment_shares` |',
      '| `splits/` | `payments` |\n| `gone/` | `payouts` |',
    );
    copy.change('ARCHITECTURE.md', '| `clock.ts` | `sandbox_clock` |', '| `clock.ts` | `payments` |');
    await expectProblems(
      'payments: owned by payments/ and splits/; one folder owns a table',
      'payouts: its owner src/gone/ is not a folder of src/',
      'src/clock.ts: listed as a reader of payments, but does not read it',
      'customers: ARCHITECTURE.md names a table that db/schema.sql does not have',
    );
  });

  it('are missed where a table has none, and where a reader has no reason', async () => {
    copy.change('ARCHITECTURE.md', '| `splits/` | `payment_shares` |\n', '');
    copy.change('ARCHITECTURE.md', '| stands below every folder |', '| |');
    await expectProblems(
      'payment_shares: no folder owns it',
      'src/clock.ts: listed as a reader of sandbox_clock without a reason',
    );
  });

  it('do not take a run that read nothing for a success', async () => {
    copy.change('tools/check-tables.mjs', "sourcesUnder('src')", "sourcesUnder('tools')");
    await expectProblems('the tables were not checked');
  });
});
