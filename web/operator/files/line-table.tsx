import { useFormats } from '../../i18n/formats.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { Link } from '../../ui/page/link.tsx';
import { CardLines } from '../../ui/values/card-lines.tsx';
import styles from './files.module.css';
import type { PreviewedLine } from './files.queries.ts';
import { useFileTexts } from './files.texts.ts';

/** Each line of a retorno, and what it would do. */
export function LineTable({ lines }: { lines: readonly PreviewedLine[] }) {
  const { retorno: t } = useFileTexts();
  const { money, number } = useFormats();
  const { columns: headers } = t;
  const cents = (value: number) => (value > 0 ? money(value) : '');
  const columns: readonly Column<PreviewedLine>[] = [
    { key: 'line', header: headers.line, align: 'right', cell: ({ line }) => number(line) },
    { key: 'title', header: headers.title, cell: (line) => <Boleto line={line} /> },
    { key: 'told', header: headers.told, cell: ({ code, kind }) => `${code} ${t.kinds[kind]}` },
    { key: 'effect', header: headers.effect, cell: (line) => <Effect line={line} /> },
    { key: 'paid', header: headers.paid, align: 'right', isUnbroken: true, cell: ({ paid }) => cents(paid) },
    { key: 'fee', header: headers.fee, align: 'right', isUnbroken: true, cell: ({ fee }) => cents(fee) },
  ];
  return (
    <DataTable
      caption={t.caption}
      columns={columns}
      rows={lines}
      rowKey={({ line }) => line}
      card={(line) => (
        <CardLines
          start={<Boleto line={line} />}
          end={cents(line.paid)}
          lines={[
            `${headers.line} ${number(line.line)} · ${line.code} ${t.kinds[line.kind]}`,
            <Effect key="effect" line={line} />,
            ...(line.fee > 0 ? [`${headers.fee} ${money(line.fee)}`] : []),
          ]}
        />
      )}
    />
  );
}

function Boleto({ line: { our_number, transaction_id } }: { line: PreviewedLine }) {
  if (transaction_id === null) return our_number ?? '–';
  return <Link to={`/payments/${transaction_id}`}>{our_number}</Link>;
}

function Effect({ line }: { line: PreviewedLine }) {
  const { retorno: t } = useFileTexts();
  const { money } = useFormats();
  const effectOf = useEffectText();
  const { fine, interest, discount, remark, reason, is_explained } = line;
  const hasParts = (fine ?? 0) + (interest ?? 0) + (discount ?? 0) > 0;
  return (
    <span className={styles.effect}>
      <span>{effectOf(line)}</span>
      {hasParts && (
        <span className={styles.small}>
          {t.paidParts({ fine: money(fine ?? 0), interest: money(interest ?? 0), discount: money(discount ?? 0) })}
        </span>
      )}
      {reason !== null && (
        <span className={styles.small} lang="pt-BR">
          {reason}
        </span>
      )}
      {remark !== null && <span className={styles.warning}>{t.remarks[remark]}</span>}
      {is_explained === false && <span className={styles.warning}>{t.unexplainedLine}</span>}
    </span>
  );
}

function useEffectText(): (line: PreviewedLine) => string {
  const { statuses, does: t } = useFileTexts().retorno;
  return ({ does, status_before, status_after }) => {
    if (does !== 'changes_title') return t[does];
    const [before, after] = [status_before, status_after].map((status) => (status ? statuses[status] : ''));
    return before === after
      ? t.stays({ status: after ?? '' })
      : t.changes_title({ before: before ?? '', after: after ?? '' });
  };
}
