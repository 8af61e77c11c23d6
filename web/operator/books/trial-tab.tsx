import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormats } from '../../i18n/formats.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { EmptyState } from '../../ui/lists/empty-state.tsx';
import { addDays, dayOf } from '../../ui/lists/periods.ts';
import { SkeletonRows } from '../../ui/lists/skeletons.tsx';
import { useAddress } from '../../ui/page/address.ts';
import { ErrorCard } from '../../ui/page/error-card.tsx';
import { IconScale } from '../../ui/page/icons.ts';
import { businessNow } from '../../ui/values/business-clock.ts';
import { CardLines } from '../../ui/values/card-lines.tsx';
import styles from './books.module.css';
import { type TrialLine, trialQuery } from './days.queries.ts';
import { useDayTexts } from './days.texts.ts';
import { DownloadMenu } from './download-menu.tsx';

const DAY = /^20\d{2}-\d{2}-\d{2}$/;

/** The sum of a column stands under it: what adds up to zero should be seen to. */
type Row = Omit<TrialLine, 'account'> & { account: TrialLine['account'] | 'total' };

export function TrialTab() {
  const { trial: t } = useDayTexts();
  const address = useAddress();
  const asked = address.one('day');
  const today = dayOf(businessNow());
  const day = asked !== undefined && DAY.test(asked) && !Number.isNaN(Date.parse(asked)) ? asked : today;
  const choose = (next: string) => address.change({ day: next === today ? null : next }, { replace: true });
  const month = { from: `${day.slice(0, 8)}01`, to: day };
  return (
    <>
      <p className={styles.text}>{t.text}</p>
      <div className={styles.controls}>
        <TextInput
          type="date"
          label={t.day}
          value={day}
          max={today}
          onChange={({ currentTarget: { value } }) => DAY.test(value) && choose(value)}
        />
        <Button variant="default" onClick={() => choose(addDays(day, -1))}>
          {t.before}
        </Button>
        <Button variant="default" disabled={day >= today} onClick={() => choose(addDays(day, 1))}>
          {t.after}
        </Button>
        <div className={styles.end}>
          <DownloadMenu
            path="/trial-balance"
            choices={[
              { key: 'day', label: (dialect) => t.ofDay({ dialect }), query: { from: day, to: day } },
              { key: 'month', label: (dialect) => t.ofMonth({ dialect }), query: month },
            ]}
          />
        </div>
      </div>
      <TrialTable day={day} />
    </>
  );
}

function TrialTable({ day }: { day: string }) {
  const { trial: t } = useDayTexts();
  const { money } = useFormats();
  const { data, error, isPlaceholderData, refetch } = useQuery(trialQuery(day));
  const nameOf = ({ account, acquirer }: Row) =>
    account === 'total' ? t.total : `${t.accounts[account]}${acquirer ? ` ${acquirer}` : ''}`;
  const columns: readonly Column<Row>[] = [
    { key: 'account', header: t.account, cell: nameOf },
    { key: 'opening', header: t.opening, align: 'right', cell: ({ opening_balance }) => money(opening_balance) },
    { key: 'debits', header: t.debits, align: 'right', cell: ({ debits }) => money(debits) },
    { key: 'credits', header: t.credits, align: 'right', cell: ({ credits }) => money(credits) },
    { key: 'balance', header: t.balance, align: 'right', cell: ({ balance }) => money(balance) },
  ];
  if (error) return <ErrorCard error={error} onRetry={() => refetch()} />;
  if (!data) return <SkeletonRows rows={6} />;
  if (data.data.length === 0) return <EmptyState icon={IconScale} title={t.none} text={t.noneText} />;
  return (
    <DataTable
      caption={t.caption}
      columns={columns}
      rows={[...data.data, sumOf(day, data.data)]}
      rowKey={({ account, acquirer }) => `${account} ${acquirer}`}
      isDimmed={isPlaceholderData}
      card={(row) => (
        <CardLines
          start={nameOf(row)}
          end={money(row.balance)}
          lines={[
            `${t.opening}: ${money(row.opening_balance)}`,
            `${t.debits}: ${money(row.debits)} · ${t.credits}: ${money(row.credits)}`,
          ]}
        />
      )}
    />
  );
}

function sumOf(day: string, lines: readonly TrialLine[]): Row {
  const sum = (name: 'opening_balance' | 'debits' | 'credits' | 'balance') =>
    lines.reduce((all, line) => all + line[name], 0);
  const sums = { debits: sum('debits'), credits: sum('credits'), balance: sum('balance') };
  return { day, account: 'total', acquirer: null, opening_balance: sum('opening_balance'), ...sums };
}
