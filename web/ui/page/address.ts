import { useLocation, useNavigate, useParams } from '@tanstack/react-router';

/** The query string of a page: each name with one text, or with several. */
export type Query = Readonly<Record<string, string | readonly string[]>>;
export type QueryChanges = Readonly<Record<string, string | readonly string[] | null | undefined>>;

export function parseQuery(text: string): Query {
  const query: Record<string, string | string[]> = {};
  for (const [key, value] of new URLSearchParams(text)) {
    const known = query[key];
    query[key] = known === undefined ? value : [...[known].flat(), value];
  }
  return query;
}

/** As the interface reads it: a name that is repeated has several values. */
export function stringifyQuery(query: Record<string, unknown>): string {
  const pairs = Object.entries(query).flatMap(([key, value]) =>
    [value]
      .flat()
      .filter((one) => one !== undefined && one !== null && one !== '')
      .map((one): [string, string] => [key, String(one)]),
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}

export interface Address {
  path: string;
  query: Query;
  /** The one value of a name, or the first of several. */
  one(key: string): string | undefined;
  all(key: string): readonly string[];
  /** `null` takes a name out. Choosing pushes a step that Back undoes; typing replaces it. */
  change(changes: QueryChanges, options?: { replace?: boolean }): void;
  /** `replace`: Back does not lead here again, such as to a dialog whose work is done. */
  go(path: string, query?: QueryChanges, options?: { replace?: boolean }): void;
}

/** The address is the state: what a page shows is read from here and written here. */
export function useAddress(): Address {
  const location = useLocation();
  const navigate = useNavigate();
  const query = parseQuery(location.searchStr);
  return {
    path: location.pathname,
    query,
    one: (key) => [query[key]].flat()[0],
    all: (key) => [query[key] ?? []].flat(),
    change(changes, { replace = false } = {}) {
      const next = withChanges(query, changes);
      void navigate({ to: '.', search: () => next as never, replace, resetScroll: false });
    },
    go(path, changes = {}, { replace = false } = {}) {
      void navigate({ to: path, search: () => withChanges(keptQuery(query), changes) as never, replace });
    },
  };
}

/** What stays when another page opens: the establishment that was chosen. */
export function keptQuery(query: Query): Query {
  const company = query['company_id'];
  return company === undefined ? {} : { company_id: company };
}

/** The establishment that was chosen, where the address names one. */
export function companyIn({ one }: Pick<Address, 'one'>): string | undefined {
  const company = one('company_id');
  return company !== undefined && /^[1-9]\d{0,14}$/.test(company) ? company : undefined;
}

export function withChanges(query: Query, changes: QueryChanges): Query {
  const next: Record<string, string | readonly string[]> = { ...query };
  for (const [key, value] of Object.entries(changes)) {
    if (value === null || value === undefined || value === '' || value.length === 0) delete next[key];
    else next[key] = value;
  }
  return next;
}

/** A part of the path that the room's route names with `$`. */
export function usePathPart(name: string): string {
  return String((useParams({ strict: false }) as Record<string, unknown>)[name] ?? '');
}
