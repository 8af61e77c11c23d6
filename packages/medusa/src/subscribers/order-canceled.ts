import type { SubscriberArgs, SubscriberConfig } from '@medusajs/framework';
import { ContainerRegistrationKeys, Modules } from '@medusajs/framework/utils';
import { type OrderWithSessions, openSessionsOf } from './open-sessions.rules.ts';

/**
 * Ends the open PIX code or boleto of an order that was cancelled. Medusa cancels payments, and as long as nobody has
 * paid there is none, only a session: without this, the payer could still pay for nothing.
 */
export default async function endOpenCharges({ event, container }: SubscriberArgs<{ id: string }>): Promise<void> {
  const payments = container.resolve(Modules.PAYMENT);
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER);
  const { data: orders } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: 'order',
    fields: ['id', 'payment_collections.payment_sessions.*'],
    filters: { id: event.data.id },
  });
  for (const { id } of openSessionsOf(orders as unknown as OrderWithSessions[])) {
    try {
      await payments.deletePaymentSession(id);
    } catch (error) {
      // Somebody has paid meanwhile, or the gateway is away: a person has to look, and money may have to go back.
      logger.error(`the charge of cancelled order ${event.data.id} could not be ended: ${(error as Error).message}`);
    }
  }
}

export const config: SubscriberConfig = {
  event: 'order.canceled',
  context: { subscriberId: 'vintem-order-canceled' },
};
