import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { ApiError } from '../errors.ts';

/** So many slow requests of one merchant are worked on at a time, in this process. */
const MAX_RUNNING = 3;
/** So many more wait for their turn: what a page of lists asks for at once gets through. */
const MAX_WAITING = 12;
/** One that waited so long is turned away: whoever asked has given up or asks too much. */
const MAX_WAIT_MS = 5_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Reads that grow with what is stored: lists, searches, statements, sums. Only a few of each merchant run at a time. */
    isSlow?: true;
  }
}

interface Turns {
  running: number;
  waiting: Set<() => void>;
}

/**
 * One merchant's lists must not take the database from everybody. Routes that say `isSlow` take turns, each merchant by itself. Has to
 * be called after the rate limit is set up, so that what that refuses takes no turn.
 */
export function limitSlowRequests(app: FastifyInstance, isOn: boolean): void {
  if (!isOn) return;
  /** Only merchants with a slow request under way are in here. */
  const turnsOf = new Map<number, Turns>();
  const takeTurn = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const merchantId = request.caller?.merchantId;
    if (merchantId === undefined) return;
    const turns = turnsOf.get(merchantId) ?? { running: 0, waiting: new Set() };
    turnsOf.set(merchantId, turns);
    if (turns.running >= MAX_RUNNING) await waitForTurn(turns, reply);
    else turns.running++;
    const giveBack = () => {
      const [next] = turns.waiting;
      if (next) next();
      else if (--turns.running === 0) turnsOf.delete(merchantId);
    };
    // Comes also when the caller hangs up, unlike onResponse.
    if (reply.raw.closed) giveBack();
    else reply.raw.once('close', giveBack);
  };
  app.addHook('onRoute', (route: RouteOptions) => {
    if (route.config?.isSlow) route.preHandler = [route.preHandler ?? [], takeTurn].flat();
  });
}

/** Resolves when somebody hands over the turn; it counts as running without a pause. */
function waitForTurn({ waiting }: Turns, reply: FastifyReply): Promise<void> {
  if (waiting.size >= MAX_WAITING) throw tooMany();
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
      reject(tooMany());
    };
    const timer = setTimeout(giveUp, MAX_WAIT_MS);
    reply.raw.once('close', giveUp);
    waiting.add(proceed);
  });
}

function tooMany(): ApiError {
  const detail = `at most ${MAX_RUNNING} lists, searches and statements run at a time; ask for them one after the other`;
  return new ApiError('RATE_LIMITED', detail, { retryAfterSeconds: 1 });
}
