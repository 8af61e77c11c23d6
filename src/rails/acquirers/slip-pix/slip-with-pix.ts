import type { Acquirer, ChargeAtAcquirer, QueryResult, SlipPixCapability } from '../acquirer.ts';
import { combinedResult, isOver, isPaid, type PaidBy } from './combined-charge.rules.ts';

/** The acquirer of a slip, and the one whose PIX code stands on it. */
export interface SlipAndPix {
  slip: Acquirer;
  pix: Acquirer;
  slipPix: SlipPixCapability;
  paidBy: PaidBy;
}

/**
 * A boleto that can be paid in two places, as one acquirer: whoever asks, cancels or gives back need not know. What is
 * over at the bank of the slip is withdrawn at the other before it counts as over.
 */
export function slipWithPix({ slip, pix, slipPix, paidBy }: SlipAndPix): Acquirer {
  const combine = (slipSays: QueryResult, pixSays: QueryResult) =>
    combinedResult({ slip: slipSays, pix: pixSays, slipAcquirer: slip.name, pixAcquirer: pix.name, paidBy });

  const query: Acquirer['query'] = async (charge, mayAsk) => {
    const slipSays = await slip.query(charge, mayAsk);
    if (slipSays.outcome === 'unknown' && slipSays.because === 'not_asked') return slipSays;
    const pixSays = await slipPix.query(charge);
    const isLeftOver = paidBy === null && isFound(slipSays, isOver) && isFound(pixSays, isWaiting);
    return combine(slipSays, isLeftOver ? await slipPix.cancel(charge) : pixSays);
  };

  /** The code first: it is gone at once, and where it cannot be said to be gone nothing was changed. */
  const cancel = async (charge: ChargeAtAcquirer): Promise<QueryResult> => {
    const pixSays = await slipPix.cancel(charge);
    if (pixSays.outcome === 'unknown') return pixSays;
    if (isFound(pixSays, isWaiting))
      return { outcome: 'unknown', because: 'answered', reason: 'the PIX code cannot be withdrawn now' };
    const slipSays = await (isFound(pixSays, isPaid) ? slip.query(charge) : slip.cancel(charge));
    return combine(slipSays, pixSays);
  };

  const { refunds: _, received: __, totals: ___, callback: ____, readNotification: _____, ...own } = slip;
  const refunds = paidBy === 'pix' ? pix.refunds : slip.refunds;
  return { ...own, ...(refunds && { refunds }), query, cancel };
}

type Charge = Extract<QueryResult, { outcome: 'found' }>['charge'];

function isFound(result: QueryResult, has: (charge: Charge) => boolean): boolean {
  return result.outcome === 'found' && has(result.charge);
}

/** It can be paid, or is being paid. */
function isWaiting(charge: Charge): boolean {
  return !isOver(charge) && !isPaid(charge);
}
