import type { Db } from '../../ground/db/pool.ts';
import type { Deps } from '../../ground/deps.ts';
import type { LinkTime } from './payment-links.rules.ts';

/** Business time, and what follows from it for holds. */
export async function linkTimeOf({ clock, config }: Pick<Deps, 'clock' | 'config'>, db?: Db): Promise<LinkTime> {
  const now = await clock.now(db);
  return { now, boletosSince: new Date(now.getTime() - config.linkBoletoHoldMs) };
}
