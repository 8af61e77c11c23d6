import type { Account } from './account.ts';
import type { BankClock } from './clock.ts';
import { newSecret } from './ids.ts';

/** A client that asks for a token with every call must not fill the memory. */
const MAX_TOKENS = 1_000;

export interface Token {
  account: Account;
  scopes: readonly string[];
  endsAt: Date;
}

/** The OAuth2 side: who may act for which account, until when. */
export class Tokens {
  readonly #tokens = new Map<string, Token>();
  readonly #clock: BankClock;
  lifeSeconds: number;

  constructor(clock: BankClock, lifeSeconds: number) {
    this.#clock = clock;
    this.lifeSeconds = lifeSeconds;
  }

  issue(account: Account, scopes: readonly string[]): string {
    const token = newSecret();
    const endsAt = new Date(this.#clock.now().getTime() + this.lifeSeconds * 1_000);
    this.#tokens.set(token, { account, scopes, endsAt });
    if (this.#tokens.size > MAX_TOKENS)
      for (const oldest of [...this.#tokens.keys()].slice(0, 1)) this.#tokens.delete(oldest);
    return token;
  }

  find(token: string): Token | null {
    const found = this.#tokens.get(token);
    return found && found.endsAt > this.#clock.now() ? found : null;
  }

  /** Ends every token before its time, as banks do when they restart. */
  endAll(): void {
    this.#tokens.clear();
  }
}
