import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../ui/lists/empty-state.tsx';
import { PaymentTable } from '../ui/lists/payment-table.tsx';
import { SkeletonRows } from '../ui/lists/skeletons.tsx';
import { ButtonLink } from '../ui/page/button-link.tsx';
import { ErrorCard } from '../ui/page/error-card.tsx';
import { IconCreditCard, IconPlus } from '../ui/page/icons.ts';
import { Link } from '../ui/page/link.tsx';
import { Section } from '../ui/page/section.tsx';
import styles from './home.module.css';
import { latestQuery } from './home.queries.ts';
import { useHomeTexts } from './home.texts.ts';

export function LatestSection({ companyId }: { companyId: string | undefined }) {
  const { latest: t } = useHomeTexts();
  const { data, error, refetch } = useQuery(latestQuery(companyId));
  return (
    <Section
      isBare
      title={t.title}
      actions={
        <Link to="/transactions" className={styles.more}>
          {t.all}
        </Link>
      }
    >
      {error && <ErrorCard error={error} onRetry={() => refetch()} />}
      {!data && !error && <SkeletonRows rows={8} />}
      {data?.total === 0 && (
        <EmptyState icon={IconCreditCard} title={t.empty} text={t.emptyText}>
          <ButtonLink to="/transactions/new" icon={IconPlus}>
            {t.new}
          </ButtonLink>
        </EmptyState>
      )}
      {data && data.total > 0 && <PaymentTable caption={t.title} rows={data.data} />}
    </Section>
  );
}
