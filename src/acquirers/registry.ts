import type { Acquirer, ChargeType } from './acquirer.ts';
import { withCircuitBreaker } from './circuit-breaker.ts';

/** The name appears in addresses and in the database. */
const NAME_SHAPE = /^[a-z][a-z0-9-]{0,39}$/;
/** A worker holds a payment for a minute, and may have to ask its acquirer twice in that time. */
const LONGEST_TIMEOUT_MS = 25_000;

/** The acquirers of this process, by name. */
export interface Acquirers {
  /** The acquirer of companies that have none of their own; null means that such a company cannot charge. */
  readonly defaultName: string | null;
  list(): readonly Acquirer[];
  find(name: string): Acquirer | null;
  /**
   * The name of the acquirer that charges this type of payment for a company with this plan; null when there is none.
   */
  charging(type: ChargeType, plan: { acquirer: string | null } | null): string | null;
  /**
   * The acquirer that issued a payment, whichever issues the company's payments today. An acquirer that this process
   * does not have does not answer: the state of its payments is unknown, as with any acquirer that is away.
   */
  ofPayment(payment: { acquirer: string }): Acquirer;
  /** No single call takes longer, whichever acquirer a request needs. */
  longestTimeoutMs(): number;
}

/** Each acquirer has a circuit breaker of its own: one that is away holds up nobody else. */
export function createAcquirers(
  adapters: readonly Acquirer[],
  realNow: () => Date,
  defaultName: string | null,
): Acquirers {
  const byName = new Map<string, Acquirer>();
  for (const adapter of adapters) {
    if (!NAME_SHAPE.test(adapter.name)) throw new Error(`"${adapter.name}" cannot be the name of an acquirer`);
    if (byName.has(adapter.name)) throw new Error(`two acquirers have the name ${adapter.name}`);
    if (adapter.timeoutMs > LONGEST_TIMEOUT_MS)
      throw new Error(`the time limit of ${adapter.name} must be at most ${LONGEST_TIMEOUT_MS} ms a call`);
    byName.set(adapter.name, withCircuitBreaker(adapter, realNow));
  }
  const acquirers = [...byName.values()];
  return {
    defaultName,
    list: () => acquirers,
    find: (name) => byName.get(name) ?? null,
    charging: (type, plan) => {
      const name = plan?.acquirer ?? defaultName;
      return name !== null && byName.get(name)?.charges[type] ? name : null;
    },
    ofPayment: ({ acquirer }) => byName.get(acquirer) ?? absentAcquirer(acquirer),
    longestTimeoutMs: () => Math.max(0, ...acquirers.map(({ timeoutMs }) => timeoutMs)),
  };
}

function absentAcquirer(name: string): Acquirer {
  const unknown = async () => ({ outcome: 'unknown', reason: `${name} is not an acquirer of this process` }) as const;
  return {
    name,
    timeoutMs: 0,
    charges: { pix: unknown, invoice: unknown },
    query: unknown,
    cancel: unknown,
    refunds: { send: unknown, query: unknown },
    ping: async () => false,
  };
}
