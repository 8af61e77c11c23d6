import { useQuery } from '@tanstack/react-query';
import { useSession } from '../api/session.ts';
import { useFormats } from '../i18n/formats.ts';
import { useAddress } from '../ui/address.ts';
import { businessNow } from '../ui/business-clock.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { CurlButton } from '../ui/curl-button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorCard } from '../ui/error-card.tsx';
import { IconReceipt } from '../ui/icons.ts';
import { readPaging } from '../ui/list-page.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Pager } from '../ui/pager.tsx';
import { PeriodPicker, usePeriod } from '../ui/period-picker.tsx';
import { addDays, dayOf } from '../ui/periods.ts';
import { SkeletonRows } from '../ui/skeletons.tsx';
import { Tile, Tiles } from '../ui/tiles.tsx';
import { EntryTable } from './entry-table.tsx';
import styles from './ledger.module.css';
import { type Statement, statementPath, statementQuery } from './ledger.queries.ts';
import { useLedgerTexts } from './ledger.texts.ts';
import { StatementExport } from './statement-export.tsx';

const AHEAD_DAYS = 30;

/** A statement is of one establishment: the one that was chosen, or else the first. */
export function Page() {
  const { statement: t } = useLedgerTexts();
  const { companies } = useSession();
  const chosen = useAddress().one('company_id');
  const company = companies.find(({ id }) => String(id) === chosen) ?? companies[0];
  if (company) return <StatementOf key={company.id} company={company} />;
  return (
    <>
      <PageHeader title={t.title} />
      <EmptyState icon={IconReceipt} title={t.noCompany} text={t.noCompanyText} />
    </>
  );
}

function StatementOf({ company }: { company: { id: number; name: string } }) {
  const { statement: t } = useLedgerTexts();
  const { start, end } = usePeriod();
  const address = useAddress();
  const period = { from: start, to: end };
  const query = { ...period, ...readPaging(address) };
  const { data, error, isPlaceholderData, refetch } = useQuery(statementQuery(company.id, query));
  return (
    <>
      <PageHeader
        title={t.title}
        aside={company.name}
        actions={
          <>
            <PeriodPicker />
            <StatementExport companyId={company.id} period={period} total={data?.total ?? 0} />
          </>
        }
      />
      {error && <ErrorCard error={error} onRetry={() => refetch()} />}
      {!data && !error && <SkeletonRows rows={10} />}
      {data && <Balances statement={data} />}
      {data?.total === 0 && <NoMovement />}
      {data && data.total > 0 && (
        <>
          <EntryTable statement={data} isDimmed={isPlaceholderData} />
          <Pager {...data} />
          <CurlButton path={statementPath(company.id)} query={query} />
        </>
      )}
    </>
  );
}

function Balances({ statement: { opening_balance, closing_balance, total } }: { statement: Statement }) {
  const { statement: t } = useLedgerTexts();
  const { money } = useFormats();
  return (
    <Tiles>
      <Tile label={t.opening} value={money(opening_balance)} />
      <Tile label={t.movement} value={money(closing_balance - opening_balance)} note={t.entries({ count: total })} />
      <Tile label={t.closing} value={money(closing_balance)} />
    </Tiles>
  );
}

/** Money that was paid today may only come in days: the way ahead is offered as well. */
function NoMovement() {
  const { statement: t } = useLedgerTexts();
  const { name } = usePeriod();
  const company = useAddress().one('company_id');
  const today = dayOf(businessNow());
  return (
    <div className={styles.days}>
      <EmptyState icon={IconReceipt} title={t.empty} text={t.emptyText}>
        {name !== 'last30' && (
          <ButtonLink to="/statement" query={{ company_id: company }} variant="default">
            {t.widen}
          </ButtonLink>
        )}
        <ButtonLink
          to="/statement"
          query={{ company_id: company, from: today, to: addDays(today, AHEAD_DAYS) }}
          variant="default"
        >
          {t.ahead}
        </ButtonLink>
      </EmptyState>
    </div>
  );
}
