import { type Agent, request } from 'undici';
import { createCallbackAgent } from '../callbacks.ts';
import type { Identity } from '../certificates.ts';
import type { BoletoHabits } from './habits.ts';

const ATTEMPT_TIMEOUT_MS = 5_000;
const MAX_REPORTS = 200;

export interface MessageReport {
  at: Date;
  url: string;
  body: unknown;
  /** The receiver's status, or why there is none. */
  result: number | string;
}

/** Tells the one address that is registered. What nobody takes is not told again: receivers must live by asking. */
export class Messenger {
  readonly #authority: Identity;
  readonly #habits: BoletoHabits;
  #agent: Promise<Agent> | null = null;
  #reports: MessageReport[] = [];
  #isHeld = false;
  #held: { url: string; body: unknown }[] = [];

  constructor(authority: Identity, habits: BoletoHabits) {
    this.#authority = authority;
    this.#habits = habits;
  }

  /** Resolves when the receiver answered, or did not. */
  async tell(url: string | null, body: unknown): Promise<void> {
    if (url === null) return;
    if (this.#isHeld) this.#held.push({ url, body });
    else for (let time = 0; time < this.#habits.callbackTimes; time += 1) await this.#send(url, body);
  }

  hold(): void {
    this.#isHeld = true;
  }

  async release(): Promise<void> {
    this.#isHeld = false;
    for (const { url, body } of this.#held.splice(0)) await this.tell(url, body);
  }

  reports(): MessageReport[] {
    return [...this.#reports];
  }

  async close(): Promise<void> {
    await (await this.#agent)?.destroy();
  }

  async #send(url: string, body: unknown): Promise<void> {
    this.#agent ??= createCallbackAgent('its own', this.#authority);
    const result = await this.#post(url, JSON.stringify(body), await this.#agent);
    this.#reports.push({ at: new Date(), url, body, result });
    if (this.#reports.length > MAX_REPORTS) this.#reports.shift();
  }

  async #post(url: string, body: string, dispatcher: Agent): Promise<number | string> {
    try {
      const answer = await request(url, {
        dispatcher,
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
}
