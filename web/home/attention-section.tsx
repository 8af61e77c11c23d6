import { useQuery } from '@tanstack/react-query';
import { countQuery, openDivergencesQuery, troubleOf, webhooksQuery } from '../api/attention.ts';
import { useFormats } from '../i18n/formats.ts';
import { SkeletonRows } from '../ui/lists/skeletons.tsx';
import { ErrorCard } from '../ui/page/error-card.tsx';
import { IconAlertTriangle, IconCircleCheck, IconRefresh } from '../ui/page/icons.ts';
import { Link } from '../ui/page/link.tsx';
import { Section } from '../ui/page/section.tsx';
import styles from './home.module.css';
import { useHomeTexts } from './home.texts.ts';
import { aDayAgo, type Matter, type Matters } from './matters.ts';
import { usePayoutMatters } from './payout-matters.ts';

/** What a person should look at, each with the page where it can be put right. */
export function AttentionSection({ companyId }: { companyId: string | undefined }) {
  const { attention: t } = useHomeTexts();
  const { matters, isLoading, error, refetch } = useMatters(companyId);
  return (
    <Section title={t.title}>
      {error && <ErrorCard error={error} onRetry={refetch} />}
      {isLoading && <SkeletonRows rows={2} height={36} />}
      {!isLoading && !error && matters.length === 0 && (
        <p className={styles.calm}>
          <IconCircleCheck size={20} className={styles.sign} data-tone="good" aria-hidden="true" />
          {t.nothing}
        </p>
      )}
      <ul className={styles.matters}>
        {matters.map(({ key, text, to, query, icon: Icon, isCalm }) => (
          <li key={key}>
            <Link to={to} className={styles.matter} {...(query ? { query } : {})}>
              <Icon size={18} className={styles.sign} data-tone={isCalm ? 'calm' : 'bad'} aria-hidden="true" />
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function useMatters(companyId: string | undefined): Matters {
  const { attention: t } = useHomeTexts();
  const { dateTime } = useFormats();
  const divergences = useQuery(openDivergencesQuery);
  const refunds = useQuery(countQuery('/refunds', { status: 'PROCESSING', company_id: companyId }));
  const oldRefunds = useQuery(
    countQuery('/refunds', { status: 'PROCESSING', company_id: companyId, createdAtEnd: aDayAgo() }),
  );
  const webhooks = useQuery(webhooksQuery);
  const payouts = usePayoutMatters(companyId);
  const matters: Matter[] = [...payouts.matters];
  if (divergences.data)
    matters.push({
      key: 'divergences',
      text: t.divergences({ count: divergences.data }),
      to: '/divergences',
      icon: IconAlertTriangle,
    });
  for (const webhook of webhooks.data?.data ?? []) {
    const { host } = new URL(webhook.url);
    const about = { key: `webhook ${webhook.id}`, to: `/webhooks/${webhook.id}`, icon: IconAlertTriangle };
    const trouble = troubleOf(webhook);
    if (trouble === 'disabled') matters.push({ ...about, text: t.disabled({ host }) });
    if (trouble === 'failing')
      matters.push({ ...about, text: t.failing({ host, since: dateTime(webhook.failing_since ?? '') }) });
  }
  if (oldRefunds.data)
    matters.push({
      key: 'old refunds',
      text: t.oldRefunds({ count: oldRefunds.data }),
      to: '/refunds',
      query: { status: 'PROCESSING' },
      icon: IconAlertTriangle,
    });
  if (refunds.data && !oldRefunds.data)
    matters.push({
      key: 'refunds',
      text: t.refunds({ count: refunds.data }),
      to: '/refunds',
      query: { status: 'PROCESSING' },
      icon: IconRefresh,
      isCalm: true,
    });
  const queries = [divergences, refunds, oldRefunds, webhooks];
  return {
    matters,
    isLoading: payouts.isLoading || queries.some((query) => query.isLoading),
    error: payouts.error ?? queries.find((query) => query.error)?.error ?? null,
    refetch: () => {
      payouts.refetch();
      for (const query of queries) void query.refetch();
    },
  };
}
