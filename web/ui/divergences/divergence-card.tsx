import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormats } from '../../i18n/formats.ts';
import { IconAlertTriangle } from '../page/icons.ts';
import { Link } from '../page/link.tsx';
import { Badge } from '../values/status-badge.tsx';
import { Timestamp } from '../values/timestamp.tsx';
import styles from './divergences.module.css';
import type { Divergence } from './divergences.queries.ts';
import { useDivergenceTexts } from './divergences.texts.ts';

interface DivergenceCardProps {
  divergence: Divergence;
  /** Where its transaction is looked at. */
  to: string;
  /** Whose it is, where that is not known anyway. */
  about?: ReactNode;
  /** What can be done about an open one. */
  actions: ReactNode;
}

/** What differs, in words and in figures, side by side. */
export function DivergenceCard({ divergence, to, about, actions }: DivergenceCardProps) {
  const t = useDivergenceTexts();
  const { kind, transaction_id, detected_at, resolved_at, resolution, gone_at, booked_at } = divergence;
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <Title order={2} size="16px" lh="24px">
          {t.kinds[kind].title}
        </Title>
        {resolved_at === null ? (
          <Badge tone="bad" word={t.openState} icon={IconAlertTriangle} />
        ) : (
          <Badge tone="good" word={t.resolvedState} />
        )}
        <span className={styles.since}>
          {t.since} <Timestamp at={detected_at} />
        </span>
      </div>
      <div className={styles.body}>
        <div>
          <p className={styles.text}>{t.kinds[kind].text}</p>
          {gone_at && <p className={styles.text}>{t.gone}</p>}
          {booked_at && <p className={styles.text}>{t.booked}</p>}
          {resolution && resolved_at && (
            <blockquote className={styles.resolution}>
              {resolution}
              <footer>
                <Timestamp at={resolved_at} absolute />
              </footer>
            </blockquote>
          )}
        </div>
        <Comparison divergence={divergence} />
      </div>
      <div className={styles.actions}>
        {about}
        <Link to={to} className={styles.link}>
          {t.transactionNumber({ id: transaction_id })}
        </Link>
        {actions}
      </div>
    </li>
  );
}

/** Older ones know only the amounts that they are about. */
function Comparison({ divergence }: { divergence: Divergence }) {
  const t = useDivergenceTexts();
  const { money } = useFormats();
  const shown = (cents: number | null) => (cents === null ? '–' : money(cents));
  const rows = [
    {
      name: t.state,
      here: t.localStates[divergence.local_status] ?? divergence.local_status,
      there: t.acquirerStates[divergence.acquirer_status] ?? divergence.acquirer_status,
    },
    {
      name: t.received,
      here: shown(divergence.received_amount ?? divergence.amount),
      there: shown(divergence.acquirer_received_amount ?? divergence.acquirer_amount),
    },
    {
      name: t.refunded,
      here: shown(divergence.refunded_amount),
      there: shown(divergence.acquirer_refunded_amount),
    },
  ];
  return (
    <table className={styles.figures}>
      <thead>
        <tr>
          <td />
          <th scope="col">{t.here}</th>
          <th scope="col">{t.there}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, here, there }) => (
          <tr key={name} data-differs={here !== there}>
            <th scope="row">{name}</th>
            <td>{here}</td>
            <td>{there}</td>
          </tr>
        ))}
      </tbody>
      {divergence.difference !== null && (
        <tfoot>
          <tr>
            <th scope="row">{t.difference}</th>
            <td />
            <td>{money(divergence.difference)}</td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}
