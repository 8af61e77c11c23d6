import type { AcquirerOperation } from '../../ground/measures.ts';
import type { Acquirer, ChargeAtAcquirer } from './acquirer.ts';
import type { PayoutCapability } from './payout.ts';
import type { Unknown } from './unknown.ts';

export interface WithOutcome {
  outcome: string;
  because?: Unknown['because'];
  field?: string;
}

/** Makes the call, or answers in its place that nothing is known. */
export type AroundCall = <Result extends WithOutcome>(
  operation: AcquirerOperation,
  call: () => Promise<Result>,
) => Promise<Result | Unknown>;

/**
 * The same acquirer with `around` between us and each of its calls. A capability that it does not have stays absent.
 */
export function aroundCalls(acquirer: Acquirer, around: AroundCall): Acquirer {
  const { charges, refunds, payouts, changeDueDate, slipPix } = acquirer;
  const wrapped =
    <Request, Result extends WithOutcome>(operation: AcquirerOperation, call: (request: Request) => Promise<Result>) =>
    (request: Request) =>
      around(operation, () => call(request));
  return {
    name: acquirer.name,
    timeoutMs: acquirer.timeoutMs,
    charges: {
      ...(charges.pix && { pix: wrapped('charge-pix', charges.pix) }),
      ...(charges.invoice && { invoice: wrapped('charge-invoice', charges.invoice) }),
    },
    query: wrapped('query', (charge) => acquirer.query(charge)),
    cancel: wrapped('cancel', (charge) => acquirer.cancel(charge)),
    ...(changeDueDate && {
      changeDueDate: (charge: ChargeAtAcquirer, dueDate: string) =>
        around('change-due-date', () => changeDueDate.call(acquirer, charge, dueDate)),
    }),
    ...(acquirer.termsProblem && { termsProblem: acquirer.termsProblem.bind(acquirer) }),
    ...(refunds && {
      refunds: {
        send: wrapped('refund', (request) => refunds.send(request)),
        query: wrapped('query-refund', (refund) => refunds.query(refund)),
      },
    }),
    ...(payouts && { payouts: payoutsAround(payouts, around) }),
    ...(slipPix && {
      slipPix: {
        charge: wrapped('charge-slip-pix', (request) => slipPix.charge(request)),
        query: wrapped('query-slip-pix', (charge) => slipPix.query(charge)),
        cancel: wrapped('cancel-slip-pix', (charge) => slipPix.cancel(charge)),
        change: wrapped('change-slip-pix', (request) => slipPix.change(request)),
      },
    }),
    ...(acquirer.neverLags && { neverLags: true }),
    ...(acquirer.bringsPix && { bringsPix: true }),
    ...(acquirer.totals && { totals: wrapped('totals', acquirer.totals.bind(acquirer)) }),
    ...(acquirer.received && { received: wrapped('received', acquirer.received.bind(acquirer)) }),
    ...(acquirer.callback && { callback: acquirer.callback }),
    ...(acquirer.certificateEndsAt && { certificateEndsAt: acquirer.certificateEndsAt }),
    ...(acquirer.readNotification && { readNotification: acquirer.readNotification.bind(acquirer) }),
    ping: () => acquirer.ping(),
  };
}

function payoutsAround(payouts: PayoutCapability, around: AroundCall): PayoutCapability {
  const { holderOf, sent } = payouts;
  return {
    isKeyedByReference: payouts.isKeyedByReference,
    ...(payouts.isByHand && { isByHand: true }),
    send: (request) => around('payout', () => payouts.send(request)),
    query: (payout) => around('query-payout', () => payouts.query(payout)),
    ...(holderOf && {
      holderOf: (destination, sender) => around('payout-holder', () => holderOf.call(payouts, destination, sender)),
    }),
    ...(sent && { sent: (question) => around('payouts-sent', () => sent.call(payouts, question)) }),
  };
}
