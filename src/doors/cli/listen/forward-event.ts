import { request } from 'undici';
import { CONTENT_TYPE, USER_AGENT } from '../../../news/webhooks/deliveries/delivery-headers.rules.ts';
import { signWebhook } from '../../../news/webhooks/deliveries/signature.ts';
import { createBackOff } from './back-off.ts';

/** As long as a real delivery waits. */
const ANSWER_WITHIN_MS = 5_000;

export interface Forwarded {
  status: number;
  durationMs: number;
}

export interface Receiver {
  url: string;
  secret: string;
}

/**
 * Sends an event as a delivery would be: the same body, the same headers, signed now with the secret of this listener.
 * While nobody answers it is sent again, because the events after it must not overtake it. An answer of any status
 * counts: the person who watches sees it and can have the event again by its cursor. Whoever is away for an hour is
 * told of once, not at every try.
 */
export async function forwardEvent(
  receiver: Receiver,
  event: { id: string },
  signal: AbortSignal,
  onTrouble: (reason: string) => void,
): Promise<Forwarded> {
  const backOff = createBackOff();
  const told = new Set<string>();
  for (;;) {
    try {
      return await send(receiver, event, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      const { code, message } = error as { code?: string; message?: string };
      const reason = `${receiver.url} does not answer (${code ?? message}); ${event.id} is sent again until it does`;
      if (!told.has(reason)) onTrouble(reason);
      told.add(reason);
      await backOff.wait(signal);
    }
  }
}

async function send({ url, secret }: Receiver, event: { id: string }, signal: AbortSignal): Promise<Forwarded> {
  // Events are stored as this very text, so that it is the same to the byte.
  const body = JSON.stringify(event);
  const signature = signWebhook({
    id: event.id,
    timestampSeconds: Math.floor(Date.now() / 1000),
    body,
    secrets: [secret],
  });
  const startedAt = performance.now();
  const answer = await request(url, {
    method: 'POST',
    headers: { 'content-type': CONTENT_TYPE, 'user-agent': USER_AGENT, ...signature },
    body,
    signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
  });
  // Nobody reads the answer; it must only not stay on the way.
  await answer.body.dump({ limit: 64 * 1024 });
  return { status: answer.statusCode, durationMs: Math.round(performance.now() - startedAt) };
}
