import type { IncomingHttpHeaders } from 'node:http';
import { signWebhook } from '../../../news/webhooks/deliveries/signature.ts';

/** Long past what a busy machine needs: then something is wrong. */
const ARRIVES_WITHIN_MS = 60_000;

/** Receives webhooks, and knows who waits for which. */
export interface Shop {
  receive(headers: IncomingHttpHeaders, body: string): void;
  /** Resolves when the webhook of this transaction's approval is there, rightly signed. */
  arrivalOf(transactionId: number): Promise<void>;
  /** What its webhooks are signed with, once it is registered. */
  learnSecret(secret: string): void;
}

export function createShop(onProblem: (text: string) => void): Shop {
  const arrived = new Set<number>();
  const waiting = new Map<number, () => void>();
  let secret = '';
  return {
    learnSecret(learnt) {
      secret = learnt;
    },
    receive(headers, body) {
      if (!isSigned(headers, body, secret)) return onProblem('a webhook was not signed as it should be');
      const { transaction_id: id } = JSON.parse(body) as { transaction_id: number };
      const resolve = waiting.get(id);
      if (resolve) resolve();
      else arrived.add(id);
    },
    arrivalOf(id) {
      // It may be there before the answer to the order is.
      if (arrived.delete(id)) return Promise.resolve();
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(id);
          reject(new Error(`the webhook of a payment did not come within ${ARRIVES_WITHIN_MS / 1_000} seconds`));
        }, ARRIVES_WITHIN_MS);
        waiting.set(id, () => {
          clearTimeout(timer);
          waiting.delete(id);
          resolve();
        });
      });
    },
  };
}

function isSigned(headers: IncomingHttpHeaders, body: string, secret: string): boolean {
  const id = String(headers['webhook-id']);
  const timestampSeconds = Number(headers['webhook-timestamp']);
  const expected = signWebhook({ id, timestampSeconds, body, secrets: [secret] });
  return headers['webhook-signature'] === expected['webhook-signature'];
}
