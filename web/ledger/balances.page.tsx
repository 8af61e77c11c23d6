import { useQuery } from '@tanstack/react-query';
import { useSession } from '../api/session.ts';
import { useFormats } from '../i18n/formats.ts';
import { EmptyState } from '../ui/lists/empty-state.tsx';
import { SkeletonRows } from '../ui/lists/skeletons.tsx';
import { companyIn, useAddress } from '../ui/page/address.ts';
import { ButtonLink } from '../ui/page/button-link.tsx';
import { ErrorCard } from '../ui/page/error-card.tsx';
import { IconSend, IconWallet } from '../ui/page/icons.ts';
import { May } from '../ui/page/may.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';
import { CurlButton } from '../ui/values/curl-button.tsx';
import { Tile, Tiles } from '../ui/values/tiles.tsx';
import { AgendaSection } from './agenda-section.tsx';
import { BalanceTable } from './balance-table.tsx';
import styles from './ledger.module.css';
import { type Balance, type CompanyBalance, companiesQuery, companyQuery, totalQuery } from './ledger.queries.ts';
import { useLedgerTexts } from './ledger.texts.ts';

const MOST_ROWS = 100;

export function Page() {
  const { balances: t } = useLedgerTexts();
  const { companies } = useSession();
  const chosen = companyIn(useAddress());
  const { rows, total, error, refetch } = useBalances(chosen);
  const ids = companies.map(({ id }) => id).filter((id) => chosen === undefined || String(id) === chosen);
  return (
    <>
      <PageHeader
        title={t.title}
        actions={
          <May need="payout">
            <ButtonLink to="/payouts" query={{ open: 'new' }} icon={IconSend}>
              {t.payOut}
            </ButtonLink>
          </May>
        }
      />
      <div className={styles.page}>
        {error && <ErrorCard error={error} onRetry={refetch} />}
        {!rows && !error && <SkeletonRows rows={4} height={64} />}
        {rows?.length === 0 && <EmptyState icon={IconWallet} title={t.empty} text={t.emptyText} />}
        {rows && rows.length > 0 && (
          <>
            {total && <TotalTiles total={total} />}
            <div>
              <BalanceTable rows={rows} />
              <CurlButton path={chosen ? `/companies/${chosen}` : '/companies'} />
            </div>
            <AgendaSection companyIds={ids} />
          </>
        )}
      </div>
    </>
  );
}

function useBalances(chosen: string | undefined) {
  const { companies } = useSession();
  const list = useQuery({ ...companiesQuery({ limit: MOST_ROWS }), enabled: chosen === undefined });
  const one = useQuery({ ...companyQuery(chosen ?? ''), enabled: chosen !== undefined });
  const asked = chosen === undefined ? list : one;
  const rows: readonly CompanyBalance[] | undefined =
    chosen === undefined ? list.data?.data : one.data ? [one.data] : undefined;
  // The rows of one page add up by themselves; of more than one, the interface says the sum.
  const isWhole = rows !== undefined && (chosen !== undefined || (list.data?.lastPage ?? 1) <= 1);
  const ids = companies.map(({ id }) => id);
  const sum = useQuery({ ...totalQuery(ids), enabled: rows !== undefined && !isWhole && ids.length > 0 });
  return {
    rows,
    total: isWhole ? addUp(rows) : sum.data,
    error: asked.error ?? sum.error,
    refetch: () => void asked.refetch(),
  };
}

function addUp(rows: readonly CompanyBalance[]): Balance {
  const sumOf = (name: keyof Balance) => rows.reduce((sum, { balance }) => sum + balance[name], 0);
  return { available: sumOf('available'), future: sumOf('future'), retention: sumOf('retention') };
}

function TotalTiles({ total }: { total: Balance }) {
  const { balances: t } = useLedgerTexts();
  const { money } = useFormats();
  return (
    <Tiles>
      <Tile label={t.available} value={money(total.available)} note={t.availableText} />
      <Tile label={t.future} value={money(total.future)} note={t.futureText} />
      <Tile label={t.retention} value={money(total.retention)} note={t.retentionText} />
    </Tiles>
  );
}
