import { useCan } from '../api/session.ts';
import { useFormats } from '../i18n/formats.ts';
import { type Column, DataTable } from '../ui/lists/data-table.tsx';
import { ButtonLink } from '../ui/page/button-link.tsx';
import { CardLines } from '../ui/values/card-lines.tsx';
import { Facts } from '../ui/values/facts.tsx';
import styles from './ledger.module.css';
import type { Balance, CompanyBalance } from './ledger.queries.ts';
import { useLedgerTexts } from './ledger.texts.ts';

const FIGURES = ['available', 'future', 'retention'] as const;

/** One row for each establishment, which opens its statement. */
export function BalanceTable({ rows }: { rows: readonly CompanyBalance[] }) {
  const { balances: t } = useLedgerTexts();
  const { money } = useFormats();
  const sumOf = ({ available, future, retention }: Balance) => money(available + future + retention);
  const columns: Column<CompanyBalance>[] = [
    { key: 'name', header: t.company, isMain: true, cell: ({ name }) => name },
    ...FIGURES.map(
      (key): Column<CompanyBalance> => ({
        key,
        header: t[key],
        align: 'right',
        cell: ({ balance }) => money(balance[key]),
      }),
    ),
    { key: 'total', header: t.total, align: 'right', cell: ({ balance }) => <strong>{sumOf(balance)}</strong> },
    ...(useCan('payout')
      ? [{ key: 'payOut', header: '', align: 'right' as const, cell: (row: CompanyBalance) => <PayOut row={row} /> }]
      : []),
  ];
  return (
    <DataTable
      caption={t.title}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      rowLink={({ id }) => ({ to: '/statement', query: { company_id: String(id) } })}
      card={({ name, balance }) => (
        <CardLines
          start={name}
          end={<strong>{sumOf(balance)}</strong>}
          lines={[<Facts key="facts" facts={FIGURES.map((key) => [t[key], money(balance[key])])} />]}
        />
      )}
    />
  );
}

/** Where there is no room for columns, the page itself offers it once for all. */
function PayOut({ row: { id, name, balance } }: { row: CompanyBalance }) {
  const { balances: t } = useLedgerTexts();
  if (balance.available <= 0) return null;
  return (
    <ButtonLink
      to="/payouts"
      query={{ company_id: String(id), open: 'new' }}
      size="xs"
      variant="default"
      className={styles.above ?? ''}
      aria-label={t.payOutOf({ name })}
    >
      {t.payOut}
    </ButtonLink>
  );
}
