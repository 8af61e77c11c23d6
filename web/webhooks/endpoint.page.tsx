import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useErrorText } from '../api/error-text.ts';
import { useCan } from '../api/session.ts';
import { SkeletonPage } from '../ui/lists/skeletons.tsx';
import { useAddress, usePathPart } from '../ui/page/address.ts';
import { AddressTabs } from '../ui/page/address-tabs.tsx';
import { BackLink } from '../ui/page/back-link.tsx';
import { ErrorCard } from '../ui/page/error-card.tsx';
import { IconSend } from '../ui/page/icons.ts';
import { PageHeader } from '../ui/page/page-header.tsx';
import { toast } from '../ui/page/toasts.tsx';
import { CopyText } from '../ui/values/copy-text.tsx';
import { Deliveries } from './deliveries.tsx';
import { Health } from './health.tsx';
import { Missed } from './missed.tsx';
import { useRefresh } from './refresh.ts';
import { WebhookSettings } from './webhook-settings.tsx';
import { WebhookState } from './webhook-state.tsx';
import { changeWebhook, testWebhook, type Webhook, webhookQuery } from './webhooks.queries.ts';
import { useWebhookTexts } from './webhooks.texts.ts';

export function Page() {
  const t = useWebhookTexts();
  const id = usePathPart('id');
  const address = useAddress();
  const canChange = useCan('webhooks');
  const found = useQuery(webhookQuery(id));
  if (found.isPending) return <SkeletonPage />;
  if (found.isError) return <ErrorCard error={found.error} onRetry={() => found.refetch()} />;
  const webhook = found.data;
  return (
    <>
      <PageHeader
        title={webhook.url}
        shown={<CopyText text={webhook.url} />}
        above={<BackLink to="/webhooks" label={t.back} />}
        aside={<WebhookState webhook={webhook} />}
        actions={canChange && <Actions webhook={webhook} />}
      />
      <Health id={id} failingSince={webhook.failing_since} />
      <Missed webhook={webhook} />
      <AddressTabs
        label={t.tabs.label}
        tabs={[
          { name: 'deliveries', label: t.tabs.deliveries, content: <Deliveries webhook={webhook} /> },
          ...(canChange
            ? [
                {
                  name: 'settings',
                  label: t.tabs.settings,
                  content: <WebhookSettings webhook={webhook} onRemoved={() => address.go('/webhooks')} />,
                },
              ]
            : []),
        ]}
      />
    </>
  );
}

function Actions({ webhook }: { webhook: Webhook }) {
  const { actions: t } = useWebhookTexts();
  const refresh = useRefresh();
  const textOf = useErrorText();
  const isActive = webhook.status === 'ACTIVE';
  const run = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work();
      toast(done);
    } catch (error) {
      toast(textOf(error), { isFailure: true });
    }
    await refresh();
  };
  const flip = () => changeWebhook(webhook.id, { status: isActive ? 'DISABLED' : 'ACTIVE' });
  return (
    <>
      <Button
        leftSection={<IconSend size={16} aria-hidden="true" />}
        onClick={() => run(() => testWebhook(webhook.id), t.tested)}
        disabled={!isActive}
      >
        {t.test}
      </Button>
      <Button variant="default" onClick={() => run(flip, isActive ? t.paused : t.resumed)}>
        {isActive ? t.pause : t.resume}
      </Button>
    </>
  );
}
