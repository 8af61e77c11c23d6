import { withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { INSTALLATION } from '../merchants/installation.rules.ts';
import { findMerchantSettings, lockMerchant, updateRequiresOtp } from '../merchants/merchants.sql.ts';

/** In live nobody runs the installation by a password alone. Once required, it stays so. */
export async function requireSecondFactors(deps: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<void> {
  if (deps.config.mode !== 'live' || (await findMerchantSettings(deps.db, INSTALLATION)).requires_otp) return;
  await withTransaction(deps.db, async (tx) => {
    await lockMerchant(tx, INSTALLATION);
    if ((await findMerchantSettings(tx, INSTALLATION)).requires_otp) return;
    await updateRequiresOtp(tx, INSTALLATION, true);
    await recordAudit(deps, tx, {
      merchantId: INSTALLATION,
      action: 'totp.required',
      object: { kind: 'merchant', id: INSTALLATION },
      details: { required: true },
    });
  });
}
