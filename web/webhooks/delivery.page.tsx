import { Anchor, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useErrorText } from '../api/error-text.ts';
import { SkeletonPage } from '../ui/lists/skeletons.tsx';
import { usePathPart } from '../ui/page/address.ts';
import { ErrorCard } from '../ui/page/error-card.tsx';
import { IconArrowLeft, IconSend } from '../ui/page/icons.ts';
import { Link } from '../ui/page/link.tsx';
import { May } from '../ui/page/may.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';
import { Section } from '../ui/page/section.tsx';
import { toast } from '../ui/page/toasts.tsx';
import { IdText } from '../ui/values/copy-text.tsx';
import { JsonView } from '../ui/values/json-view.tsx';
import { Timestamp } from '../ui/values/timestamp.tsx';
import { DeliveryState } from './delivery-state.tsx';
import { useRefresh } from './refresh.ts';
import styles from './webhooks.module.css';
import { type DeliveryDetails, deliveryQuery, resendDelivery } from './webhooks.queries.ts';
import { useWebhookTexts } from './webhooks.texts.ts';

export function Page() {
  const t = useWebhookTexts();
  const [id, deliveryId] = [usePathPart('id'), usePathPart('deliveryId')];
  const refresh = useRefresh();
  const textOf = useErrorText();
  const found = useQuery(deliveryQuery(id, deliveryId));
  if (found.isPending) return <SkeletonPage />;
  if (found.isError) return <ErrorCard error={found.error} onRetry={() => found.refetch()} />;
  const delivery = found.data;
  const resend = async () => {
    try {
      await resendDelivery(id, delivery.id);
      toast(t.deliveries.resent);
    } catch (error) {
      toast(textOf(error), { isFailure: true });
    }
    await refresh();
  };
  return (
    <>
      <PageHeader
        title={t.delivery.title({ id: delivery.id })}
        above={
          <Anchor component={Link} to={`/webhooks/${id}`}>
            <IconArrowLeft size={14} aria-hidden="true" /> {t.backToOne}
          </Anchor>
        }
        aside={
          <>
            <DeliveryState status={delivery.status} />
            <span>{delivery.event}</span>
            {delivery.transaction_id !== null && (
              <Anchor component={Link} to={`/transactions/${delivery.transaction_id}`}>
                #{delivery.transaction_id}
              </Anchor>
            )}
          </>
        }
        actions={
          <May need="webhooks">
            <Button leftSection={<IconSend size={16} aria-hidden="true" />} onClick={resend}>
              {t.deliveries.resend}
            </Button>
          </May>
        }
      />
      <div className={styles.columns}>
        <Section title={t.delivery.attempts}>
          <Attempts delivery={delivery} />
        </Section>
        <Section title={t.delivery.sent}>
          <p>
            {t.delivery.eventId}: <IdText id={delivery.event_id} />
          </p>
          <JsonView label={t.delivery.payload} value={delivery.payload} />
          <h3>{t.delivery.headers}</h3>
          <JsonView label={t.delivery.headers} value={delivery.headers} />
        </Section>
      </div>
    </>
  );
}

function Attempts({ delivery }: { delivery: DeliveryDetails }) {
  const t = useWebhookTexts();
  if (delivery.attempts.length === 0) return <p>{t.delivery.noAttempts}</p>;
  return (
    <ol className={styles.attempts}>
      {delivery.attempts.map((attempt) => (
        <li key={attempt.attempted_at}>
          <div className={styles.attempt}>
            <Timestamp at={attempt.attempted_at} absolute />
            <strong>{attempt.status_code ?? attempt.error}</strong>
            <span>{t.health.ms({ ms: attempt.duration_ms })}</span>
          </div>
          {attempt.response_body && (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
            <section className={styles.answer} tabIndex={0} aria-label={t.delivery.response}>
              {attempt.response_body}
            </section>
          )}
        </li>
      ))}
    </ol>
  );
}
