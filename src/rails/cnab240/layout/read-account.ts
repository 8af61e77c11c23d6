import type { TimeOfDay } from '../../../ground/brazil/calendar.rules.ts';
import { isDocument } from '../../../ground/brazil/documents.rules.ts';
import { AccessFileError, wrongMember } from '../../acquirers/acquirer-kind.ts';
import { isSameFolder } from '../folders/folders.ts';
import { bankText } from './bank-text.rules.ts';
import type { AccountShape, ExtraName, Profile, Shape } from './profile.rules.ts';
import { CNAB_PROFILE_NAMES, type CnabAccount, type CnabProfileName, cnabProfile } from './profiles.rules.ts';
import { lastSequence } from './slip.rules.ts';

export const EXTRA_MEMBERS: Readonly<Record<ExtraName, string>> = {
  variation: 'variation',
  transmissionCode: 'transmission_code',
  cooperative: 'cooperative',
  post: 'post',
  client: 'client',
  byte: 'byte',
};
export const EXTRA_NAMES = Object.keys(EXTRA_MEMBERS) as ExtraName[];
const MEMBERS = [
  ...['kind', 'profile', 'beneficiary', 'branch', 'branch_digit', 'account', 'account_digit', 'agreement', 'wallet'],
  ...['our_number_first', 'our_number_last', 'outbox', 'inbox', 'send_at', 'payment_place'],
];
const BENEFICIARY_MEMBERS = ['name', 'document', 'address'];

const BRANCH: Shape = { pattern: /^\d{1,4}$/, says: 'at most 4 digits, without the check digit' };
const BRANCH_DIGITS = 4;
const CHECK_DIGIT: Shape = { pattern: /^[0-9XP]$/, says: 'one digit, X or P' };
const MAX_TEXT = 100;
const ONE_LINE: Shape = {
  pattern: new RegExp(`^[^\\p{Cc}]{1,${MAX_TEXT}}$`, 'u'),
  says: `one line of at most ${MAX_TEXT}`,
};
const MAX_PATH = 1_000;
const PATH: Shape = { pattern: new RegExp(`^[^\\0]{1,${MAX_PATH}}$`, 'u'), says: 'the path of a folder' };
const TIME: Shape = { pattern: /^([01]\d|2[0-3]):[0-5]\d$/, says: 'a time such as 18:30' };

/**
 * Reads what the operator's file says of a billing account. What is wrong is an AccessFileError of one line that names
 * the member; what only looks wrong is told by `warningsOf`.
 */
export function readCnabAccount(members: unknown): CnabAccount {
  const file = membersOf(members, 'the file');
  const name = CNAB_PROFILE_NAMES.find((each) => each === file.get('profile'));
  if (!name) throw wrongMember('profile', `must be one of ${CNAB_PROFILE_NAMES.join(', ')}`);
  const profile = cnabProfile(name);
  refuseUnknown(file, name, profile.account);
  const account = { ...readAtBank(file, name, profile), ...readRange(file) };
  const last = lastSequence(account);
  if (account.ourNumberLast > last)
    throw wrongMember('our_number_last', `is greater than ${last}, the last number that the agreement has room for`);
  refuseUnfitFolders(account);
  return account;
}

/** A folder of its own for each direction: in one, our own files would be read as the bank's. */
function refuseUnfitFolders({ outbox, inbox, sendAt }: CnabAccount): void {
  if (sendAt !== null && outbox === null) throw wrongMember('send_at', 'has no meaning without outbox');
  if (inbox !== null && outbox !== null && isSameFolder(inbox, outbox))
    throw wrongMember('inbox', 'and outbox must be two folders');
}

type Members = ReadonlyMap<string, unknown>;

function readAtBank(file: Members, name: CnabProfileName, profile: Profile): CnabAccount {
  const shape = profile.account;
  const branch = text(file, 'branch', BRANCH).padStart(BRANCH_DIGITS, '0');
  const agreement = shape.agreement ? text(file, 'agreement', shape.agreement) : '';
  const sameAs = { branch, agreement };
  const extra = (each: ExtraName) => readExtra(file, each, shape, sameAs);
  const sendAt = optional(file, 'send_at', TIME);
  return {
    profile: name,
    beneficiary: readBeneficiary(file.get('beneficiary')),
    branch,
    branchDigit: checkDigit(file, 'branch_digit', shape.needsBranchDigit),
    account: text(file, 'account', accountShape(shape.accountDigits)).padStart(shape.accountDigits, '0'),
    accountDigit: checkDigit(file, 'account_digit', shape.needsAccountDigit),
    agreement,
    wallet: readWallet(file, name, profile),
    ourNumberFirst: 1,
    ourNumberLast: 1,
    variation: extra('variation'),
    transmissionCode: extra('transmissionCode'),
    cooperative: extra('cooperative'),
    post: extra('post'),
    client: extra('client'),
    byte: extra('byte'),
    paymentPlace: optional(file, 'payment_place', ONE_LINE) ?? profile.paymentPlace ?? null,
    outbox: optional(file, 'outbox', PATH),
    inbox: optional(file, 'inbox', PATH),
    sendAt: sendAt === null ? null : timeOf(sendAt),
  };
}

function membersOf(members: unknown, what: string): Members {
  if (typeof members !== 'object' || members === null || Array.isArray(members))
    throw new AccessFileError(`${what} must be one JSON object`, what === 'the file' ? null : what);
  return new Map(Object.entries(members));
}

function refuseUnknown(file: Members, name: CnabProfileName, shape: AccountShape): void {
  for (const member of file.keys()) {
    const extra = EXTRA_NAMES.find((each) => EXTRA_MEMBERS[each] === member);
    if (extra && shape.extras?.[extra] === undefined)
      throw wrongMember(member, `has no meaning for the profile ${name}`);
    if (!extra && !MEMBERS.includes(member)) throw new AccessFileError(`unknown member "${member}"`, member);
  }
}

function readBeneficiary(value: unknown): CnabAccount['beneficiary'] {
  if (value === undefined) throw wrongMember('beneficiary', 'is missing');
  const found = membersOf(value, 'beneficiary');
  for (const member of found.keys())
    if (!BENEFICIARY_MEMBERS.includes(member))
      throw new AccessFileError(`unknown member "beneficiary.${member}"`, `beneficiary.${member}`);
  const of = (member: string) => new Map([[`beneficiary.${member}`, found.get(member)]]);
  const name = text(of('name'), 'beneficiary.name', ONE_LINE);
  if (bankText(name, MAX_TEXT) === '') throw wrongMember('beneficiary.name', 'has no letter that a bank takes');
  const document = text(of('document'), 'beneficiary.document', { pattern: /^[0-9A-Z]+$/, says: 'a CPF or CNPJ' });
  if (!isDocument(document)) throw wrongMember('beneficiary.document', 'is not a CPF or CNPJ without punctuation');
  if (/\D/.test(document))
    throw wrongMember('beneficiary.document', 'has letters, and CNAB 240 has room for digits only');
  return { name, document, address: optional(of('address'), 'beneficiary.address', ONE_LINE) };
}

function readWallet(file: Members, name: CnabProfileName, profile: Profile): string {
  const wallet = text(file, 'wallet', { pattern: /^\d{1,3}$/, says: 'digits, as the bank writes them' });
  const known = Object.hasOwn(profile.wallets, wallet) ? profile.wallets[wallet] : undefined;
  if (known && 'refused' in known) throw wrongMember('wallet', `${wallet} of ${name} ${known.refused}`);
  if (known) return wallet;
  const taken = Object.entries(profile.wallets).flatMap(([each, use]) => ('refused' in use ? [] : [each]));
  throw wrongMember('wallet', `must be ${taken.sort().join(', ')} at ${name}`);
}

function readRange(file: Members): { ourNumberFirst: number; ourNumberLast: number } {
  const ourNumberFirst = sequence(file, 'our_number_first');
  const ourNumberLast = sequence(file, 'our_number_last');
  if (ourNumberLast < ourNumberFirst) throw wrongMember('our_number_last', 'is less than our_number_first');
  return { ourNumberFirst, ourNumberLast };
}

function sequence(file: Members, member: string): number {
  const value = file.get(member);
  if (value === undefined) throw wrongMember(member, 'is missing');
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 1)
    throw wrongMember(member, 'must be a whole number from 1 on');
  return number;
}

function readExtra(
  file: Members,
  name: ExtraName,
  { extras }: AccountShape,
  sameAs: { branch: string; agreement: string },
): string {
  const extra = extras?.[name];
  if (!extra) return '';
  const given = optional(file, EXTRA_MEMBERS[name], extra);
  if (given !== null) return given;
  if (extra.fallback === null) throw wrongMember(EXTRA_MEMBERS[name], 'is missing');
  return typeof extra.fallback === 'string' ? extra.fallback : sameAs[extra.fallback.sameAs];
}

function checkDigit(file: Members, member: string, isNeeded: boolean): string {
  return isNeeded ? text(file, member, CHECK_DIGIT) : (optional(file, member, CHECK_DIGIT) ?? '');
}

function accountShape(length: number): Shape {
  return { pattern: new RegExp(`^\\d{1,${length}}$`), says: `at most ${length} digits, without the check digit` };
}

function text(file: Members, member: string, shape: Shape): string {
  const value = optional(file, member, shape);
  if (value === null) throw wrongMember(member, 'is missing');
  return value;
}

function optional(file: Members, member: string, { pattern, says }: Shape): string | null {
  const value = file.get(member);
  if (value === undefined) return null;
  if (typeof value !== 'string') throw wrongMember(member, 'must be a text');
  if (!pattern.test(value)) throw wrongMember(member, `must be ${says}`);
  return value;
}

function timeOf(text: string): TimeOfDay {
  return { hour: Number(text.slice(0, 2)), minute: Number(text.slice(3)) };
}
