// Statements of 45,000 entries as CSV, again and again.
const ENTRIES = 45_000;

export default {
  name: 'CSV statements',
  connections: 4,
  async requests({ attacker, call, db, orderOf }) {
    const { transaction } = (
      await call('POST', '/payments/order', { token: attacker, body: orderOf('est_demo_loja') })
    ).json();
    await db.query(
      `WITH journal AS (
         INSERT INTO ledger_journals (cause_kind, cause_id, subject_kind, subject_id, acquirer, posted_at)
         VALUES ('refund', 1000000, 'payment', $1, 'sandbox', '2026-01-01') RETURNING id
       )
       INSERT INTO ledger_entries (journal_id, account, company_id, amount_cents, available_at, tag)
       SELECT journal.id, 'company_main', 1, CASE WHEN n % 2 = 0 THEN 1 ELSE -1 END,
         timestamptz '2026-01-01' + n * interval '1 second', 'share'
       FROM journal, generate_series(1, ${ENTRIES}) n WHERE n <= ${ENTRIES - (ENTRIES % 2)}`,
      [transaction.id],
    );
    await db.query('VACUUM ANALYZE ledger_entries, ledger_journals');
    const path = '/companies/1/statement?format=csv&from=2020-01-01';
    return [{ method: 'GET', path, headers: { authorization: `Bearer ${attacker}` } }];
  },
};
