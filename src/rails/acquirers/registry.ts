import type { AcquirerOperation } from '../../ground/measures.ts';
import type { Acquirer, ChargeType, SlipPixCapability } from './acquirer.ts';
import { aroundCalls, type WithOutcome } from './around-calls.ts';
import { type CallClass, withCircuitBreaker } from './circuit-breaker.ts';
import { withSharedQueries } from './shared-queries.ts';
import { slipWithPix } from './slip-pix/slip-with-pix.ts';
import { type TellOdd, withOddAnswersTold } from './tell-odd-answers.ts';
import type { Unknown } from './unknown.ts';

/** The name appears in addresses and in the database. */
export const NAME_SHAPE = /^[a-z][a-z0-9-]{0,39}$/;
/** A worker holds a payment for a minute, and may have to ask its acquirer twice in that time. */
const LONGEST_TIMEOUT_MS = 25_000;

/** The acquirers of this process, by name. */
export interface Acquirers {
  /** The acquirer of companies that have none of their own; null means that such a company cannot charge. */
  readonly defaultName: string | null;
  list(): readonly Acquirer[];
  /** Names that an operator has configured and that this process cannot open: none of the above. */
  unusable(): readonly string[];
  find(name: string): Acquirer | null;
  /** Kinds of calls that this process spares the acquirer for now, because it did not answer. */
  openCircuits(name: string): readonly CallClass[];
  /**
   * The name of the acquirer that charges this type of payment for a company with this plan; null when there is none.
   */
  charging(type: ChargeType, plan: { acquirer: string | null } | null): string | null;
  /**
   * The acquirer that issued a payment, whichever issues the company's payments today. An acquirer that this process
   * does not have does not answer: the state of its payments is unknown, as with any acquirer that is away.
   */
  ofPayment(payment: IssuedPayment): Acquirer;
  /** The name of the acquirer that sends a company's payouts; null when there is none. */
  paying(terms: { acquirer: string | null } | null): string | null;
  /**
   * Who makes a PIX code for a slip of this acquirer, for a company with this plan for PIX; null where the slip brings
   * one itself, or nobody can.
   */
  issuingSlipPix(slipAcquirer: string, pixPlan: { acquirer: string | null } | null): string | null;
  /** No single call takes longer, whichever acquirer a request needs. */
  longestTimeoutMs(): number;
}

/** What decides who is asked about a payment. */
export interface IssuedPayment {
  acquirer: string;
  /** Of a boleto: who issued the PIX code on it, under the same reference; null: nobody, or its own acquirer. */
  pix_acquirer: string | null;
  /** Of one with such a code: which of the two received it; null: none yet. */
  received_by: string | null;
}

export interface WithAcquirers {
  acquirers: Acquirers;
}

/** The registry as whoever starts the process sees it. */
export interface AcquirerRegistry extends Acquirers {
  /** From now on these, besides those that the process was started with; `unusable` could not be opened. */
  configure(adapters: readonly Acquirer[], unusable?: readonly string[]): void;
}

/** Notices a call to an acquirer and how it ended, and changes nothing about it. */
export type WatchCall = <Result extends WithOutcome>(
  acquirer: string,
  operation: AcquirerOperation,
  call: () => Promise<Result>,
) => Promise<Result>;

/** Each acquirer has a circuit breaker of its own: one that is away holds up nobody else. */
export function createAcquirers(
  fixed: readonly Acquirer[],
  realNow: () => Date,
  defaultName: string | null,
  watch?: WatchCall | null,
  tellOdd: TellOdd = () => {},
): AcquirerRegistry {
  const openCircuits = new Map<string, () => CallClass[]>();
  // Around the breaker: a call that it does not let through has an outcome, too.
  const guard = (adapter: Acquirer) => {
    const withBreaker = withCircuitBreaker(withOddAnswersTold(adapter, tellOdd), realNow, (readOpen) =>
      openCircuits.set(adapter.name, readOpen),
    );
    const watched = watch
      ? aroundCalls(withBreaker, (operation, call) => watch(adapter.name, operation, call))
      : withBreaker;
    return withSharedQueries(watched);
  };
  const guarded = new WeakMap<Acquirer, Acquirer>();
  let byName = new Map<string, Acquirer>();
  let notOpened: readonly string[] = [];

  const configure = (adapters: readonly Acquirer[], unusable: readonly string[] = []) => {
    const named = new Map<string, Acquirer>();
    for (const adapter of [...fixed, ...adapters]) {
      refuseUnfit(adapter);
      if (named.has(adapter.name)) throw new Error(`two acquirers have the name ${adapter.name}`);
      // One that stays keeps its breaker as it is.
      const withBreaker = guarded.get(adapter) ?? guard(adapter);
      guarded.set(adapter, withBreaker);
      named.set(adapter.name, withBreaker);
    }
    byName = named;
    notOpened = unusable;
  };
  configure([]);

  const charging: Acquirers['charging'] = (type, plan) => {
    const name = plan?.acquirer ?? defaultName;
    return name !== null && byName.get(name)?.charges[type] ? name : null;
  };
  const named = (name: string) => byName.get(name) ?? absentAcquirer(name);

  return {
    defaultName,
    configure,
    list: () => [...byName.values()],
    unusable: () => notOpened,
    openCircuits: (name) => openCircuits.get(name)?.() ?? [],
    find: (name) => byName.get(name) ?? null,
    charging,
    issuingSlipPix: (slipAcquirer, pixPlan) => {
      if (pixPlan === null || byName.get(slipAcquirer)?.bringsPix) return null;
      const name = charging('pix', pixPlan);
      return name !== null && name !== slipAcquirer && byName.get(name)?.slipPix ? name : null;
    },
    ofPayment: ({ acquirer, pix_acquirer: pixName, received_by }) => {
      const slip = named(acquirer);
      if (pixName === null) return slip;
      const pix = named(pixName);
      const paidBy = received_by === null ? null : received_by === pixName ? 'pix' : 'slip';
      // Where the bank of the code has none any more, what became of it is unknown.
      return slipWithPix({ slip, pix, slipPix: pix.slipPix ?? absentSlipPix(pixName), paidBy });
    },
    paying: (terms) => {
      const name = terms?.acquirer ?? defaultName;
      return name !== null && byName.get(name)?.payouts ? name : null;
    },
    longestTimeoutMs: () => Math.max(0, ...[...byName.values()].map(({ timeoutMs }) => timeoutMs)),
  };
}

function refuseUnfit({ name, timeoutMs }: Acquirer): void {
  if (!NAME_SHAPE.test(name)) throw new Error(`"${name}" cannot be the name of an acquirer`);
  if (timeoutMs > LONGEST_TIMEOUT_MS)
    throw new Error(`the time limit of ${name} must be at most ${LONGEST_TIMEOUT_MS} ms a call`);
}

function notHere(name: string): () => Promise<Unknown> {
  return async () => ({ outcome: 'unknown', reason: `${name} is not an acquirer of this process` });
}

function absentSlipPix(name: string): SlipPixCapability {
  const unknown = notHere(name);
  return { charge: unknown, query: unknown, cancel: unknown, change: unknown };
}

function absentAcquirer(name: string): Acquirer {
  const unknown = notHere(name);
  return {
    name,
    timeoutMs: 0,
    charges: { pix: unknown, invoice: unknown },
    query: unknown,
    cancel: unknown,
    refunds: { send: unknown, query: unknown },
    slipPix: absentSlipPix(name),
    ping: async () => false,
  };
}
