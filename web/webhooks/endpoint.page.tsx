import { Anchor, Button, Tabs } from '@mantine/core';
import { IconArrowLeft, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useErrorText } from '../api/error-text.ts';
import { useAddress, usePathPart } from '../ui/address.ts';
import { CopyText } from '../ui/copy-text.tsx';
import { ErrorCard } from '../ui/error-card.tsx';
import { Link } from '../ui/link.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { SkeletonPage } from '../ui/skeletons.tsx';
import { toast } from '../ui/toasts.tsx';
import { Deliveries } from './deliveries.tsx';
import { Health } from './health.tsx';
import { Missed } from './missed.tsx';
import { useRefresh } from './refresh.ts';
import { WebhookSettings } from './webhook-settings.tsx';
import { WebhookState } from './webhook-state.tsx';
import { changeWebhook, testWebhook, type Webhook, webhookQuery } from './webhooks.queries.ts';
import { useWebhookTexts } from './webhooks.texts.ts';

const TABS = ['deliveries', 'settings'] as const;

export function Page() {
  const t = useWebhookTexts();
  const id = usePathPart('id');
  const address = useAddress();
  const found = useQuery(webhookQuery(id));
  const tab = TABS.find((name) => name === address.one('tab')) ?? TABS[0];
  if (found.isPending) return <SkeletonPage />;
  if (found.isError) return <ErrorCard error={found.error} onRetry={() => found.refetch()} />;
  const webhook = found.data;
  return (
    <>
      <PageHeader
        title={webhook.url}
        shown={<CopyText text={webhook.url} />}
        above={
          <Anchor component={Link} to="/webhooks">
            <IconArrowLeft size={14} aria-hidden="true" /> {t.back}
          </Anchor>
        }
        aside={<WebhookState webhook={webhook} />}
        actions={<Actions webhook={webhook} />}
      />
      <Health id={id} failingSince={webhook.failing_since} />
      <Missed webhook={webhook} />
      <Tabs
        value={tab}
        onChange={(next) => address.change({ tab: next === TABS[0] ? null : next })}
        keepMounted={false}
      >
        <Tabs.List aria-label={t.tabs.label} mb="md">
          {TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t.tabs[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="deliveries">
          <Deliveries webhook={webhook} />
        </Tabs.Panel>
        <Tabs.Panel value="settings">
          <WebhookSettings webhook={webhook} onRemoved={() => address.go('/webhooks')} />
        </Tabs.Panel>
      </Tabs>
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
