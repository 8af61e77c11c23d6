import { ActionIcon, NativeSelect } from '@mantine/core';
import { useFormats } from '../../i18n/formats.ts';
import { useAddress } from '../page/address.ts';
import { IconChevronLeft, IconChevronRight } from '../page/icons.ts';
import { useUiTexts } from '../ui.texts.ts';
import styles from './pager.module.css';

export const PAGE_SIZES = [10, 25, 50, 100] as const;
export const DEFAULT_PAGE_SIZE = 25;

interface PagerProps {
  total: number;
  /** There are more than these, and no page shows them. */
  total_is_minimum?: boolean;
  page: number;
  lastPage: number;
  itemsPerPage: number;
}

/** Writes `page` and `limit` into the address. */
export function Pager({ total, total_is_minimum: isMinimum = false, page, lastPage, itemsPerPage }: PagerProps) {
  const t = useUiTexts();
  const { number } = useFormats();
  const address = useAddress();
  const goTo = (next: number) => address.change({ page: next === 1 ? null : String(next) });
  return (
    <nav className={styles.pager} aria-label={t.pager.label}>
      <span className={styles.total}>
        {isMinimum ? t.pager.atLeast({ text: number(total) }) : t.pager.total({ total, text: number(total) })}
      </span>
      <NativeSelect
        size="xs"
        aria-label={t.pager.perPage}
        value={String(itemsPerPage)}
        data={PAGE_SIZES.map(String)}
        onChange={({ currentTarget: { value } }) =>
          address.change({ limit: value === String(DEFAULT_PAGE_SIZE) ? null : value, page: null })
        }
      />
      <div className={styles.pages}>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t.pager.previous}
          data-pager="previous"
          disabled={page <= 1}
          onClick={() => goTo(page - 1)}
        >
          <IconChevronLeft size={18} />
        </ActionIcon>
        <span aria-current="page">
          {number(page)} / {number(Math.max(lastPage, 1))}
        </span>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t.pager.next}
          data-pager="next"
          disabled={page >= lastPage}
          onClick={() => goTo(page + 1)}
        >
          <IconChevronRight size={18} />
        </ActionIcon>
      </div>
    </nav>
  );
}
