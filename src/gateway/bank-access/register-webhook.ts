import type { Deps } from '../../ground/deps.ts';
import { recordAudit } from '../../parties/audit-log/record-audit.ts';
import { INSTALLATION } from '../../parties/merchants/installation.rules.ts';
import type { AcquirerConfig } from '../../rails/acquirers/acquirer-config.ts';
import { BankSetupError, type Mode } from '../../rails/acquirers/acquirer-kind.ts';
import { kindOf } from '../../rails/kinds.ts';
import { callbackUrlOf } from './callback-url.ts';

export interface RegisteredWebhook {
  /** Where the bank calls, without the secret. */
  origin: string;
  isPlain: boolean;
}

/** Tells the bank where to send its callbacks. What it refuses is a BankSetupError. */
export async function registerWebhook(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  mode: Mode,
  bank: AcquirerConfig,
): Promise<RegisteredWebhook> {
  const url = callbackUrlOf(deps.config, bank);
  const { origin, protocol } = new URL(url);
  const isPlain = protocol !== 'https:';
  if (isPlain && mode === 'live')
    throw new BankSetupError('PUBLIC_URL or CALLBACK_URL must begin with https://: banks call nothing else');
  await kindOf(bank.kind).registerWebhook(bank, url, deps.config.callbackTls !== null);
  await recordAudit(deps, deps.db, {
    merchantId: INSTALLATION,
    action: 'acquirer.webhook_registered',
    object: { kind: 'acquirer', id: bank.name },
    details: { origin },
  });
  return { origin, isPlain };
}
