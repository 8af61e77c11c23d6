import { Badge, type Tone } from '../ui/values/status-badge.tsx';
import type { Delivery } from './webhooks.queries.ts';
import { useWebhookTexts } from './webhooks.texts.ts';

const TONES: Record<Delivery['status'], Tone> = { PENDING: 'waiting', DELIVERED: 'good', FAILED: 'bad' };

export function DeliveryState({ status }: { status: Delivery['status'] }) {
  const { deliveries: t } = useWebhookTexts();
  return <Badge tone={TONES[status]} word={t.states[status]} />;
}
