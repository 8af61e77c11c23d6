import { Badge } from '../ui/values/status-badge.tsx';
import type { Webhook } from './webhooks.queries.ts';
import { useWebhookTexts } from './webhooks.texts.ts';

/** Whether notices arrive there, and if not, why. */
export function WebhookState({ webhook }: { webhook: Webhook }) {
  const { states: t } = useWebhookTexts();
  if (webhook.status === 'ACTIVE')
    return webhook.failing_since === null ? (
      <Badge tone="good" word={t.working} />
    ) : (
      <Badge tone="bad" word={t.failing} />
    );
  return (
    <Badge
      tone={webhook.disabled_reason === 'BY_HAND' ? 'working' : 'bad'}
      word={t[webhook.disabled_reason ?? 'BY_HAND']}
    />
  );
}
