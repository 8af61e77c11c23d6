import type { SubscriberArgs, SubscriberConfig } from '@medusajs/framework';
import type { ProviderWebhookPayload } from '@medusajs/framework/types';
import { ContainerRegistrationKeys, Modules } from '@medusajs/framework/utils';
import { cancelOrderWorkflow } from '@medusajs/medusa/core-flows';
import { type OrderWithSessions, openSessionsOf } from './open-sessions.rules.ts';

type Webhook = ProviderWebhookPayload & { provider: string };
/** Over for good: the code has expired, the bank refused it, or somebody cancelled it at the gateway. */
const OVER = ['failed', 'canceled'];
const OURS = /^vintem-(pix|boleto)(_|$)/;

/**
 * Cancels an order whose PIX code or boleto is over without having been paid, so that its stock is free again. Medusa
 * itself does nothing then. A shop that would rather let people pay later leaves this out.
 */
export default async function cancelUnpaidOrder({ event, container }: SubscriberArgs<Webhook>): Promise<void> {
  if (!OURS.test(event.data.provider)) return;
  const { action, data } = await container.resolve(Modules.PAYMENT).getWebhookActionAndData(readable(event.data));
  if (!data || !OVER.includes(action)) return;
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const { data: sessions } = await query.graph({
    entity: 'payment_session',
    fields: ['payment_collection_id'],
    filters: { id: data.session_id },
  });
  if (sessions.length === 0) return;
  const { data: links } = await query.graph({
    entity: 'order_payment_collection',
    fields: ['order.id', 'order.status', 'order.payment_collections.payment_sessions.*'],
    filters: { payment_collection_id: sessions.map((session) => session['payment_collection_id']) },
  });
  for (const { order } of links as unknown as { order: OrderWithSessions & { id: string; status: string } }[]) {
    const isWaitingForIt = openSessionsOf([order]).some((session) => session.id === data.session_id);
    if (isWaitingForIt && order.status !== 'canceled') {
      await cancelOrderWorkflow(container).run({ input: { order_id: order.id } });
    }
  }
}

/** A queue outside of the process makes JSON of the bytes that arrived. */
function readable(webhook: Webhook): Webhook {
  const { rawData } = webhook.payload as { rawData: unknown };
  const { type, data } = (rawData ?? {}) as { type?: unknown; data?: unknown };
  if (type !== 'Buffer') return webhook;
  return { ...webhook, payload: { ...webhook.payload, rawData: Buffer.from(data as number[]) } };
}

export const config: SubscriberConfig = {
  event: 'payment.webhook_received',
  context: { subscriberId: 'vintem-payment-over' },
};
