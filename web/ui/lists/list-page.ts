import { type Address, companyIn, useAddress } from '../page/address.ts';
import type { Sorting } from './data-table.tsx';
import { clearing, type Filter, readFilters } from './filters.ts';
import { rememberList } from './list-memory.ts';
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from './pager.tsx';

interface ListState {
  /** The query string to ask the interface with. */
  query: Record<string, string | readonly string[]>;
  /** Whether anything but the page was chosen: an empty list then means "no match". */
  isFiltered: boolean;
  sorting: Sorting;
  clear: () => void;
}

/** Which page of a list the address asks for; what makes no sense is the first one. */
export function readPaging({ one }: Pick<Address, 'one'>): { page: string; limit: string } {
  const limit = PAGE_SIZES.find((size) => String(size) === one('limit')) ?? DEFAULT_PAGE_SIZE;
  const page = one('page') ?? '';
  return { page: /^[1-9]\d{0,6}$/.test(page) ? page : '1', limit: String(limit) };
}

/** What a list asks for, read from the address: its filters, its order, its page, its search. */
export function useListState(filters: readonly Filter[], defaultSort = 'created_at'): ListState {
  const address = useAddress();
  rememberList(address.path, address.query);
  const { values, isFiltered } = readFilters(filters, address.query);
  const search = address.one('q')?.trim() ?? '';
  const company = companyIn(address);
  const by = address.one('orderBy') ?? defaultSort;
  const direction = address.one('direction') === 'ASC' ? 'ASC' : 'DESC';
  return {
    query: {
      ...values,
      ...(company ? { company_id: company } : {}),
      ...(search === '' ? {} : { q: search }),
      ...(by === defaultSort ? {} : { orderBy: by }),
      ...(direction === 'DESC' ? {} : { direction }),
      ...readPaging(address),
    },
    isFiltered: isFiltered || search !== '',
    sorting: {
      by,
      direction,
      onSort: (next, nextDirection) =>
        address.change({
          orderBy: next === defaultSort ? null : next,
          direction: nextDirection === 'DESC' ? null : nextDirection,
          page: null,
        }),
    },
    clear: () => address.change(clearing(filters)),
  };
}
