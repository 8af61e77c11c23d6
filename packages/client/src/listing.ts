import type { Answer, Call, CallOptions, Operation, Query } from './call.ts';

/** A list of the service: `for await` goes through all of its rows, page by page. */
export interface Listing<Page, Row> extends AsyncIterable<Row> {
  /** One page at a time, with everything that stands beside its rows: totals, balances, the cursor of the feed. */
  pages(): AsyncIterable<Page>;
  /** The first page alone. */
  first(): Promise<Page>;
}

interface WithRows<Row> {
  data: readonly Row[];
}

/** As many rows as a page may have, so that going through them takes few requests. */
const PAGE_SIZE = 100;

export type RowOf<Name extends Operation> = Answer<Name> extends { data: (infer Row)[] } ? Row : never;

interface NumberedPage {
  page: number;
  lastPage: number;
}

type NumberedList = {
  [Name in Operation]: Answer<Name> extends NumberedPage & WithRows<unknown> ? Name : never;
}[Operation];

/** A list whose pages have numbers. */
export function numberedList<Name extends NumberedList>(
  call: Call,
  operation: Name,
  input: object,
  query: Query<Name> | undefined,
  options: CallOptions | undefined,
): Listing<Answer<Name>, RowOf<Name>> {
  const read = (page: object) => {
    const asked = { ...input, query: { limit: PAGE_SIZE, ...query, ...page } };
    return call(operation, asked as never, options);
  };
  const next = ({ page, lastPage }: NumberedPage) => (page < lastPage ? { page: page + 1 } : null);
  return listing(read, next as (page: Answer<Name>) => object | null);
}

/** A list that is continued from a cursor. */
export function cursorList<Page extends WithRows<Row> & { next: string; has_more: boolean }, Row>(
  read: (from: { limit: number; after?: string }) => Promise<Page>,
): Listing<Page, Row> {
  return listing(
    (from) => read({ limit: PAGE_SIZE, ...from }),
    ({ next, has_more }) => (has_more ? { after: next } : null),
  );
}

function listing<Page, Row>(
  read: (from: object) => Promise<Page>,
  next: (page: Page) => object | null,
): Listing<Page, Row> {
  async function* pages() {
    for (let from: object | null = {}; from; ) {
      const page: Page = await read(from);
      yield page;
      from = next(page);
    }
  }
  return { pages, first: () => read({}), [Symbol.asyncIterator]: () => rowsOf(pages()) };
}

/**
 * While one page is read, new rows may push those of the page before onto the next one. They are not told twice; more
 * than a page of them in that moment would be.
 */
async function* rowsOf<Row>(pages: AsyncIterable<unknown>): AsyncGenerator<Row> {
  let before = new Set<unknown>();
  for await (const page of pages) {
    const here = new Set<unknown>();
    for (const row of (page as WithRows<Row>).data) {
      const { id } = row as { id?: unknown };
      if (id !== undefined) here.add(id);
      if (!before.has(id)) yield row;
    }
    before = here;
  }
}

/** Of what is both a list and a file, the document types the list. */
export const fileOf = (answer: Promise<unknown>) => answer as Promise<string>;
