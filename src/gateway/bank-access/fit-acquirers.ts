import type { Db } from '../../ground/db/pool.ts';
import { type ChargeType, SANDBOX } from '../../rails/acquirers/acquirer.ts';
import { listConfigs } from '../../rails/acquirers/configs.sql.ts';
import { kindOf } from '../../rails/kinds.ts';

type Mode = 'sandbox' | 'live';

/** Live never uses the sandbox's own. */
const builtIn = (mode: Mode) => (mode === 'live' ? [] : [SANDBOX]);

/** The names of those that can charge that type for a company. */
export async function listChargingAcquirers(db: Db, mode: Mode, type: ChargeType): Promise<string[]> {
  const configured = (await listConfigs(db)).filter(({ kind }) => kindOf(kind).charges.includes(type));
  return [...builtIn(mode), ...configured.map(({ name }) => name)];
}

/** The names of those that can send a company's payouts. */
export async function listPayingAcquirers(db: Db, mode: Mode): Promise<string[]> {
  const configured = (await listConfigs(db)).filter(({ kind, profile }) => kindOf(kind).paysOut?.(profile));
  return [...builtIn(mode), ...configured.map(({ name }) => name)];
}
