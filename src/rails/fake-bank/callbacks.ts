import { Agent, request } from 'undici';
import type { Book } from './book.ts';
import { createAuthority, type Identity, issueCertificate, keysOf } from './certificates.ts';
import type { Payment } from './charge.rules.ts';
import type { Habits } from './oddities/habits.ts';
import { bend } from './oddities/oddities.rules.ts';
import { paymentToCallback } from './wire.ts';

const COMMON_NAME = 'callbacks.fake-bank.example';
const ATTEMPT_TIMEOUT_MS = 5_000;
const MAX_PAYMENTS_PER_BODY = 100;
const MAX_WAITING = 1_000;
const MAX_REPORTS = 200;
/** The wait after each failed attempt; then it is given up: receivers must be able to live by asking. */
const RETRY_AFTER_MS: readonly number[] = [1_000, 5_000, 30_000];

export interface CallbackReport {
  at: Date;
  url: string;
  endToEndIds: string[];
  /** The receiver's status, or why there is none. */
  result: number | string;
}

interface Waiting {
  book: Book;
  payment: Payment;
  attempts: number;
}

/**
 * Tells receivers of payments and of returns that are final. What waits at the same moment for the same key goes
 * into one body.
 */
export class Callbacks {
  readonly #authority: Identity;
  readonly #habits: Habits;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #agents = new Map<Habits['callbackCertificate'], Promise<Agent>>();
  #waiting: Waiting[] = [];
  #reports: CallbackReport[] = [];
  #isHeld = false;

  constructor(authority: Identity, habits: Habits) {
    this.#authority = authority;
    this.#habits = habits;
  }

  /** Resolves when the receiver answered the first attempt, or did not. */
  async tell(book: Book, payment: Payment): Promise<void> {
    if (!book.findWebhook(payment.key)) return;
    this.#waiting.push({ book, payment, attempts: 0 });
    if (this.#waiting.length > MAX_WAITING) this.#waiting.shift();
    if (!this.#isHeld) await this.#flush();
  }

  /** Of what a client has sent; not repeated, because clients can ask. */
  async tellOnce(url: string, items: readonly object[]): Promise<void> {
    const target = withSuffix(url, this.#habits.callbackSuffix);
    const body = JSON.stringify({ pix: items });
    const result = await this.#post(target, body, this.#habits.callbackCertificate);
    this.#report({ at: new Date(), url: target, endToEndIds: [], result });
  }

  /** Null when the address may be registered, else why not. */
  async probe(url: string, mayLackMtls: boolean): Promise<string | null> {
    const body = JSON.stringify({ evento: 'teste_webhook', data_criacao: new Date().toISOString() });
    if (!isTaken(await this.#post(url, body, 'its own'))) return 'a URL não respondeu ao certificado do PSP';
    if (!mayLackMtls && isTaken(await this.#post(url, body, 'none'))) return 'a URL respondeu sem certificado (mTLS)';
    return null;
  }

  /** Callbacks wait until they are released, and then go together. */
  hold(): void {
    this.#isHeld = true;
  }

  async release(): Promise<void> {
    this.#isHeld = false;
    await this.#flush();
  }

  reports(): CallbackReport[] {
    return [...this.#reports];
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    await Promise.all([...this.#agents.values()].map(async (agent) => (await agent).destroy()));
  }

  async #flush(): Promise<void> {
    const groups = new Map<string, Waiting[]>();
    for (const item of this.#waiting.splice(0)) {
      const url = item.book.findWebhook(item.payment.key)?.url;
      if (url !== undefined) groups.set(url, [...(groups.get(url) ?? []), item]);
    }
    await Promise.all(
      [...groups].map(async ([url, waiting]) => {
        for (let start = 0; start < waiting.length; start += MAX_PAYMENTS_PER_BODY)
          await this.#send(url, waiting.slice(start, start + MAX_PAYMENTS_PER_BODY));
      }),
    );
  }

  async #send(url: string, waiting: Waiting[]): Promise<void> {
    const target = withSuffix(url, this.#habits.callbackSuffix);
    const pix = waiting.map(({ payment }) => paymentToCallback(payment));
    const body = JSON.stringify(bend({ pix }, this.#habits));
    for (let time = 0; time < this.#habits.callbackTimes; time += 1) {
      const result = await this.#post(target, body, this.#habits.callbackCertificate);
      this.#report({
        at: new Date(),
        url: target,
        endToEndIds: waiting.map(({ payment }) => payment.endToEndId),
        result,
      });
      if (!isTaken(result)) return this.#retry(waiting);
    }
  }

  async #post(url: string, body: string, shown: Habits['callbackCertificate']): Promise<number | string> {
    try {
      const answer = await request(url, {
        dispatcher: await this.#agent(shown),
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        signal: AbortSignal.timeout(ATTEMPT_TIMEOUT_MS),
      });
      await answer.body.dump();
      return answer.statusCode;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  #retry(waiting: Waiting[]): void {
    for (const item of waiting) {
      const wait = RETRY_AFTER_MS[item.attempts];
      if (wait === undefined) continue;
      const timer = setTimeout(() => {
        this.#timers.delete(timer);
        this.#waiting.push({ ...item, attempts: item.attempts + 1 });
        if (!this.#isHeld) void this.#flush();
      }, wait);
      timer.unref();
      this.#timers.add(timer);
    }
  }

  #report(report: CallbackReport): void {
    this.#reports.push(report);
    if (this.#reports.length > MAX_REPORTS) this.#reports.shift();
  }

  /** Certificates are made at their first use: that takes a moment, and many banks never call back over TLS. */
  #agent(kind: Habits['callbackCertificate']): Promise<Agent> {
    const agent = this.#agents.get(kind) ?? createCallbackAgent(kind, this.#authority);
    this.#agents.set(kind, agent);
    return agent;
  }
}

function isTaken(result: number | string): boolean {
  return typeof result === 'number' && result >= 200 && result <= 299;
}

/** The receiver's certificate is not checked: on a developer's machine no public authority vouches for it. */
export async function createCallbackAgent(kind: Habits['callbackCertificate'], authority: Identity): Promise<Agent> {
  const connect = { rejectUnauthorized: false };
  if (kind === 'none') return new Agent({ connect });
  const now = new Date();
  const issuer = kind === 'its own' ? authority : await createAuthority(now);
  // Receivers look at who has issued it, not at whose key it is over.
  const shown = await issueCertificate(issuer, { commonName: COMMON_NAME, purpose: 'client' }, now, keysOf(issuer));
  return new Agent({ connect: { ...connect, cert: shown.certificatePem, key: shown.privateKeyPem } });
}

/** The suffix goes to the very end, also behind a query: receivers write `?ignorar=` to swallow it. */
function withSuffix(url: string, suffix: string): string {
  return `${url.endsWith('/') && suffix !== '' ? url.slice(0, -1) : url}${suffix}`;
}
