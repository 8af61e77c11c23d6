import { Button } from '@mantine/core';
import { useFormats } from '../../i18n/formats.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { IconArrowDownRight, IconArrowUpRight, IconDownload } from '../../ui/page/icons.ts';
import { useDownload } from '../../ui/use-download.ts';
import { CardLines } from '../../ui/values/card-lines.tsx';
import { IdText } from '../../ui/values/copy-text.tsx';
import { Badge } from '../../ui/values/status-badge.tsx';
import { Timestamp } from '../../ui/values/timestamp.tsx';
import styles from './files.module.css';
import { contentPath, type ListedFile } from './files.queries.ts';
import { useFileTexts } from './files.texts.ts';

interface FileTableProps {
  name: string;
  rows: readonly ListedFile[];
  isDimmed: boolean;
}

export function FileTable({ name, rows, isDimmed }: FileTableProps) {
  const { list: t } = useFileTexts();
  const { money, number, date } = useFormats();
  const columns: readonly Column<ListedFile>[] = [
    { key: 'direction', header: t.direction, cell: (file) => <Direction file={file} /> },
    { key: 'number', header: t.number, align: 'right', cell: (file) => number(file.number) },
    { key: 'day', header: t.day, isUnbroken: true, cell: ({ day }) => date(day) },
    { key: 'titles', header: t.titles, align: 'right', cell: ({ titles }) => number(titles) },
    { key: 'amount', header: t.amount, align: 'right', isUnbroken: true, cell: ({ amount }) => money(amount) },
    { key: 'hash', header: t.hash, cell: ({ sha256 }) => <Hash sha256={sha256} /> },
    { key: 'stored', header: t.stored, cell: ({ stored_at }) => <Timestamp at={stored_at} /> },
    { key: 'content', header: t.content, cell: (file) => <Content name={name} file={file} /> },
  ];
  return (
    <DataTable
      caption={t.caption}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      isDimmed={isDimmed}
      card={(file) => (
        <CardLines
          start={
            <>
              <Direction file={file} /> {number(file.number)}
            </>
          }
          end={money(file.amount)}
          lines={[
            `${date(file.day)} · ${t.titleCount({ count: file.titles })}`,
            <Hash key="hash" sha256={file.sha256} />,
            <Content key="content" name={name} file={file} />,
          ]}
        />
      )}
    />
  );
}

function Direction({ file: { direction } }: { file: ListedFile }) {
  const { directions } = useFileTexts().list;
  return (
    <Badge
      tone={direction === 'remessa' ? 'working' : 'good'}
      icon={direction === 'remessa' ? IconArrowUpRight : IconArrowDownRight}
      word={directions[direction]}
    />
  );
}

function Hash({ sha256 }: { sha256: string }) {
  return (
    <span className={styles.hash}>
      <IdText id={sha256} />
    </span>
  );
}

function Content({ name, file }: { name: string; file: ListedFile }) {
  const { list: t } = useFileTexts();
  const download = useDownload(contentPath(name, file.id));
  if (!file.is_kept) return <span className={styles.small}>{t.forgotten}</span>;
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconDownload size={14} aria-hidden="true" />}
      loading={download.isPending}
      aria-label={t.downloadOf({ direction: t.directions[file.direction], number: file.number })}
      onClick={() => download.mutate({})}
    >
      {t.download}
    </Button>
  );
}
