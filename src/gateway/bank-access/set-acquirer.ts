import { type Tx, withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { recordAudit } from '../../parties/audit-log/record-audit.ts';
import { type AcquirerConfig, type ConfigKeys, openConfig, sealConfig } from '../../rails/acquirers/acquirer-config.ts';
import { listConfigs, lockConfig, upsertConfig } from '../../rails/acquirers/configs.sql.ts';

export interface NewConfig extends Omit<AcquirerConfig, 'access' | 'callbackSecret'> {
  /** What to store after `stored`; null: nothing, or nothing that can be opened. */
  accessAfter(stored: AcquirerConfig | null): unknown;
  /** Throws where what is stored must not be replaced; called only where it can be opened. */
  refuseReplacing(tx: Tx, stored: AcquirerConfig): Promise<void>;
  /** Throws where it cannot stand beside the others, as far as they can be opened. */
  refuseBeside(tx: Tx, others: readonly AcquirerConfig[]): Promise<void>;
}

/**
 * Stores how an acquirer is reached, in place of what was stored under that name. The bank is not called. The secret of
 * its callbacks stays as it was, because the bank has the address already.
 */
export async function setAcquirer(
  deps: Pick<Deps, 'db' | 'clock'>,
  keys: ConfigKeys,
  { accessAfter, refuseReplacing, refuseBeside, ...config }: NewConfig,
  newSecret: string,
): Promise<{ isNew: boolean }> {
  return withTransaction(deps.db, async (tx) => {
    const stored = await lockConfig(tx, config.name);
    const known = stored && openConfig(keys, stored);
    if (known) await refuseReplacing(tx, known);
    const others = (await listConfigs(tx)).filter(({ name }) => name !== config.name);
    await refuseBeside(
      tx,
      others.flatMap((other) => openConfig(keys, other) ?? []),
    );
    const callbackSecret = known?.callbackSecret ?? newSecret;
    const sealed = sealConfig(keys.current, { ...config, access: accessAfter(known), callbackSecret });
    await upsertConfig(tx, { ...config, sealed }, deps.clock.realNow());
    await recordAudit(deps, tx, {
      merchantId: null,
      action: 'acquirer.changed',
      object: { kind: 'acquirer', id: config.name },
      details: { is_new: stored === null },
    });
    return { isNew: stored === null };
  });
}
