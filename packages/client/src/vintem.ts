import { type Call, createCall } from './call.ts';
import { type Clock, systemClock } from './clock.ts';
import { balances, companies, reports } from './resources/companies.ts';
import { paymentLinks, payments, refunds, splits } from './resources/payments.ts';
import { payouts } from './resources/payouts.ts';
import { apiKeys, auditLog, invitations, users } from './resources/people.ts';
import { sandbox } from './resources/sandbox.ts';
import { customers, divergences, statement, transactions } from './resources/transactions.ts';
import { events, webhooks } from './resources/webhooks.ts';
import { keySession, loginSession } from './session.ts';
import { createSend, type Limits, withDefaults } from './transport.ts';
import { VERSION } from './version.ts';

/** Where the service is, and who asks: a user, or an API key (`vk_…`). */
export type Access =
  | { url: string; email: string; password: string; apiKey?: undefined }
  | { url: string; apiKey: string; email?: undefined; password?: undefined };

/** Limits hold for every call, unless a call brings its own. The rest is for tests and for special networks. */
export interface VintemOptions extends Partial<Limits> {
  fetch?: typeof fetch;
  clock?: Clock;
  /** From 0 to below 1; spreads repeats. */
  random?: () => number;
  /** Makes idempotency keys. */
  newKey?: () => string;
  /** Put in front of the client's own name. */
  userAgent?: string;
}

/** An order waits up to 25 s for a bank, so that an attempt must not give up earlier. */
const LIMITS: Limits = { timeoutMs: 60_000, attemptTimeoutMs: 30_000, maxRepeats: 5 };

/** The client: one instance for each merchant, kept as long as the program runs. */
export class Vintem {
  /** Any operation of the OpenAPI document by its method and path, for what has no method here. */
  readonly call: Call;
  readonly payments: ReturnType<typeof payments>;
  readonly refunds: ReturnType<typeof refunds>;
  readonly payouts: ReturnType<typeof payouts>;
  readonly transactions: ReturnType<typeof transactions>;
  readonly customers: ReturnType<typeof customers>;
  readonly companies: ReturnType<typeof companies>;
  readonly balances: ReturnType<typeof balances>;
  readonly statement: ReturnType<typeof statement>;
  readonly splits: ReturnType<typeof splits>;
  readonly paymentLinks: ReturnType<typeof paymentLinks>;
  readonly webhooks: ReturnType<typeof webhooks>;
  readonly events: ReturnType<typeof events>;
  readonly divergences: ReturnType<typeof divergences>;
  readonly reports: ReturnType<typeof reports>;
  readonly users: ReturnType<typeof users>;
  readonly invitations: ReturnType<typeof invitations>;
  readonly apiKeys: ReturnType<typeof apiKeys>;
  readonly auditLog: ReturnType<typeof auditLog>;
  readonly sandbox: ReturnType<typeof sandbox>;

  constructor(access: Access, options: VintemOptions = {}) {
    const { clock = systemClock, random = Math.random, newKey = () => crypto.randomUUID(), ...rest } = options;
    const { fetch = globalThis.fetch, userAgent, ...limits } = rest;
    const send = createSend({ fetch, clock, random }, withDefaults(limits, LIMITS));
    const agent = [userAgent, `vintem-client/${VERSION}`].filter(Boolean).join(' ');
    const callAs = (session: Parameters<typeof createCall>[2]) => createCall(access.url, send, session, newKey, agent);
    const logIn = callAs(null);
    const session =
      access.apiKey === undefined
        ? loginSession(() => logIn('POST /auth', { body: { email: access.email, password: access.password } }), clock)
        : keySession(access.apiKey);
    const call = callAs(session);
    this.call = call;
    this.payments = payments(call);
    this.refunds = refunds(call);
    this.payouts = payouts(call);
    this.transactions = transactions(call);
    this.customers = customers(call);
    this.companies = companies(call);
    this.balances = balances(call);
    this.statement = statement(call);
    this.splits = splits(call);
    this.paymentLinks = paymentLinks(call);
    this.webhooks = webhooks(call);
    this.events = events(call);
    this.divergences = divergences(call);
    this.reports = reports(call);
    this.users = users(call);
    this.invitations = invitations(call);
    this.apiKeys = apiKeys(call);
    this.auditLog = auditLog(call);
    this.sandbox = sandbox(call);
  }
}
