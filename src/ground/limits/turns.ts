import type { FastifyReply } from 'fastify';
import { ApiError } from '../errors.ts';

/**
 * How many of one merchant's requests of a kind are worked on at a time, in this process, and how many
 * wait behind them.
 */
export interface TurnLimits {
  running: number;
  waiting: number;
  /** One that waited so long is turned away: whoever asked has given up or asks too much. */
  waitMs: number;
  /** Says what to do, in the refusal. */
  advice: string;
  /** After one that took long, its turn rests this many times as long: others have the database meanwhile. */
  rests?: number;
}

/** What took less than this rests no time at all. */
const QUICK_MS = 50;
/** Those who wait behind it wait for five seconds at most, and not in vain. */
const LONGEST_REST_MS = 300;

interface Turns {
  running: number;
  waiting: Set<() => void>;
}

/** Takes a turn for whoever the key is; it is given back when the answer is out or the caller has hung up. */
export type TakeTurn = (key: number | string, reply: FastifyReply) => Promise<void>;

/** Requests of one merchant take turns among themselves, so that however many there are, others find room. */
export function createTurns(limits: TurnLimits): TakeTurn {
  /** Only merchants with a request under way are in here. */
  const turnsOf = new Map<number | string, Turns>();
  return async (key, reply) => {
    const turns = turnsOf.get(key) ?? { running: 0, waiting: new Set() };
    turnsOf.set(key, turns);
    if (turns.running >= limits.running) await waitForTurn(turns, reply, limits);
    else turns.running++;
    const giveBack = () => {
      const [next] = turns.waiting;
      if (next) next();
      else if (--turns.running === 0) turnsOf.delete(key);
    };
    if (reply.raw.closed) {
      // The caller has hung up meanwhile: the work would be for nobody, and it would go on without a turn.
      giveBack();
      throw refusalOf(limits);
    }
    const startedAt = performance.now();
    // Comes also when the caller hangs up, unlike onResponse.
    reply.raw.once('close', () => {
      const restMs = restAfter(performance.now() - startedAt, limits);
      if (restMs > 0) setTimeout(giveBack, restMs).unref();
      else giveBack();
    });
  };
}

function restAfter(tookMs: number, { rests = 0 }: TurnLimits): number {
  return tookMs < QUICK_MS ? 0 : Math.min(tookMs * rests, LONGEST_REST_MS);
}

/** Resolves when somebody hands over the turn; it counts as running without a pause. */
function waitForTurn({ waiting }: Turns, reply: FastifyReply, limits: TurnLimits): Promise<void> {
  // Who hung up before would not be heard to do so, and keep a place from those who listen.
  if (waiting.size >= limits.waiting || reply.raw.closed) throw refusalOf(limits);
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer);
      reply.raw.off('close', giveUp);
      waiting.delete(proceed);
    };
    const proceed = () => {
      leave();
      resolve();
    };
    const giveUp = () => {
      leave();
      reject(refusalOf(limits));
    };
    const timer = setTimeout(giveUp, limits.waitMs);
    reply.raw.once('close', giveUp);
    waiting.add(proceed);
  });
}

function refusalOf({ advice }: TurnLimits): ApiError {
  return new ApiError('RATE_LIMITED', advice, { retryAfterSeconds: 1 });
}
