import { useQuery } from '@tanstack/react-query';
import { useSession } from '../api/session.ts';
import { useFormats } from '../i18n/formats.ts';
import { EmptyState } from '../ui/lists/empty-state.tsx';
import { readPaging } from '../ui/lists/list-page.ts';
import { Pager } from '../ui/lists/pager.tsx';
import { PeriodPicker, usePeriod } from '../ui/lists/period-picker.tsx';
import { addDays, dayOf } from '../ui/lists/periods.ts';
import { SkeletonRows } from '../ui/lists/skeletons.tsx';
import { useAddress } from '../ui/page/address.ts';
import { ButtonLink } from '../ui/page/button-link.tsx';
import { ErrorCard } from '../ui/page/error-card.tsx';
import { IconReceipt } from '../ui/page/icons.ts';
import { PageHeader } from '../ui/page/page-header.tsx';
import { businessNow } from '../ui/values/business-clock.ts';
import { CurlButton } from '../ui/values/curl-button.tsx';
import { Tile, Tiles } from '../ui/values/tiles.tsx';
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
