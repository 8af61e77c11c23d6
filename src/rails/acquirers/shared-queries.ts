import type { Acquirer, ChargeAtAcquirer, QueryResult } from './acquirer.ts';

interface Asking {
  running: Promise<QueryResult>;
  /** Begins when the running one has ended; whoever comes meanwhile joins it. */
  waiting: Promise<QueryResult> | null;
}

/**
 * At most one query of a charge is under way, and one waits. Whoever comes while one is under way joins the one that
 * waits, because the answer of the running one may be older than what they know. Nothing is kept: a question that
 * begins after a payment sees it. What is remembered is never more than is under way.
 */
export function withSharedQueries(acquirer: Acquirer): Acquirer {
  const { slipPix } = acquirer;
  return {
    ...acquirer,
    query: shared((charge) => acquirer.query(charge)),
    ...(slipPix && { slipPix: { ...slipPix, query: shared((charge) => slipPix.query(charge)) } }),
  };
}

function shared(ask: (charge: ChargeAtAcquirer) => Promise<QueryResult>): Acquirer['query'] {
  const asked = new Map<string, Asking>();

  const run = (charge: ChargeAtAcquirer): Promise<QueryResult> => {
    const running = ask(charge);
    const asking: Asking = { running, waiting: null };
    asked.set(charge.reference, asking);
    const end = () => {
      // The one that waits puts itself here when it begins.
      if (asking.waiting === null) asked.delete(charge.reference);
    };
    running.then(end, end);
    return running;
  };

  return (charge, mayAsk = () => true) => {
    const asking = asked.get(charge.reference);
    if (asking?.waiting) return asking.waiting;
    if (!mayAsk())
      return Promise.resolve({ outcome: 'unknown', because: 'not_asked', reason: 'too many questions of a merchant' });
    if (!asking) return run(charge);
    const begin = () => run(charge);
    asking.waiting = asking.running.then(begin, begin);
    return asking.waiting;
  };
}
