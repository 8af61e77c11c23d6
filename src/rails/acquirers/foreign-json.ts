import { withinCalendar } from '../../ground/brazil/calendar.rules.ts';

/**
 * JSON that somebody else wrote: answers, callbacks, notifications. A null there says no more than a member that is
 * left out, and is left out here, in lists as well, so that nothing behind this has to know. Undefined is what is no
 * JSON; it fits no schema.
 */
export function parseForeignJson(text: string): unknown {
  try {
    // Looking at each member takes five times as long as reading it, and most texts have no null.
    return text.includes('null') ? JSON.parse(text, withoutNulls) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function withoutNulls(_name: string, value: unknown): unknown {
  // A list is revived after its items, which are holes by then: a filter passes over them.
  if (Array.isArray(value)) return value.filter(() => true);
  return value === null ? undefined : value;
}

/** A time that somebody else wrote; a year that no calendar of ours has becomes the nearest that it has. */
export function foreignInstant(text: string): Date {
  return withinCalendar(new Date(text));
}
