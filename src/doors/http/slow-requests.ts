import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { createTurns, type TakeTurn } from '../../ground/limits/turns.ts';

/**
 * What a page of lists asks for at once gets through; more than three at a time would take the database from others,
 * and so would slow ones that follow each other without a pause.
 */
export const READS = {
  running: 3,
  waiting: 12,
  waitMs: 5_000,
  advice: 'at most 3 lists, searches and statements run at a time; ask for them one after the other',
  rests: 2,
};
/**
 * A file takes as long as whoever downloads it likes. Downloads have a lane of their own, so that slow ones keep no
 * list from anybody; who has one under way waits for its end elsewhere.
 */
const DOWNLOADS_OF_CALLER = {
  running: 1,
  waiting: 0,
  waitMs: 0,
  advice: 'one download runs at a time; wait for its end',
};
const DOWNLOADS_OF_MERCHANT = { ...DOWNLOADS_OF_CALLER, running: 4, advice: 'at most 4 downloads run at a time' };
/** A refund may wait for a lock of its company, with a connection to the database; more wait here, without one. */
const REFUNDS = {
  running: 3,
  waiting: 30,
  waitMs: 10_000,
  advice: 'at most 3 refunds run at a time; ask for them one after the other',
};
/** A payout waits for the debit lock of its company as well; it waits for no bank. */
const PAYOUTS = {
  ...REFUNDS,
  running: 6,
  waiting: 60,
  advice: 'at most 6 payouts run at a time; ask for them one after the other',
};
/** Another due date waits for the payment's row and for the bank; a merchant changes few at a time. */
const CHANGES = {
  ...REFUNDS,
  running: 2,
  advice: 'at most 2 changes of boletos run at a time; ask for them one after the other',
};
/**
 * Everything of one merchant together, orders included: more would only wait for connections, and others behind them.
 */
const ALL = {
  running: 32,
  waiting: 1_000,
  waitMs: 5_000,
  advice: 'at most 32 requests run at a time; send fewer at once',
};

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * What grows with what is stored: lists, searches, statements, sums (`read`), refunds and payouts, which sum under
     * a lock, and changes of boletos, which wait for a row and a bank. Only a few of each merchant run at a time.
     */
    isSlow?: 'read' | 'refund' | 'payout' | 'change';
    /** Answered for as long as the caller listens: it would never give its turn back, and is bounded by itself. */
    isStream?: boolean;
  }
}

/**
 * One merchant must not take the database from everybody. All its requests take turns among themselves, slow ones among
 * fewer. Has to be called after the rate limit is set up, so that what that refuses takes no turn.
 */
export function limitSlowRequests(app: FastifyInstance, isOn: boolean): void {
  if (!isOn) return;
  const turns = {
    read: createTurns(READS),
    refund: createTurns(REFUNDS),
    payout: createTurns(PAYOUTS),
    change: createTurns(CHANGES),
  };
  const takeAnyTurn = hookOf(createTurns(ALL));
  const takeDownload = hookOfDownloads();
  const takeRead = hookOf(turns.read);
  const hooks = {
    read: (request: FastifyRequest, reply: FastifyReply) =>
      isDownload(request) ? takeDownload(request, reply) : takeRead(request, reply),
    refund: hookOf(turns.refund),
    payout: hookOf(turns.payout),
    change: hookOf(turns.change),
  };
  app.addHook('onRoute', (route: RouteOptions) => {
    if (route.config?.isStream) return;
    const slow = route.config?.isSlow ? [hooks[route.config.isSlow]] : [];
    // Slow ones first: what waits for its turn among few must not keep one of the many from orders.
    route.preHandler = [...slow, takeAnyTurn, route.preHandler ?? []].flat();
  });
}

/** A list that was asked for as a file. */
function isDownload({ query }: FastifyRequest): boolean {
  const { format = 'json' } = query as { format?: unknown };
  return format !== 'json';
}

function hookOfDownloads() {
  const takeOfCaller = createTurns(DOWNLOADS_OF_CALLER);
  const takeOfMerchant = createTurns(DOWNLOADS_OF_MERCHANT);
  return async ({ caller }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (!caller) return;
    await takeOfCaller(`${caller.actor.kind} ${caller.actor.id}`, reply);
    await takeOfMerchant(caller.merchantId, reply);
  };
}

function hookOf(takeTurn: TakeTurn) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (request.caller) await takeTurn(request.caller.merchantId, reply);
  };
}
