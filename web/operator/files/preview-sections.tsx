import { Button } from '@mantine/core';
import { MOVEMENT_KINDS } from '../../../src/rails/cnab240/layout/movement-kinds.rules.ts';
import { useFormats } from '../../i18n/formats.ts';
import { Section } from '../../ui/page/section.tsx';
import { IdText } from '../../ui/values/copy-text.tsx';
import { Facts } from '../../ui/values/facts.tsx';
import { Tile, Tiles } from '../../ui/values/tiles.tsx';
import styles from './files.module.css';
import type { Preview } from './files.queries.ts';
import { useFileTexts } from './files.texts.ts';
import { LineTable } from './line-table.tsx';

interface PreviewSectionsProps {
  preview: Preview;
  fileName: string;
  isFetching: boolean;
  onMore: () => void;
  onApply: () => void;
}

/** What a file would do: as a whole, what needs somebody, and line by line. */
export function PreviewSections({ preview, fileName, isFetching, onMore, onApply }: PreviewSectionsProps) {
  const { retorno: t } = useFileTexts();
  const { number, date } = useFormats();
  const apply = !preview.is_known && <Button onClick={onApply}>{t.apply}</Button>;
  return (
    <>
      <Section title={t.summary} actions={apply}>
        <Facts
          facts={[
            [t.file, fileName],
            [t.number, preview.number],
            [t.day, date(preview.day)],
            [t.titles, number(preview.titles)],
            [t.hash, <IdText key="hash" id={preview.sha256} />],
          ]}
        />
        <Warnings preview={preview} />
        {!preview.is_known && <Sums preview={preview} />}
      </Section>
      {preview.lines.length > 0 && (
        <Section title={t.lines} isBare>
          <LineTable lines={preview.lines} />
          {preview.has_more && (
            <Button className={styles.more ?? ''} variant="default" loading={isFetching} onClick={onMore}>
              {t.more}
            </Button>
          )}
        </Section>
      )}
    </>
  );
}

function Warnings({ preview: { is_known, missing, booked, unknown } }: { preview: Preview }) {
  const { retorno: t } = useFileTexts();
  const { money } = useFormats();
  const told = [
    ...(is_known ? [t.known] : []),
    ...(missing ? [t.missing(missing)] : []),
    ...(booked.unexplained > 0 ? [t.unexplained({ count: booked.unexplained })] : []),
    ...(unknown.count > 0 ? [t.unknownMoney({ count: unknown.count, amount: money(unknown.amount) })] : []),
  ];
  if (told.length === 0) return null;
  return (
    <ul className={styles.warnings}>
      {told.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

function Sums({ preview: { kinds, paid, booked, fees, does } }: { preview: Preview }) {
  const { retorno: t } = useFileTexts();
  const { money, number } = useFormats();
  const parts = {
    fine: money(booked.fine),
    interest: money(booked.interest),
    discount: money(booked.discount),
  };
  return (
    <Tiles>
      {paid.count > 0 && <Tile label={t.paid} value={money(paid.amount)} note={t.paidParts(parts)} />}
      {MOVEMENT_KINDS.filter((kind) => kinds[kind]).map((kind) => (
        <Tile key={kind} label={t.kindCounts[kind]} value={number(kinds[kind] ?? 0)} />
      ))}
      {fees.count > 0 && <Tile label={t.fees} value={money(fees.amount)} />}
      {does.came_before > 0 && <Tile label={t.repeated} value={number(does.came_before)} />}
    </Tiles>
  );
}
