import type { Db } from '../../ground/db/pool.ts';
import { type Tx, withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { recordAudit } from '../../parties/audit-log/record-audit.ts';
import { INSTALLATION } from '../../parties/merchants/installation.rules.ts';
import { type AcquirerConfig, type ConfigKeys, openConfig, sealConfig } from '../../rails/acquirers/acquirer-config.ts';
import { BankSetupError, type Mode } from '../../rails/acquirers/acquirer-kind.ts';
import { listConfigs, lockConfig, upsertConfig } from '../../rails/acquirers/configs.sql.ts';
import type { KindName } from '../../rails/kind-names.rules.ts';
import { kindOf } from '../../rails/kinds.ts';
import { countPaymentsStillNeeding } from './payments-still-needing.ts';
import { type LoggedBank, loggedChange } from './seen-members.rules.ts';

export interface WantedAcquirer {
  name: string;
  kind: KindName;
  mode: Mode;
  /**
   * How it is to be reached, after what is stored under that name; null: nothing is, or nothing that can be opened.
   * Throws what is wrong with it.
   */
  accessFrom(stored: AcquirerConfig | null): unknown;
  /** Refused where one of that name is there already. */
  isNew?: true;
  /** Why, in the words of whoever changes it. */
  reason?: string;
}

/**
 * Stores how an acquirer is reached, in place of what was stored under that name. The bank is not called. The secret of
 * its callbacks stays as it was, because the bank has the address already. What is wrong is a BankSetupError.
 */
export async function setAcquirer(
  deps: Pick<Deps, 'db' | 'clock'>,
  keys: ConfigKeys,
  wanted: WantedAcquirer,
  newSecret: string,
): Promise<{ isNew: boolean }> {
  const { name, kind, mode } = wanted;
  const now = await deps.clock.now();
  return withTransaction(deps.db, async (tx) => {
    const stored = await lockConfig(tx, name);
    if (stored && wanted.isNew) throw new BankSetupError('name is that of an acquirer that is there already', 'name');
    const known = stored && openConfig(keys, stored);
    const access = wanted.accessFrom(known);
    if (known) await refuseReplacing(tx, known, { kind, access }, now);
    await refuseBeside(tx, deps, keys, { name, kind, access });
    const { accessAfter, describe } = kindOf(kind);
    const { profile } = describe(access);
    const config: AcquirerConfig = {
      name,
      kind,
      profile,
      access: accessAfter(known?.kind === kind ? known.access : null, access),
      callbackSecret: known?.callbackSecret ?? newSecret,
    };
    await upsertConfig(tx, { name, kind, profile, sealed: sealConfig(keys.current, config) }, deps.clock.realNow());
    await recordAudit(deps, tx, {
      merchantId: INSTALLATION,
      action: 'acquirer.changed',
      object: { kind: 'acquirer', id: name },
      details: {
        is_new: stored === null,
        ...loggedChange(known && loggedBank(known, mode), loggedBank(config, mode)),
        ...(wanted.reason !== undefined && { reason: wanted.reason }),
      },
    });
    return { isNew: stored === null };
  });
}

interface Replacing {
  kind: KindName;
  access: unknown;
}

/** Another bank under the same name could say nothing of what the first has issued. */
async function refuseReplacing(tx: Db, stored: AcquirerConfig, { kind, access }: Replacing, now: Date): Promise<void> {
  if (stored.kind === kind && kindOf(kind).reachesTheSame(stored.access, access)) return;
  const payments = await countPaymentsStillNeeding(tx, stored.name, now);
  if (payments === 0) return;
  throw new BankSetupError(
    `${payments} payments still need the bank that is stored as ${stored.name}, and this is another one: ` +
      'store it under another name, and give that to the companies',
  );
}

/** Where it cannot stand beside the others, as far as they can be opened. */
async function refuseBeside(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  keys: ConfigKeys,
  { name, kind, access }: Replacing & { name: string },
): Promise<void> {
  const { conflict, keptConflict } = kindOf(kind);
  const others = (await listConfigs(tx)).filter((other) => other.name !== name && other.kind === kind);
  const opened = others.flatMap((other) => openConfig(keys, other) ?? []);
  const problem = conflict?.(access, opened) ?? (await keptConflict?.({ db: tx, clock }, name, access));
  if (problem) throw problem;
}

function loggedBank({ kind, profile, access }: AcquirerConfig, mode: Mode): LoggedBank {
  const { forms, membersOf } = kindOf(kind);
  const form = forms(mode).find((one) => one.profile === profile) ?? { profile, isReachable: false, fields: [] };
  return { kind, members: membersOf(access, mode), form };
}
