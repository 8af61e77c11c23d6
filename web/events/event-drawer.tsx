import { Drawer } from '@mantine/core';
import { useCompanyName } from '../api/session.ts';
import { ButtonLink } from '../ui/page/button-link.tsx';
import { IconCreditCard } from '../ui/page/icons.ts';
import { useUiTexts } from '../ui/ui.texts.ts';
import { CopyText } from '../ui/values/copy-text.tsx';
import { Facts } from '../ui/values/facts.tsx';
import { JsonView } from '../ui/values/json-view.tsx';
import { Timestamp } from '../ui/values/timestamp.tsx';
import styles from './events.module.css';
import { useEventTexts } from './events.texts.ts';
import type { WebhookEvent } from './webhook-event.ts';

/** Import it lazily: it brings the parts that float. */
export function EventDrawer({ event, onClose }: { event: WebhookEvent; onClose: () => void }) {
  const t = useEventTexts();
  const ui = useUiTexts();
  const nameOf = useCompanyName();
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={t.kinds[event.event] ?? event.event}
      closeButtonProps={{ 'aria-label': ui.close }}
    >
      <div className={styles.drawer}>
        <Facts
          facts={[
            [t.id, <CopyText key="id" text={event.id} />],
            [t.kind, <code key="kind">{event.event}</code>],
            [t.when, <Timestamp key="when" at={event.created_at} absolute />],
            [t.company, event.company_id === null ? null : nameOf(event.company_id)],
            [t.sequence, event.sequence],
          ]}
        />
        {'transaction_id' in event && (
          <div>
            <ButtonLink to={`/transactions/${event.transaction_id}`} icon={IconCreditCard} variant="default">
              {t.openTransaction}
            </ButtonLink>
          </div>
        )}
        <h2 className={styles.heading}>{t.json}</h2>
        <JsonView value={event} label={t.json} />
      </div>
    </Drawer>
  );
}
