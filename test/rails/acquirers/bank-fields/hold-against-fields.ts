import { readFileSync } from 'node:fs';
import { isLocalDate } from '../../../../src/ground/brazil/calendar.rules.ts';
import type { JournalEntry } from '../../../../src/rails/fake-bank/journal.ts';

/** What a bank's documents say of one field. */
interface Field {
  required?: boolean;
  type: 'string' | 'number' | 'integer' | 'date' | 'boolean';
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  values?: string[];
}
type Fields = Record<string, Field>;

/** The calls of a bank with the fields that its documents name, by their paths; our own words for their tables. */
export interface BankFields {
  headers: string[];
  calls: { method: string; path: string; query?: Fields; body?: Fields }[];
}

export function fieldsOf(bank: 'inter' | 'sicoob' | 'cobv'): BankFields {
  return JSON.parse(readFileSync(new URL(`${bank}.json`, import.meta.url), 'utf8')) as BankFields;
}

/** Everything that was sent and that the documents do not name, or name otherwise; each objection once. */
export function objectionsTo(entries: readonly JournalEntry[], fields: BankFields): string[] {
  // What a fault, a missing token or the sender ends before its body is read cannot be judged.
  const isRead = ({ fault, status }: JournalEntry) =>
    status !== null && status !== 401 && (!fault?.endsWith(' before') || fault === 'slow before');
  return [...new Set(entries.filter(isRead).flatMap((entry) => objectionsToOne(entry, fields)))];
}

function objectionsToOne({ method, path, query, headers, body }: JournalEntry, fields: BankFields): string[] {
  const call = fields.calls.find((one) => one.method === method && patternOf(one.path).test(path));
  const name = `${method} ${call?.path ?? path}`;
  if (!call) return [`${name}: no such call`];
  const strange = Object.keys(headers).filter((header) => !fields.headers.includes(header) && header !== 'user-agent');
  return [
    ...strange.map((header) => `${name}: header ${header}`),
    ...objectionsToFields(leavesOf(query), call.query ?? {}).map((said) => `${name}: query ${said}`),
    ...objectionsToFields(leavesOf(body), call.body ?? {}).map((said) => `${name}: body ${said}`),
  ];
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`);
}

/** `pagador.nome` and its value; a name with a point in it, as queries have, stays as it is. */
function leavesOf(value: unknown, path = ''): [string, unknown][] {
  if (value === null || value === undefined) return [];
  if (typeof value !== 'object') return [[path, value]];
  return Object.entries(value).flatMap(([name, member]) => leavesOf(member, path === '' ? name : `${path}.${name}`));
}

function objectionsToFields(sent: [string, unknown][], fields: Fields): string[] {
  const names = new Set(sent.map(([name]) => name));
  const missing = Object.entries(fields).filter(([name, { required }]) => required && !names.has(name));
  return [
    ...missing.map(([name]) => `${name} is missing`),
    ...sent.flatMap(([name, value]) => {
      const field = fields[name];
      const wrong = field ? wrongWith(value, field) : 'is in no table';
      return wrong === null ? [] : [`${name} ${wrong}`];
    }),
  ];
}

function wrongWith(value: unknown, field: Field): string | null {
  const { type, minLength = 0, maxLength = Infinity, minimum = -Infinity, maximum = Infinity, values } = field;
  if (type === 'boolean') return typeof value === 'boolean' ? null : 'is no boolean';
  if (type === 'number' || type === 'integer') {
    if (typeof value !== 'number' || (type === 'integer' && !Number.isInteger(value))) return `is no ${type}`;
    if (!/^\d+(\.\d{1,2})?$/.test(String(value))) return 'has more than two decimals';
    return value >= minimum && value <= maximum ? null : 'is out of range';
  }
  if (typeof value !== 'string') return 'is no text';
  if (type === 'date') return isLocalDate(value) ? null : 'is no date';
  if (value.length < minLength || value.length > maxLength || value === '') return 'has a wrong length';
  return !values || values.includes(value) ? null : 'has a value that is not listed';
}
