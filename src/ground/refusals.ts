import { ApiError } from './errors.ts';

/** For work on many at once, where each has its own result or its own refusal. */
export type OrRefusal<Result> = Result | ApiError;

/** A refusal is a result; any other error is none. */
export function refusalOr<Result>(act: () => Result): OrRefusal<Result> {
  try {
    return act();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

export function isAccepted<Result>(result: OrRefusal<Result>): result is Result {
  return !(result instanceof ApiError);
}

/** Goes on with those that were not refused, and puts the answers into their places. */
export async function withAccepted<Item, Result>(
  items: readonly OrRefusal<Item>[],
  work: (accepted: readonly Item[]) => Promise<readonly OrRefusal<Result>[]>,
): Promise<OrRefusal<Result>[]> {
  const accepted = items.filter(isAccepted);
  const answers = (accepted.length === 0 ? [] : await work(accepted)).values();
  return items.map((item) => (isAccepted(item) ? (answers.next().value as OrRefusal<Result>) : item));
}
