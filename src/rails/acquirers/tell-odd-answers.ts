import type { OddAnswer } from '../../ground/measures.ts';
import type { Acquirer } from './acquirer.ts';
import { aroundCalls, type WithOutcome } from './around-calls.ts';

export type TellOdd = (odd: OddAnswer) => void;

/** The same acquirer, and whoever is interested hears of what it sends that cannot be read. */
export function withOddAnswersTold(acquirer: Acquirer, tell: TellOdd): Acquirer {
  const { name, callback } = acquirer;
  const told = aroundCalls(acquirer, async (operation, call) => {
    const result = await call();
    for (const field of oddFieldsOf(result)) tell({ acquirer: name, operation, field });
    return result;
  });
  if (!callback) return told;
  const read: typeof callback.read = (rawBody) => {
    const reading = callback.read(rawBody);
    for (const field of new Set(reading?.oddItems)) tell({ acquirer: name, operation: 'callback', field });
    return reading;
  };
  return { ...told, callback: { ...callback, read } };
}

interface WithItems {
  oddItems?: readonly string[];
  charge?: { oddItems?: readonly string[] } | null;
}

/** Each field once, however many items are odd in the same way. */
function oddFieldsOf(result: WithOutcome): Set<string> {
  const { because, field, oddItems, charge } = result as WithOutcome & WithItems;
  if (because === 'unreadable') return new Set([field ?? 'body']);
  return new Set([...(oddItems ?? []), ...(charge?.oddItems ?? [])]);
}
