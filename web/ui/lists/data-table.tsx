import { Checkbox } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import type { QueryChanges } from '../page/address.ts';
import { IconArrowDown, IconArrowUp } from '../page/icons.ts';
import { Link } from '../page/link.tsx';
import { useUiTexts } from '../ui.texts.ts';
import { useNarrow } from '../use-narrow.ts';
import styles from './data-table.module.css';

export interface Column<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  align?: 'right';
  /** Such as a document: half of it in the next line cannot be read. */
  isUnbroken?: boolean;
  /** The name the interface sorts by; without it the column cannot be sorted. */
  sortBy?: string;
  /** The cell whose link opens the row. */
  isMain?: boolean;
}

export interface Sorting {
  by: string;
  direction: 'ASC' | 'DESC';
  onSort: (by: string, direction: 'ASC' | 'DESC') => void;
}

/** A path, or one with a query of its own. */
type RowLink = string | { to: string; query: QueryChanges };

interface DataTableProps<Row> {
  /** What the table holds; read out, not shown. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** From the application’s own path on. The whole row opens it, with every kind of click that a link knows. */
  rowLink?: (row: Row) => RowLink;
  /** What is shown of a row where there is no room for columns. */
  card: (row: Row) => ReactNode;
  sorting?: Sorting;
  selection?: { chosen: ReadonlySet<string | number>; onChange: (chosen: Set<string | number>) => void };
  onHover?: (row: Row) => void;
  /** There is no room for columns here, however wide the screen is. */
  isNarrow?: boolean;
  /** The data is of before, while the next is on its way. */
  isDimmed?: boolean;
}

const propsOf = (link: RowLink) => (typeof link === 'string' ? { to: link } : link);

/** Only one of both layouts is in the page at a time, and both are a table with one row for each record. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const isNarrow = useNarrow() || props.isNarrow === true;
  return (
    <div className={`${styles.frame} ${props.isDimmed ? styles.dimmed : ''}`} aria-busy={props.isDimmed ?? false}>
      {isNarrow ? <Cards {...props} /> : <Columns {...props} />}
    </div>
  );
}

function Cards<Row>({ caption, rows, rowKey, rowLink, card }: DataTableProps<Row>) {
  return (
    <table className={styles.cards} aria-label={caption}>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            <td className={styles.cell}>
              {rowLink ? (
                <Link {...propsOf(rowLink(row))} className={styles.card}>
                  {card(row)}
                </Link>
              ) : (
                <div className={styles.card}>{card(row)}</div>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Plain elements: the library's table brings what scrolls and floats along, a tenth of the whole page. */
function Columns<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, rowLink, selection, onHover } = props;
  const id = useId();
  return (
    <table className={styles.table} aria-label={caption}>
      <thead>
        <tr>
          {selection && <SelectAll {...props} selection={selection} />}
          {columns.map((column) => (
            <HeaderCell key={column.key} column={column} sorting={props.sorting} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            className={styles.row}
            data-row={id}
            {...(onHover ? { onMouseEnter: () => onHover(row) } : {})}
          >
            {selection && <SelectRow {...props} selection={selection} row={row} />}
            {columns.map(({ key, align, isUnbroken, isMain, cell }) => (
              <td key={key} className={align === 'right' ? styles.right : undefined} data-unbroken={isUnbroken}>
                {isMain && rowLink ? (
                  <Link {...propsOf(rowLink(row))} className={styles.link}>
                    {cell(row)}
                  </Link>
                ) : (
                  cell(row)
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Selection = NonNullable<DataTableProps<unknown>['selection']>;

function SelectAll<Row>({ rows, rowKey, selection }: DataTableProps<Row> & { selection: Selection }) {
  const t = useUiTexts();
  const isAll = rows.length > 0 && rows.every((row) => selection.chosen.has(rowKey(row)));
  return (
    <th className={styles.check}>
      <Checkbox
        aria-label={t.table.selectAll}
        checked={isAll}
        indeterminate={!isAll && selection.chosen.size > 0}
        onChange={() => selection.onChange(new Set(isAll ? [] : rows.map(rowKey)))}
      />
    </th>
  );
}

function SelectRow<Row>({ row, rowKey, selection }: DataTableProps<Row> & { selection: Selection; row: Row }) {
  const t = useUiTexts();
  const key = rowKey(row);
  const isChosen = selection.chosen.has(key);
  return (
    <td className={styles.check}>
      <Checkbox
        aria-label={t.table.select}
        checked={isChosen}
        onChange={() => {
          const next = new Set(selection.chosen);
          if (isChosen) next.delete(key);
          else next.add(key);
          selection.onChange(next);
        }}
      />
    </td>
  );
}

function HeaderCell<Row>({ column, sorting }: { column: Column<Row>; sorting: Sorting | undefined }) {
  const t = useUiTexts();
  const { sortBy, header, align } = column;
  const alignment = align === 'right' ? styles.right : undefined;
  if (!sorting || sortBy === undefined)
    return (
      <th scope="col" className={alignment}>
        {header}
      </th>
    );
  const isSorted = sorting.by === sortBy;
  const Arrow = sorting.direction === 'ASC' ? IconArrowUp : IconArrowDown;
  const order = sorting.direction === 'ASC' ? 'ascending' : 'descending';
  return (
    <th scope="col" className={alignment} aria-sort={isSorted ? order : 'none'}>
      <button
        type="button"
        className={styles.sort}
        title={t.table.sortBy({ column: header })}
        onClick={() => sorting.onSort(sortBy, isSorted && sorting.direction === 'DESC' ? 'ASC' : 'DESC')}
      >
        {header}
        {isSorted && <Arrow size={14} aria-hidden="true" />}
      </button>
    </th>
  );
}
