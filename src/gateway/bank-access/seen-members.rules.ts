import { type AuditDetails, bothSides } from '../../parties/audit-log/audit-log.rules.ts';
import type { BankForm, FormField, Members } from '../../rails/acquirers/bank-form.rules.ts';
import { saidElsewhere } from './given-members.rules.ts';

export interface SeenMember {
  name: string;
  isSet: boolean;
  /** Null: it is not set, or nobody sees it again. */
  value: string | number | null;
}

const END_LENGTH = 4;
/** Of a shorter text the end would tell most of it. */
const SHORTEST_WITH_END = 9;
const FILES = new Set(['certificate', 'private_key', 'ca']);

/** What may be seen again of what was said of a bank. What was sealed as PKCS#12 is kept as certificate and key. */
export function seenMembers(members: Members, { fields }: BankForm): SeenMember[] {
  return fields
    .filter(({ name }) => !name.startsWith('pkcs12'))
    .map((field) => {
      const value = saidAt(members, field.name);
      return { name: field.name, isSet: value !== undefined, value: shownOf(field, value) };
    });
}

function saidAt(members: Members, name: string): unknown {
  if (FILES.has(name)) return members[`${name}_file`];
  return name.split('.').reduce<unknown>((value, step) => (value as Members | undefined)?.[step], members);
}

function shownOf({ shown }: FormField, value: unknown): string | number | null {
  if (shown === 'whether it is set' || (typeof value !== 'string' && typeof value !== 'number')) return null;
  return shown === 'end' ? endOf(String(value)) : value;
}

function endOf(text: string): string {
  return text.length < SHORTEST_WITH_END ? '…' : `…${text.slice(-END_LENGTH)}`;
}

/** One bank as it is stored, for the audit log. */
export interface LoggedBank {
  kind: string;
  members: Members;
  form: BankForm;
}

/** Both sides of a change without anything secret; `replaced` names what is not shown and is another now. */
export function loggedChange(before: LoggedBank | null, after: LoggedBank): AuditDetails {
  const replaced = before?.kind === after.kind ? replacedBetween(before, after) : [];
  return {
    ...bothSides(before ? sideOf(before) : {}, sideOf(after)),
    ...(replaced.length > 0 && { replaced }),
  };
}

function sideOf({ kind, members, form }: LoggedBank): AuditDetails {
  const seen = seenMembers(members, form).map(({ name, isSet, value }) => [name, isSet ? (value ?? 'set') : null]);
  const untold = saidElsewhere(members).map((name) => [name, 'set']);
  return { kind, profile: form.profile, ...Object.fromEntries([...seen, ...untold]) };
}

function replacedBetween(before: LoggedBank, after: LoggedBank): string[] {
  const [was, is] = [sideOf(before), sideOf(after)];
  return Object.keys(is).filter(
    (name) =>
      is[name] !== null && was[name] === is[name] && saidAt(before.members, name) !== saidAt(after.members, name),
  );
}
