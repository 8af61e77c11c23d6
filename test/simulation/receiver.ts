import type { SendResult, WebhookSender } from '../../src/ground/webhook-sender.ts';
import type { SimClock } from './clock.ts';
import type { Random } from './random.ts';
import type { Actor, Scheduler } from './scheduler.ts';

export interface ReceivedEvent {
  id: string;
  event: string;
  transaction_id: number;
  sequence: number;
}

/** All receivers of the simulated merchants: they note what arrives and sometimes fail, before or after noting it. */
export class SimReceivers {
  failChance = 0;
  /** By address, then by event id. */
  readonly received = new Map<string, Map<string, ReceivedEvent>>();
  readonly contradictions: string[] = [];
  readonly #failures = new Map<string, number>();
  readonly #random: Random;
  readonly #clock: SimClock;

  constructor(random: Random, clock: SimClock) {
    this.#random = random;
    this.#clock = clock;
  }

  seenBy(actor: Actor, scheduler: Scheduler): WebhookSender {
    return {
      send: (url, headers, body) =>
        scheduler.step(actor, `send ${headers['webhook-id']}`, async () => this.#take(url, headers, body)),
      close: async () => {},
    };
  }

  #take(url: string, headers: Record<string, string>, body: string): SendResult {
    const key = `${url} ${headers['webhook-id']}`;
    const failures = this.#failures.get(key) ?? 0;
    // It never fails so often that the schedule is used up, so that the test knows what must arrive.
    const fault = failures < MAX_FAILURES && this.#random.chance(this.failChance) ? this.#random.pick(FAULTS) : null;
    if (fault) this.#failures.set(key, failures + 1);
    if (fault === null || fault === 'answer lost') this.#note(url, headers, JSON.parse(body) as ReceivedEvent);
    if (fault === 'error')
      return { outcome: 'response', statusCode: 500, bodySnippet: '', durationMs: 3, retryAfter: null };
    if (fault === null)
      return { outcome: 'response', statusCode: 200, bodySnippet: '', durationMs: 3, retryAfter: null };
    this.#clock.advance(TIMEOUT_MS);
    return { outcome: 'error', reason: 'timeout', durationMs: TIMEOUT_MS };
  }

  #note(url: string, headers: Record<string, string>, event: ReceivedEvent): void {
    const ofUrl = this.received.get(url) ?? new Map<string, ReceivedEvent>();
    this.received.set(url, ofUrl);
    const known = ofUrl.get(event.id);
    if (event.id !== headers['webhook-id'])
      this.contradictions.push(`event ${event.id} came as ${headers['webhook-id']}`);
    if (known && JSON.stringify(known) !== JSON.stringify(event))
      this.contradictions.push(`event ${event.id} came with two contents`);
    ofUrl.set(event.id, event);
  }
}

const FAULTS = ['error', 'timeout', 'answer lost'] as const;
const MAX_FAILURES = 5;
const TIMEOUT_MS = 5_000;
