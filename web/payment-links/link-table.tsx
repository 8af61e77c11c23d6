import { useQueryClient } from '@tanstack/react-query';
import type { PaymentLink } from '../api/types.ts';
import { useFormats } from '../i18n/formats.ts';
import { type Column, DataTable } from '../ui/lists/data-table.tsx';
import { CardLines } from '../ui/values/card-lines.tsx';
import { CopyButton } from '../ui/values/copy-text.tsx';
import { Timestamp } from '../ui/values/timestamp.tsx';
import { LinkMenu } from './link-menu.tsx';
import { LinkBadge, usePaidText, usePriceText } from './link-state.tsx';
import styles from './links.module.css';
import { linkQuery } from './links.queries.ts';
import { useLinkTexts } from './links.texts.ts';

export function LinkTable({ rows, isDimmed }: { rows: readonly PaymentLink[]; isDimmed: boolean }) {
  const t = useLinkTexts();
  const client = useQueryClient();
  return (
    <DataTable
      caption={t.list.title}
      columns={useColumns()}
      rows={rows}
      rowKey={({ id }) => id}
      rowLink={({ id }) => `/links/${id}`}
      card={(link) => <LinkCard link={link} />}
      onHover={({ id }) => void client.prefetchQuery(linkQuery(id))}
      isDimmed={isDimmed}
    />
  );
}

function useColumns(): readonly Column<PaymentLink>[] {
  const { columns: t, list, actions } = useLinkTexts();
  const { money } = useFormats();
  const priceText = usePriceText();
  const paidText = usePaidText();
  return [
    {
      key: 'title',
      header: t.title,
      isMain: true,
      cell: ({ title, slug }) => (
        <span className={styles.title}>
          <span>{title}</span>
          <span className={styles.muted}>{`/l/${slug}`}</span>
        </span>
      ),
    },
    { key: 'price', header: t.price, align: 'right', cell: (link) => <Figure text={priceText(link)} /> },
    { key: 'paid', header: t.paid, align: 'right', cell: (link) => <Figure text={paidText(link)} /> },
    {
      key: 'received',
      header: t.received,
      align: 'right',
      cell: ({ paid_amount }) => <Figure text={money(paid_amount)} />,
    },
    { key: 'status', header: t.status, cell: (link) => <LinkBadge link={link} /> },
    { key: 'created', header: t.created, cell: ({ created_at }) => <Timestamp at={created_at} /> },
    {
      key: 'actions',
      header: list.actions,
      align: 'right',
      cell: (link) => (
        <div className={styles.row}>
          <CopyButton text={link.url} label={actions.copy} />
          <LinkMenu link={link} />
        </div>
      ),
    },
  ];
}

function Figure({ text }: { text: string }) {
  return <span className={styles.number}>{text}</span>;
}

function LinkCard({ link }: { link: PaymentLink }) {
  const t = useLinkTexts();
  const { money, number } = useFormats();
  const priceText = usePriceText();
  const { paid_count: count, paid_amount } = link;
  return (
    <CardLines
      start={link.title}
      end={priceText(link)}
      lines={[
        <LinkBadge key="status" link={link} />,
        `${t.paidCount({ count, text: number(count) })} · ${money(paid_amount)}`,
      ]}
    />
  );
}
