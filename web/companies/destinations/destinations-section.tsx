import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { call } from '../../api/call.ts';
import type { Destination, PayoutSchedule, PayoutTerms } from '../../api/payouts.ts';
import { useCan } from '../../api/session.ts';
import { useFormats } from '../../i18n/formats.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { EmptyState } from '../../ui/lists/empty-state.tsx';
import { IconPlus, IconSend } from '../../ui/page/icons.ts';
import { May } from '../../ui/page/may.tsx';
import { Section } from '../../ui/page/section.tsx';
import { toast } from '../../ui/page/toasts.tsx';
import { CardLines } from '../../ui/values/card-lines.tsx';
import { useDestinationText } from '../../ui/values/destination-text.ts';
import { Badge, type Tone } from '../../ui/values/status-badge.tsx';
import { Timestamp } from '../../ui/values/timestamp.tsx';
import type { Establishment } from '../companies.queries.ts';
import styles from './destinations.module.css';
import { useDestinationTexts } from './destinations.texts.ts';

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../ui/forms/confirm-dialog.tsx')).ConfirmDialog,
}));
const NewDestination = lazy(async () => ({ default: (await import('./new-destination.tsx')).NewDestination }));

interface DestinationsSectionProps {
  company: Establishment;
  destinations: readonly Destination[];
  schedule: PayoutSchedule;
  terms: PayoutTerms;
}

/** Where money of the establishment may go: added with the password, shown masked, removed with a question. */
export function DestinationsSection({ company, destinations, schedule, terms }: DestinationsSectionProps) {
  const t = useDestinationTexts();
  const lineOf = useDestinationText();
  const queries = useQueryClient();
  const [asking, setAsking] = useState<'new' | Destination | null>(null);
  const refresh = () => queries.invalidateQueries({ queryKey: ['payouts'] });
  const addButton = (
    <May need="payout">
      <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setAsking('new')}>
        {t.add}
      </Button>
    </May>
  );
  const columns: readonly Column<Destination>[] = [
    { key: 'line', header: t.destination, cell: lineOf },
    { key: 'holder', header: t.holder, cell: (one) => <Holder destination={one} /> },
    { key: 'status', header: t.status, cell: (one) => <DestinationState destination={one} /> },
    { key: 'added', header: t.added, cell: (one) => <Added destination={one} /> },
    { key: 'remove', header: '', align: 'right', cell: (one) => <RemoveButton destination={one} onAsk={setAsking} /> },
  ];
  return (
    <Section title={t.title} actions={destinations.length > 0 && addButton}>
      <p>{t.text}</p>
      {destinations.length === 0 ? (
        <EmptyState icon={IconSend} title={t.empty} text={t.emptyText}>
          {addButton}
        </EmptyState>
      ) : (
        <DataTable
          caption={t.title}
          columns={columns}
          rows={destinations}
          rowKey={({ id }) => id}
          card={(one) => (
            <CardLines
              start={lineOf(one)}
              lines={[
                <DestinationState key="state" destination={one} />,
                <Holder key="holder" destination={one} />,
                <Added key="added" destination={one} />,
                <RemoveButton key="remove" destination={one} onAsk={setAsking} />,
              ]}
            />
          )}
        />
      )}
      <Suspense fallback={null}>
        {asking === 'new' && <NewDestination company={company} terms={terms} onClose={() => setAsking(null)} />}
        {asking !== null && asking !== 'new' && (
          <ConfirmDialog
            title={t.removeTitle}
            action={t.remove}
            isDestructive
            onConfirm={async () => {
              await call(`/companies/${company.id}/destinations/${asking.id}`, { method: 'DELETE' });
              await refresh();
              toast(t.removed);
            }}
            onClose={() => setAsking(null)}
          >
            <p>
              <strong>{lineOf(asking)}</strong>
            </p>
            <p>{t.removeText}</p>
            {schedule.destination_id === asking.id && <p>{t.removeScheduled}</p>}
          </ConfirmDialog>
        )}
      </Suspense>
    </Section>
  );
}

const TONES: Record<Destination['status'], Tone> = { ON_HOLD: 'waiting', USABLE: 'good', BLOCKED: 'bad' };

function DestinationState({ destination: { status, usable_at, block_reason } }: { destination: Destination }) {
  const t = useDestinationTexts();
  const { dateTime } = useFormats();
  return (
    <span className={styles.state}>
      <Badge tone={TONES[status]} word={t.states[status]} />
      {status === 'ON_HOLD' && <span className={styles.about}>{t.until({ time: dateTime(usable_at) })}</span>}
      {status === 'BLOCKED' && (
        <span className={styles.about}>
          {block_reason}. {t.blockedNext}
        </span>
      )}
    </span>
  );
}

function Holder({ destination: { is_own, holder_name } }: { destination: Destination }) {
  const t = useDestinationTexts();
  const whose = is_own === null ? t.namedByBank : is_own ? t.own : t.others;
  return (
    <span className={styles.state}>
      {holder_name && <span>{holder_name}</span>}
      <span className={styles.about}>{whose}</span>
    </span>
  );
}

function Added({ destination: { created_at, created_by } }: { destination: Destination }) {
  const t = useDestinationTexts();
  return (
    <span className={styles.state}>
      <Timestamp at={created_at} />
      <span className={styles.about}>{t.by({ name: created_by })}</span>
    </span>
  );
}

function RemoveButton({ destination, onAsk }: { destination: Destination; onAsk: (asked: Destination) => void }) {
  const t = useDestinationTexts();
  const lineOf = useDestinationText();
  if (!useCan('payout')) return null;
  return (
    <Button
      variant="default"
      size="xs"
      aria-label={t.removeOne({ line: lineOf(destination) })}
      onClick={() => onAsk(destination)}
    >
      {t.remove}
    </Button>
  );
}
