import { useQuery } from '@tanstack/react-query';
import { destinationsQuery, payoutTermsQuery, scheduleQuery } from '../../api/payouts.ts';
import { SkeletonRows } from '../../ui/lists/skeletons.tsx';
import { ErrorCard } from '../../ui/page/error-card.tsx';
import type { Establishment } from '../companies.queries.ts';
import styles from './destinations.module.css';
import { DestinationsSection } from './destinations-section.tsx';
import { ScheduleSection } from './schedule-section.tsx';
import { TermsSection } from './terms-section.tsx';

/** How money of an establishment leaves: where to, when by itself, and what was agreed. */
export function DestinationsTab({ company }: { company: Establishment }) {
  const destinations = useQuery(destinationsQuery(company.id));
  const schedule = useQuery(scheduleQuery(company.id));
  const terms = useQuery(payoutTermsQuery(company.id));
  const asked = [destinations, schedule, terms];
  const error = asked.find((query) => query.error)?.error;
  if (error) return <ErrorCard error={error} onRetry={() => asked.forEach((query) => void query.refetch())} />;
  if (!destinations.data || !schedule.data || !terms.data) return <SkeletonRows rows={6} />;
  const parts = { company, destinations: destinations.data, schedule: schedule.data, terms: terms.data };
  return (
    <div className={styles.parts}>
      <DestinationsSection {...parts} />
      <ScheduleSection {...parts} />
      <TermsSection terms={terms.data} />
    </div>
  );
}
