import { randomBytes } from 'node:crypto';
import { userInfo } from 'node:os';
import { isLocalDate } from '../../ground/brazil/calendar.rules.ts';
import { isOneLine, TEXT_PROBLEMS } from '../../ground/text/visible-text.rules.ts';
import { CliError } from './command.ts';

/** 144 random bits: nobody has to remember the password, and its user should change it anyway. */
const GENERATED_PASSWORD_BYTES = 18;

export function readWhole(option: string, text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value))
    throw new CliError(`${option} must be a whole number, got "${text}"`);
  return value;
}

/** Undefined where the option was not given. */
export function readLocalDay(option: string, text: string | undefined): string | undefined {
  if (text !== undefined && !isLocalDate(text))
    throw new CliError(`${option} must be a date, YYYY-MM-DD, got "${text}"`);
  return text;
}

/** Undefined where the option was not given; null for `none`. */
export function readCentsOrNone(option: string, text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined;
  return text === 'none' ? null : readWhole(option, text);
}

/** Undefined where the option was not given. */
export function readSwitch(text: string | undefined): boolean | undefined {
  return text === undefined ? undefined : text === 'on';
}

export function readId(option: string, text: string): number {
  const id = readWhole(option, text);
  if (id === 0) throw new CliError(`${option} must be an id, got "${text}"`);
  return id;
}

/** Whose money it is: the id of a company, or null for the platform. */
export function readHolder(option: string, text: string, choices = 'platform or company:<id>'): number | null {
  if (text === 'platform') return null;
  const [, id] = /^company:(.*)$/.exec(text) ?? [];
  if (id === undefined) throw new CliError(`${option} must be ${choices}, got "${text}"`);
  return readId(option, id);
}

/** An account may have no name: containers run under a number. */
export function accountName(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}

/** For the records, who did something and why; by default whoever runs the command. */
export function readWhoAndWhy(args: { by?: string | undefined; reason: string }): { by: string; reason: string } {
  const by = args.by ?? accountName();
  if (by === null) throw new CliError('--by is missing: the account that runs this has no name');
  return { by: readNote('--by', by), reason: readNote('--reason', args.reason) };
}

export interface ChosenPassword {
  password: string;
  isGenerated: boolean;
}

/** Takes the password from the option, else from the environment, where `ps` does not show it, else makes a new one. */
export function choosePassword(option: string | undefined): ChosenPassword {
  const given = option ?? (process.env['VINTEM_PASSWORD'] || undefined);
  if (given !== undefined) return { password: given, isGenerated: false };
  return { password: randomBytes(GENERATED_PASSWORD_BYTES).toString('base64url'), isGenerated: true };
}

export const PASSWORD_HELP =
  'visible to other users of the machine while it runs: prefer VINTEM_PASSWORD; without either, one is made';

/** A link of a live gateway leads to its public address, which only its settings know. */
export function refuseMissingPublicUrl(): void {
  if (process.env['VINTEM_MODE'] === 'live' && !process.env['PUBLIC_URL'])
    throw new CliError('PUBLIC_URL is missing: set it to the address that people open, as for the server');
}

const MAX_NOTE_LENGTH = 500;

export const readReason = (text: string) => readNote('--reason', text);

/** One line that a person wrote for the records. */
function readNote(option: string, text: string): string {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > MAX_NOTE_LENGTH)
    throw new CliError(`${option} must have 1 to ${MAX_NOTE_LENGTH} characters`);
  if (!isOneLine(trimmed)) throw new CliError(`${option} ${TEXT_PROBLEMS['one-line']}`);
  return trimmed;
}
