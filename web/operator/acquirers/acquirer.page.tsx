import { useQuery } from '@tanstack/react-query';
import { SkeletonPage } from '../../ui/lists/skeletons.tsx';
import { usePathPart } from '../../ui/page/address.ts';
import { BackLink } from '../../ui/page/back-link.tsx';
import { ButtonLink } from '../../ui/page/button-link.tsx';
import { ErrorCard } from '../../ui/page/error-card.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { Section } from '../../ui/page/section.tsx';
import { useCan } from '../app/session.ts';
import { homeQuery } from '../home/home.queries.ts';
import { AcquirerBadge, AcquirerFacts } from './acquirer-facts.tsx';
import styles from './acquirers.module.css';
import { acquirerQuery } from './acquirers.queries.ts';
import { useAcquirerTexts } from './acquirers.texts.ts';
import { CheckSection } from './check-section.tsx';
import { SettingsSection } from './settings-section.tsx';
import { WebhookSection } from './webhook-section.tsx';

/** One bank: how it does, what is set, and whether it would do what payments need. */
export function Page() {
  const t = useAcquirerTexts();
  const name = usePathPart('name');
  const { data: acquirer, error, refetch } = useQuery(acquirerQuery(name));
  const { data: home } = useQuery(homeQuery);
  const maySet = useCan('acquirers');
  const mayCheck = useCan('files');
  const back = <BackLink to="/acquirers" label={t.title} />;
  if (error && !acquirer)
    return (
      <>
        <PageHeader title={name} above={back} />
        <ErrorCard error={error} onRetry={() => refetch()} />
      </>
    );
  if (!acquirer) return <SkeletonPage />;
  const isSetUp = acquirer.kind !== null;
  return (
    <>
      <PageHeader
        title={acquirer.name}
        above={back}
        aside={<AcquirerBadge acquirer={acquirer} />}
        actions={
          isSetUp &&
          maySet && (
            <ButtonLink variant="default" to={`/acquirers/${acquirer.name}/change`}>
              {t.change}
            </ButtonLink>
          )
        }
      />
      <div className={styles.cards}>
        <Section title={t.health}>
          <AcquirerFacts
            acquirer={acquirer}
            comparison={home?.comparisons?.find((one) => one.acquirer === acquirer.name)}
          />
        </Section>
        {isSetUp && mayCheck && <CheckSection name={acquirer.name} />}
        {isSetUp && <SettingsSection acquirer={acquirer} />}
        {acquirer.has_webhook && maySet && <WebhookSection name={acquirer.name} />}
      </div>
    </>
  );
}
