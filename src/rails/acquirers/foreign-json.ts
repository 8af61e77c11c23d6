/**
 * JSON that somebody else wrote: answers, callbacks, notifications. A null there says no more than a member that is
 * left out, and is left out here, in lists as well, so that nothing behind this has to know. Undefined is what is no
 * JSON; it fits no schema.
 */
export function parseForeignJson(text: string): unknown {
  try {
    return JSON.parse(text, withoutNulls);
  } catch {
    return undefined;
  }
}

function withoutNulls(_name: string, value: unknown): unknown {
  // A list is revived after its items, which are holes by then: a filter passes over them.
  if (Array.isArray(value)) return value.filter(() => true);
  return value === null ? undefined : value;
}
