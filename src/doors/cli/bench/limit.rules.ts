/** How many sessions of the database, on average, were doing or waiting for what. */
export interface Sessions {
  /** On a processor of the database. */
  processor: number;
  /** For the disk: commits first of all. */
  disk: number;
  /** For each other. */
  locks: number;
  /** In the middle of a transaction, for the next statement of the gateway. */
  network: number;
}

/** What was measured beside the work. */
export interface Load {
  /** The share of all cores of this machine that were busy, with whatever. */
  machineBusy: number;
  /** The share that somebody else kept busy; null where PostgreSQL's part is not known, or runs elsewhere. */
  othersBusy: number | null;
  /** The share of the time in which Node's own thread worked. */
  nodeBusy: number;
  sessions: Sessions;
  /** One durable commit as the gateway sees it, the way to the database and back included. */
  commitMs: number;
  /** The way to the database and back alone. */
  roundTripMs: number;
}

export type Limit = 'others' | 'cores' | 'node' | 'postgres' | 'disk' | 'locks' | 'round-trip' | 'nothing';

/** Above this share, more work at a time brings nothing but longer waiting. */
const FULL = 0.9;
/** Somebody else with so much of a full machine makes the figures those of another, smaller machine. */
const MUCH_OF_OTHERS = 0.2;
/** With fewer sessions at work than this, the database waited for the gateway most of the time. */
const IDLE_SESSIONS = 0.5;

/**
 * What is full is the limit, from the outside in: a machine without a free core makes everything on it look slow, and a
 * full Node lets the database wait. Only then does it matter what the sessions of the database wait for.
 */
export function limitOf({ machineBusy, othersBusy, nodeBusy, sessions, commitMs, roundTripMs }: Load): Limit {
  if (machineBusy >= FULL) return (othersBusy ?? 0) >= MUCH_OF_OTHERS ? 'others' : 'cores';
  if (nodeBusy >= FULL) return 'node';
  const { processor, disk, locks, network } = sessions;
  if (processor + disk + locks + network < IDLE_SESSIONS) return roundTripMs * 2 >= commitMs ? 'round-trip' : 'nothing';
  const most = Math.max(processor, disk, locks, network);
  // Of equal ones, the one that somebody can do most about.
  if (disk === most) return 'disk';
  if (network === most) return 'round-trip';
  return locks === most ? 'locks' : 'postgres';
}

/** What PostgreSQL says of one session: `wait_event_type`, `wait_event` and `state` of `pg_stat_activity`. */
export interface SessionState {
  type: string | null;
  event: string | null;
  state: string | null;
}

/** Waiting for the log to be on the disk, by whichever name the version of PostgreSQL has for it. */
const WAITS_FOR_LOG = /^wal|^syncrep$/i;

/** What a session was at; null where it has nothing to do, or sleeps on purpose. */
export function activityOf({ type, event, state }: SessionState): keyof Sessions | null {
  if (state === 'idle in transaction') return 'network';
  if (state !== 'active') return null;
  if (type === null) return 'processor';
  if (type === 'IO' || WAITS_FOR_LOG.test(event ?? '')) return 'disk';
  if (type === 'Lock' || type === 'LWLock' || type === 'BufferPin') return 'locks';
  return type === 'Client' ? 'network' : null;
}

interface Telling {
  says: string;
  advice: string;
}

/** For people: what it means, and what would bring more. */
export const LIMITS: Readonly<Record<Limit, Telling>> = {
  others: {
    says: 'all cores of this machine were full, and other programs had a good part of them',
    advice: 'measure again while nothing else runs',
  },
  cores: {
    says: 'all cores of this machine were full',
    advice: 'more cores, or PostgreSQL on a machine of its own',
  },
  node: {
    says: "Node's core was full, others were free",
    advice: 'more processes: VINTEM_ROLE=api and VINTEM_ROLE=worker, two of each',
  },
  postgres: {
    says: "PostgreSQL's processor: its sessions computed most of the time",
    advice: 'more or faster cores for PostgreSQL',
  },
  disk: {
    says: 'the disk of the database: its sessions waited for commits and reads most of the time',
    advice: 'a disk that syncs faster; more memory where much is read',
  },
  locks: {
    says: 'sessions of the database waited for each other most of the time',
    advice: 'nothing that a larger machine would change; please tell us',
  },
  'round-trip': {
    says: 'the way to the database and back: both ends waited for it most of the time',
    advice: 'the gateway nearer to its database; more processes',
  },
  nothing: {
    says: 'nothing was full: more requests at a time would have done more',
    advice: 'nothing to change',
  },
};
