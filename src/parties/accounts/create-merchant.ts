import { withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { invalidField } from '../../ground/errors.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { insertMerchant } from '../merchants/merchants.sql.ts';
import { checkEmail, readAccountName } from './account.rules.ts';
import { normalizeEmail } from './log-in.ts';
import { hashNewPassword } from './passwords/new-passwords.ts';
import { insertUser } from './users.sql.ts';

const UNIQUE_VIOLATION = '23505';

export interface NewMerchant {
  name: string;
  email: string;
  password: string;
}

export interface CreatedMerchant {
  merchantId: number;
  userId: number;
  name: string;
  email: string;
}

/** Creates a merchant and its first user. */
export async function createMerchant(deps: Pick<Deps, 'db' | 'clock'>, wanted: NewMerchant): Promise<CreatedMerchant> {
  const name = readAccountName(wanted.name);
  const email = normalizeEmail(wanted.email);
  checkEmail(email);
  const passwordHash = await hashNewPassword(wanted.password, [name, email]);
  const now = await deps.clock.now();
  try {
    return await withTransaction(deps.db, async (tx) => {
      const merchantId = await insertMerchant(tx, { name, isDemo: false, now });
      const user = await insertUser(tx, { merchantId, name, email, passwordHash, role: 'OWNER', now });
      await recordAudit(deps, tx, {
        merchantId,
        action: 'merchant.created',
        object: { kind: 'merchant', id: merchantId },
        details: { name },
      });
      return { merchantId, userId: user.id, name, email };
    });
  } catch (error) {
    if ((error as { code?: string }).code === UNIQUE_VIOLATION) throw invalidField('email', 'is taken by another user');
    throw error;
  }
}
