import { isDatabaseAway } from './away.ts';
import { DatabaseBusy, type Db } from './pool.ts';
import { completeAsOf, type Mark, withMark } from './replica-lag.rules.ts';

/** Reads at a replica that is near and young enough; at the primary while it is not. */
export interface Replica extends Db {
  /** Looks how far behind the replica is, and whether it is there at all. */
  check(): Promise<void>;
}

export interface ReplicaParts {
  primary: Db;
  replica: Db;
  maxLagMs: number;
  nowMs: () => number;
  /** Told when reads leave the replica (why) and when they are back (null). */
  tell: (problem: ReplicaProblem | null, error?: unknown) => void;
}

export type ReplicaProblem = 'away' | 'behind' | 'stranger';

interface Standing {
  cluster: string;
  position: number;
}

/** A primary that was put aside and still answers has a position of its own, which soon is behind as well. */
const READ_STANDING = `
  SELECT (SELECT system_identifier::text FROM pg_control_system()) AS cluster,
    pg_wal_lsn_diff(
      CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END, '0/0')::bigint
      AS position`;
/** The SQLSTATE of query_canceled: the statement took too long, and would take as long at the primary. */
const TOOK_TOO_LONG = '57014';

export function createReplica({ primary, replica, maxLagMs, nowMs, tell }: ReplicaParts): Replica {
  let marks: Mark[] = [];
  /** Everything that was written by then can be read at the replica; null while it is not to be asked. */
  let asOf: number | null = null;
  let problem: ReplicaProblem | null | undefined;
  const isYoung = () => asOf !== null && nowMs() - asOf <= maxLagMs;
  const become = (next: ReplicaProblem | null, error?: unknown) => {
    if (next !== null) asOf = null;
    if (next === problem) return;
    problem = next;
    tell(next, error);
  };
  const look = async () => {
    const at = nowMs();
    const [here] = await primary.query<Standing>(READ_STANDING);
    if (here) marks = withMark(marks, { position: here.position, at }, maxLagMs);
    const [there] = await replica.query<Standing>(READ_STANDING);
    if (there?.cluster !== here?.cluster) return become('stranger');
    asOf = completeAsOf(marks, there?.position ?? 0);
    become(isYoung() ? null : 'behind');
  };
  return {
    async check() {
      await look().catch((error: unknown) => become('away', error));
    },
    async query(sql, params) {
      if (!isYoung()) return primary.query(sql, params);
      try {
        return await replica.query(sql, params);
      } catch (error) {
        if (error instanceof DatabaseBusy || (error as { code?: string }).code === TOOK_TOO_LONG) throw error;
        if (isDatabaseAway(error)) become('away', error);
        return primary.query(sql, params);
      }
    },
  };
}
