import { MIGRATION_LOCK } from '../../ground/db/migrate.ts';
import { withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { hashPassword } from '../../parties/accounts/passwords/passwords.ts';
import { countUsersOfMerchant, insertUser } from '../../parties/accounts/users.sql.ts';
import { INSTALLATION } from '../../parties/merchants/installation.rules.ts';

/** The address says that it leads nowhere; the password is in the README. */
export const DEMO_OPERATOR = { email: 'operacao@vintem.dev', password: 'vintem-demo' };

/** Gives a sandbox that nobody else reaches an operator to try the console with, unless it has any. */
export async function createDemoOperator({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<void> {
  if (!config.console?.hasDemoOperator || (await countUsersOfMerchant(db, INSTALLATION)).all > 0) return;
  const passwordHash = await hashPassword(DEMO_OPERATOR.password);
  const now = await clock.now();
  await withTransaction(db, async (tx) => {
    // Several processes may start on one database.
    await tx.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    if ((await countUsersOfMerchant(tx, INSTALLATION)).all > 0) return;
    const { email } = DEMO_OPERATOR;
    await insertUser(tx, { merchantId: INSTALLATION, name: 'Operação Demo', email, passwordHash, role: 'ADMIN', now });
  });
}
