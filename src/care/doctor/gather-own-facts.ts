import { fileURLToPath } from 'node:url';
import type { Db } from '../../ground/db/pool.ts';
import type { Deps } from '../../ground/deps.ts';
import type { Facts } from './facts.rules.ts';
import { gatherDatabaseFacts, type Look, NOTHING } from './gather-database-facts.ts';
import { gatherDisk, reasonOf, settingsFacts, surroundings, within } from './gather-facts.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../db/migrations', import.meta.url));

/**
 * What the doctor would find, seen by a process that runs: its settings were read, its database answers, and it
 * listens. Looks go through connections of lists, and one that takes too long is a fact of its own.
 */
export async function gatherOwnFacts({ config, clock }: Deps, db: Db): Promise<Facts> {
  const unknown: Facts['unknown'] = [];
  const around = surroundings({}, MIGRATIONS);
  const look: Look = async (what, work) => {
    try {
      return await within(around.lookMs, work());
    } catch (error) {
      unknown.push({ what, reason: reasonOf(error) });
      return null;
    }
  };
  const looking = { db, config, realNow: clock.realNow, migrations: MIGRATIONS };
  return {
    ...NOTHING,
    realNow: clock.realNow(),
    settings: settingsFacts(config, []),
    reach: { state: 'reached' },
    ownerTrouble: null,
    smtp: null,
    listener: null,
    callbackFiles: null,
    unknown,
    ...(await gatherDatabaseFacts(looking, look)),
    disk: config.databaseUrl ? null : await look('the disk', () => gatherDisk(around, config.dataDir)),
  };
}
