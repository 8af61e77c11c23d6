// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the samples are sources that hold templates.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Copy, copyRepository } from '../tools/copy.ts';

describe('the owners of ARCHITECTURE.md', () => {
  let copy: Copy;
  beforeEach(() => {
    copy = copyRepository('src', 'tools', 'db/schema.sql', 'ARCHITECTURE.md', 'package.json');
  });
  afterEach(() => copy.remove());

  async function expectProblems(...problems: string[]) {
    const { code, output } = await copy.run('tools/check/check-tables.mjs');
    for (const problem of problems) expect(output).toContain(problem);
    expect(code).toBe(1);
  }

  it('are kept', async () => {
    expect(await copy.run('tools/check/check-tables.mjs')).toMatchObject({
      code: 0,
      output: expect.stringContaining(' 0 problems'),
    });
  });

  it('keep strangers out, whether they read or write', async () => {
    copy.plant('src/books/ledger/planted.sql.ts', "export const a = 'SELECT 1 FROM payments';\n");
    copy.plant(
      'src/gateway/refunds/planted.ts',
      'export const a = `x`;\nexport const b = "UPDATE payments SET status = 4";\n',
    );
    copy.plant('src/payments-too.ts', 'export const a = "SELECT 1 FROM payments";\n');
    copy.plant('src/news/webhooks/safe-http/planted.mts', 'export const a = `SELECT 1 FROM ${"merchants"}`;\n');
    copy.plant('src/doors/jobs/planted.ts', 'export const a = (table: string) => `SELECT 1 FROM ${table}`;\n');
    await expectProblems(
      'src/books/ledger/planted.sql.ts:1: reads payments, which belongs to gateway/payments/; ask its owner',
      'src/gateway/refunds/planted.ts:2: writes payments, which belongs to gateway/payments/; only its owner writes it',
      'src/payments-too.ts:1: reads payments',
      'src/news/webhooks/safe-http/planted.mts:1: reads merchants',
      'src/doors/jobs/planted.ts:1: a value names the table here',
    );
  });

  it('let a listed reader read, and not write', async () => {
    copy.plant(
      'src/gateway/transactions/search.sql.ts',
      "export const a = 'SELECT 1 FROM payments';\nexport const b = 'DELETE FROM payments';\n",
    );
    await expectProblems('src/gateway/transactions/search.sql.ts:2: writes payments');
  });

  it('name every table, each once, and readers that read', async () => {
    copy.plant('db/schema.sql', 'CREATE TABLE public.payments (\n);\nCREATE TABLE public.payouts (\n);\n');
    copy.change(
      'ARCHITECTURE.md',
      '| `gateway/splits/` | `payment_shares` |',
      '| `gateway/splits/` | `payments` |\n| `gateway/gone/` | `payouts` |',
    );
    copy.change('ARCHITECTURE.md', '| `ground/clock.ts` | `sandbox_clock` |', '| `ground/clock.ts` | `payments` |');
    await expectProblems(
      'payments: owned by gateway/payments/ and gateway/splits/; one folder owns a table',
      'payouts: its owner src/gateway/gone/ is not a room of src/',
      'src/ground/clock.ts: listed as a reader of payments, but does not read it',
      'customers: ARCHITECTURE.md names a table that db/schema.sql does not have',
    );
  });

  it('are missed where a table has none, and where a reader has no reason', async () => {
    copy.change('ARCHITECTURE.md', '| `gateway/splits/` | `payment_shares` |\n', '');
    copy.change('ARCHITECTURE.md', '| stands below every folder |', '| |');
    await expectProblems(
      'payment_shares: no folder owns it',
      'src/ground/clock.ts: listed as a reader of sandbox_clock without a reason',
    );
  });

  it('do not take a run that read nothing for a success', async () => {
    copy.change('tools/check/check-tables.mjs', "sourcesUnder('src')", "sourcesUnder('tools')");
    await expectProblems('the tables were not checked');
  });
});
