import type { Operations } from './api.generated.ts';
import type { Clock } from './clock.ts';

export interface Session {
  /** The value of the Authorization header. */
  authorization(signal: AbortSignal): Promise<string>;
  /** The service did not accept it any more. Says whether there is another to be had. */
  refused(authorization: string): boolean;
}

export function keySession(apiKey: string): Session {
  return { authorization: async () => `Bearer ${apiKey}`, refused: () => false };
}

type Login = Operations['POST /auth']['answer'];

/** A login is renewed this long before it ends, or a tenth of its time before where that is shorter. */
const MARGIN_MS = 60_000;

/** Logs in when needed and before the login ends. Whoever needs one at the same time shares it. */
export function loginSession(logIn: () => Promise<Login>, clock: Clock): Session {
  let kept: { authorization: string; freshUntil: number } | undefined;
  let underWay: Promise<string> | undefined;

  async function renew(): Promise<string> {
    const askedAt = clock.now();
    const { token, expires_in } = (await logIn()).response;
    const lifetimeMs = expires_in * 1000;
    kept = {
      authorization: `Bearer ${token}`,
      freshUntil: askedAt + lifetimeMs - Math.min(MARGIN_MS, lifetimeMs / 10),
    };
    return kept.authorization;
  }

  return {
    async authorization(signal) {
      if (kept && clock.now() < kept.freshUntil) return kept.authorization;
      underWay ??= renew().finally(() => {
        underWay = undefined;
      });
      // One caller that gives up does not take the login from the others.
      return untilAborted(underWay, signal);
    },
    refused(authorization) {
      if (kept?.authorization === authorization) kept = undefined;
      return true;
    },
  };
}

async function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  let giveUp: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    giveUp = () => reject(signal.reason);
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    if (giveUp) signal.removeEventListener('abort', giveUp);
  }
}
