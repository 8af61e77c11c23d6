import { withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { invalidField } from '../../ground/errors.ts';
import type { User } from '../../parties/accounts/users.sql.ts';
import { type SavedView, upsertView } from './views.sql.ts';

export const MOST_VIEWS_OF_PAGE = 50;
export const MOST_VIEWS = 200;

/** Stores the view, or changes the one of that name. */
export async function saveView(
  deps: Pick<Deps, 'db' | 'clock'>,
  user: User,
  view: { page: string; name: string; query: string },
): Promise<SavedView> {
  const at = deps.clock.realNow();
  const bounds = { mostOfPage: MOST_VIEWS_OF_PAGE, most: MOST_VIEWS };
  const isSaved = await withTransaction(deps.db, (tx) => upsertView(tx, user, { ...view, at, ...bounds }));
  if (!isSaved) {
    const told = `${MOST_VIEWS_OF_PAGE} views of a page or the ${MOST_VIEWS} of a person`;
    throw invalidField('name', `would be one more than the ${told}`);
  }
  return { name: view.name, query: view.query, updated_at: at };
}
