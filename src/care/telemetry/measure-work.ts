import type { FastifyInstance } from 'fastify';
import type { Measures } from '../../ground/measures.ts';
import type { SendResult, WebhookSender } from '../../ground/webhook-sender.ts';
import type { WithOutcome } from '../../rails/acquirers/around-calls.ts';
import type { WatchCall } from '../../rails/acquirers/registry.ts';

/** Plain health checks never come this far, and a stream lasts as long as its reader likes. */
export function measureRequests(app: FastifyInstance, measures: Measures): void {
  app.addHook('onResponse', async (request, reply) => {
    if (reply.errorCode) measures.refusal(reply.errorCode);
    if (request.routeOptions.config?.isStream) return;
    const { method, routeOptions } = request;
    measures.request({ method, route: routeOptions.url, status: reply.statusCode, seconds: reply.elapsedTime / 1_000 });
  });
}

export function measureCalls(measures: Measures): WatchCall {
  return async (acquirer, operation, call) => {
    const startMs = performance.now();
    const note = (outcome: string) =>
      measures.acquirerCall(acquirer, operation, outcome, (performance.now() - startMs) / 1_000);
    try {
      const result = await call();
      note(labelOf(result));
      return result;
    } catch (error) {
      note('failed');
      throw error;
    }
  };
}

/** Unknown has several reasons, and only one of them is a bank that is away. */
function labelOf({ outcome, because }: WithOutcome): string {
  return because ?? outcome;
}

export function measureDeliveries(sender: WebhookSender, measures: Measures): WebhookSender {
  return {
    async send(url, signature, body) {
      const result = await sender.send(url, signature, body);
      measures.delivery(outcomeOf(result), result.durationMs / 1_000);
      return result;
    },
    close: () => sender.close(),
  };
}

function outcomeOf(result: SendResult): string {
  return result.outcome === 'response' ? `${Math.floor(result.statusCode / 100)}xx` : result.reason;
}
