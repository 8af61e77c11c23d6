import { useQuery } from '@tanstack/react-query';
import { useAgenda } from '../api/agenda.ts';
import { useSession } from '../api/session.ts';
import { useFormats } from '../i18n/formats.ts';
import { SkeletonRows } from '../ui/lists/skeletons.tsx';
import { ErrorCard } from '../ui/page/error-card.tsx';
import { Link } from '../ui/page/link.tsx';
import { Section } from '../ui/page/section.tsx';
import styles from './home.module.css';
import { balanceQuery } from './home.queries.ts';
import { useHomeTexts } from './home.texts.ts';

const FIGURES = ['available', 'future', 'retention'] as const;

export function BalanceSection({ companyId }: { companyId: string | undefined }) {
  const { balances: t } = useHomeTexts();
  const { date, money } = useFormats();
  const { companies } = useSession();
  const ids = companies.map(({ id }) => id).filter((id) => companyId === undefined || String(id) === companyId);
  const { data, error, refetch } = useQuery(balanceQuery(ids));
  const next = useAgenda(ids).days?.find(({ amount }) => amount > 0);
  return (
    <Section
      title={t.title}
      actions={
        <Link to="/balances" className={styles.more}>
          {t.all}
        </Link>
      }
    >
      {error && <ErrorCard error={error} onRetry={() => refetch()} />}
      {!data && !error && <SkeletonRows rows={3} height={28} />}
      {data && (
        <dl className={styles.balances}>
          {FIGURES.map((name) => (
            <div key={name}>
              <dt>{t[name]}</dt>
              <dd>{money(data[name])}</dd>
            </div>
          ))}
        </dl>
      )}
      {next && <p className={styles.next}>{t.next({ date: date(next.date), amount: money(next.amount) })}</p>}
    </Section>
  );
}
