import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Copy, copyRepository } from '../tools/copy.ts';

const EXCUSES = 'docs/adr/0043-how-far-from-distributed.md';

describe('what stands in the way of distributing by merchant', () => {
  let copy: Copy;
  beforeEach(() => {
    copy = copyRepository('src', 'tools', 'db/schema.sql', EXCUSES, 'package.json');
  });
  afterEach(() => copy.remove());

  async function expectProblems(...problems: string[]) {
    const { code, output } = await copy.run('tools/check/check-distribution.mjs');
    for (const problem of problems) expect(output).toContain(problem);
    expect(code).toBe(1);
  }

  it('is all excused by ADR 43', async () => {
    expect(await copy.run('tools/check/check-distribution.mjs')).toMatchObject({
      code: 0,
      output: expect.stringContaining(' 0 problems'),
    });
  });

  it('is a new table without the merchant, a new key over all of them, and a statement that does not name it', async () => {
    copy.change(
      'db/schema.sql',
      '-- foreign keys',
      'CREATE TABLE public.payouts (\n  id bigint NOT NULL\n);\n\n-- foreign keys',
    );
    copy.change(
      'db/schema.sql',
      '-- triggers',
      'CREATE UNIQUE INDEX payments_once ON public.payments USING btree (customer_email);\n\n-- triggers',
    );
    copy.change(
      'db/schema.sql',
      '  CONSTRAINT customers_pkey',
      '  CONSTRAINT customers_email_key UNIQUE (email),\n  CONSTRAINT customers_pkey',
    );
    copy.plant('src/books/ledger/planted.sql.ts', "export const a = 'SELECT 1 FROM payments WHERE id = $1';\n");
    await expectProblems(
      'payouts: has no merchant_id',
      'payments: payments_once is unique over all merchants',
      'customers: customers_email_key is unique over all merchants',
      'src/books/ledger/planted.sql.ts:1: a statement over payments that does not name the merchant',
    );
  });

  it('is not what carries the merchant', async () => {
    const table = 'CREATE TABLE public.payouts (\n  id bigint NOT NULL,\n  merchant_id bigint NOT NULL\n);\n';
    copy.change('db/schema.sql', '-- foreign keys', `${table}\n-- foreign keys`);
    copy.change(
      'db/schema.sql',
      '-- triggers',
      'CREATE UNIQUE INDEX a ON public.payouts USING btree (merchant_id, id);\n\n-- triggers',
    );
    copy.plant(
      'src/books/ledger/planted.sql.ts',
      "export const a = 'SELECT 1 FROM payouts WHERE id = $1 AND merchant_id = $2';\n",
    );
    expect(await copy.run('tools/check/check-distribution.mjs')).toMatchObject({ code: 0 });
  });

  it('is an excuse for nothing, or one without a reason', async () => {
    copy.change(EXCUSES, '| `payment_links_slug_key` |', '| `payment_links_slug_key`, `gone_key` |');
    copy.change(
      EXCUSES,
      '| `gateway/payments/totals.sql.ts` | the day of an acquirer, over all merchants |',
      '| `gateway/payments/totals.sql.ts` | |',
    );
    copy.change(EXCUSES, '| `debit_locks` | a gap', '| `debit_locks`, `payments` | a gap');
    await expectProblems(
      'key gone_key: listed under "Keys that are unique over all merchants", but there is nothing to excuse',
      'file gateway/payments/totals.sql.ts: listed under "Statements without the merchant" without a reason',
      'table payments: listed under "Tables without the merchant", but there is nothing to excuse',
    );
  });

  it('is not missed by a run that read nothing', async () => {
    copy.plant('db/schema.sql', 'CREATE TABLE public.payments (\n  id bigint\n);\n');
    await expectProblems('the distribution was not checked');
  });
});
