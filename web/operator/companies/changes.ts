/** What a field may hold; `undefined` while what stands there cannot be read. */
export type FieldValue = string | number | boolean | null | undefined;

/** A form in groups of fields. */
export type Groups = Readonly<Record<string, Readonly<Record<string, FieldValue>>>>;

/** One field that holds something else than before. */
export interface Change<Draft> {
  group: keyof Draft & string;
  field: string;
  before: FieldValue;
  after: FieldValue;
}

export function changesBetween<Draft extends { [Group in keyof Draft]: object }>(
  before: Draft,
  after: Draft,
): Change<Draft>[] {
  const [was, is] = [before as Groups, after as Groups];
  return Object.entries(is).flatMap(([group, fields]) =>
    Object.entries(fields)
      .filter(([field, value]) => was[group]?.[field] !== value)
      .map(([field, value]) => ({
        group: group as keyof Draft & string,
        field,
        before: was[group]?.[field],
        after: value,
      })),
  );
}

/** Only what changed is asked for: what somebody else changed meanwhile stays as they made it. */
export function changedGroups<Draft>(changes: readonly Change<Draft>[]): Partial<Record<keyof Draft, object>> {
  const body: Partial<Record<keyof Draft, object>> = {};
  for (const { group, field, after } of changes) body[group] = { ...body[group], [field]: after };
  return body;
}
