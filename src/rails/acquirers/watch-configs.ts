import type { Logger } from 'pino';
import type { Db } from '../../ground/db/pool.ts';
import { startPollLoop } from '../../ground/queues/poll-loop.ts';
import type { Acquirer } from './acquirer.ts';
import { type AcquirerConfig, type ConfigKeys, openConfig } from './acquirer-config.ts';
import type { ConfiguredAcquirer } from './acquirer-kind.ts';
import { listConfigs, listConfigVersions, type StoredConfig } from './configs.sql.ts';

/** A change takes hold everywhere within this and one query. */
const LOOK_EVERY_MS = 2_000;
/** Calls that are under way when their adapter is replaced may end. */
const CLOSE_AFTER_MS = 30_000;

export interface WatchParts {
  db: Db;
  log: Logger;
  keys: ConfigKeys;
  make(config: AcquirerConfig): ConfiguredAcquirer;
  /** Called with all of them, and with the names of those that cannot be opened, whenever there is a change. */
  use(acquirers: readonly Acquirer[], unusable: readonly string[]): void;
}

interface Made {
  version: number;
  acquirer: ConfiguredAcquirer | null;
}

/** Keeps the adapters of this process as an operator has configured them. Returns how to stop. */
export async function watchConfigs(parts: WatchParts): Promise<() => Promise<void>> {
  let made = new Map<string, Made>();
  const closing = new Map<ConfiguredAcquirer, NodeJS.Timeout>();

  const retire = (acquirer: ConfiguredAcquirer | null) => {
    if (!acquirer) return;
    const close = () => {
      closing.delete(acquirer);
      void acquirer.close();
    };
    closing.set(acquirer, setTimeout(close, CLOSE_AFTER_MS).unref());
  };

  const look = async () => {
    const versions = await listConfigVersions(parts.db);
    const isSame =
      versions.length === made.size && versions.every((one) => made.get(one.name)?.version === one.version);
    if (isSame) return LOOK_EVERY_MS;
    const before = made;
    made = new Map(
      (await listConfigs(parts.db)).map((stored) => [stored.name, keep(before, stored) ?? make(parts, stored)]),
    );
    const kept = new Set([...made.values()].map(({ acquirer }) => acquirer));
    const unusable = [...made].flatMap(([name, { acquirer }]) => (acquirer === null ? [name] : []));
    parts.use(
      [...kept].filter((acquirer) => acquirer !== null),
      unusable,
    );
    for (const { acquirer } of before.values()) if (!kept.has(acquirer)) retire(acquirer);
    parts.log.info({ acquirers: [...made.keys()] }, 'the acquirers of this process have changed');
    return LOOK_EVERY_MS;
  };

  await look();
  const loop = startPollLoop(parts.log, 'watch-acquirers', look);
  return async () => {
    await loop.stop();
    for (const timer of closing.values()) clearTimeout(timer);
    const open = [...closing.keys(), ...[...made.values()].flatMap(({ acquirer }) => acquirer ?? [])];
    await Promise.all(open.map((acquirer) => acquirer.close()));
  };
}

function keep(before: ReadonlyMap<string, Made>, { name, version }: StoredConfig): Made | null {
  const known = before.get(name);
  return known?.version === version ? known : null;
}

/** One that cannot be used hurts nobody but its own payments, which are then unknown. */
function make({ keys, log, make: makeAcquirer }: WatchParts, stored: StoredConfig): Made {
  const { name, version } = stored;
  const config = openConfig(keys, stored);
  if (!config) {
    log.error({ acquirer: name }, 'an acquirer cannot be used: ACQUIRER_KEY does not open its configuration');
    return { version, acquirer: null };
  }
  try {
    return { version, acquirer: makeAcquirer(config) };
  } catch (error) {
    log.error({ acquirer: name, err: error }, 'an acquirer cannot be used by this release');
    return { version, acquirer: null };
  }
}
