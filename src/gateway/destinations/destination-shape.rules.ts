import { isCnpj, isCpf, isDocument } from '../../ground/brazil/documents.rules.ts';
import { ApiError, invalidField } from '../../ground/errors.ts';
import type { PayoutDestination } from '../../rails/acquirers/payout.ts';

type PixKey = Extract<PayoutDestination, { kind: 'pix_key' }>;
type BankAccount = Extract<PayoutDestination, { kind: 'bank_account' }>;

export const KEY_TYPES = ['cpf', 'cnpj', 'email', 'phone', 'random'] as const satisfies PixKey['keyType'][];
export const ACCOUNT_TYPES = ['checking', 'savings', 'payment'] as const satisfies BankAccount['accountType'][];

/** A destination as somebody types it: which fields belong to it depends on its type. */
export interface TypedDestination {
  type: PayoutDestination['kind'];
  key_type?: PixKey['keyType'];
  key?: string;
  ispb?: string;
  agency?: string;
  account?: string;
  account_type?: BankAccount['accountType'];
  holder_name?: string;
  holder_document?: string;
}

type Field = Exclude<keyof TypedDestination, 'type'>;

const FIELDS_OF = {
  pix_key: ['key_type', 'key'],
  bank_account: ['ispb', 'agency', 'account', 'account_type', 'holder_name', 'holder_document'],
} as const satisfies Record<PayoutDestination['kind'], readonly Field[]>;

/** What belongs to the type is there, and nothing of the other: nobody could tell which of the two was meant. */
export function refuseMixedFields(typed: TypedDestination): void {
  const wanted: readonly Field[] = FIELDS_OF[typed.type];
  const missing = wanted.find((field) => typed[field] === undefined);
  if (missing) throw invalidField(missing, `is required for a ${typed.type}`);
  const foreign = Object.values(FIELDS_OF)
    .flat()
    .find((field) => !wanted.includes(field) && typed[field] !== undefined);
  if (foreign) throw invalidField(foreign, `does not belong to a ${typed.type}`);
}

/**
 * In the one form in which it is stored, compared and sent. The caller has refused mixed fields. What is wrong is named
 * by its field and never repeated: errors are logged and shown.
 */
export function readDestination(typed: TypedDestination): PayoutDestination {
  if (typed.type === 'pix_key') {
    const keyType = typed.key_type as PixKey['keyType'];
    return { kind: 'pix_key', keyType, key: KEY_READERS[keyType](typed.key ?? '') };
  }
  return {
    kind: 'bank_account',
    ispb: readIspb(typed.ispb ?? ''),
    agency: readAgency(typed.agency ?? ''),
    account: readAccount(typed.account ?? ''),
    accountType: typed.account_type as BankAccount['accountType'],
    holderName: readHolderName(typed.holder_name ?? ''),
    holderDocument: readHolderDocument(typed.holder_document ?? ''),
  };
}

/** The document that a destination names by itself, and where it stands; null for keys that name none. */
export function documentOf(destination: PayoutDestination): { document: string; field: Field } | null {
  if (destination.kind === 'bank_account') return { document: destination.holderDocument, field: 'holder_document' };
  const { keyType, key } = destination;
  return keyType === 'cpf' || keyType === 'cnpj' ? { document: key, field: 'key' } : null;
}

/** CPF and CNPJ keys and accounts say whose they are; of the other keys only the bank knows. */
export function refuseOtherHolder(destination: PayoutDestination, ownDocument: string, mayGoToOthers: boolean): void {
  const named = documentOf(destination);
  if (!named || named.document === ownDocument || mayGoToOthers) return;
  throw invalidDestination(named.field, 'is not the document of the company');
}

/**
 * The same destination has the same text, however it was typed. Banks fill agencies and accounts up with zeros; the
 * holder is told by the account.
 */
export function canonicalDestination(destination: PayoutDestination): string {
  if (destination.kind === 'pix_key') return JSON.stringify(['pix_key', destination.keyType, destination.key]);
  const { ispb, agency, account, accountType } = destination;
  return JSON.stringify(['bank_account', ispb, agency, account.replace(/^0+(?=.)/, ''), accountType]);
}

export function invalidDestination(field: string, problem: string, details?: Record<string, unknown>): ApiError {
  return new ApiError('DESTINATION_INVALID', `${field} ${problem}`, { field, ...(details ? { details } : {}) });
}

const KEY_READERS: Readonly<Record<PixKey['keyType'], (text: string) => string>> = {
  cpf: (text) =>
    fitting('key', withoutPunctuation(text), isCpf, 'is no CPF: eleven digits, the last two of them right'),
  cnpj: (text) =>
    fitting('key', withoutPunctuation(text).toUpperCase(), isCnpj, 'is no CNPJ: fourteen characters with right digits'),
  email: (text) => fitting('key', text.trim().toLowerCase(), isEmailKey, 'is no e-mail of at most 77 characters'),
  phone: (text) =>
    fitting('key', text.replaceAll(/[\s().-]/g, ''), isPhoneKey, 'is no phone that begins with +55 and its area'),
  random: (text) => fitting('key', text.trim().toLowerCase(), (key) => UUID.test(key), 'is no random key, a UUID'),
};

/** As the directory of keys has it. */
const MAX_EMAIL_KEY = 77;
const DOMAIN_LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const EMAIL_KEY = new RegExp(`^[a-z0-9.!#$&'*+/=?^_\`{|}~-]+@${DOMAIN_LABEL}(?:\\.${DOMAIN_LABEL})+$`);
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** The areas that exist, then a mobile number or one on a wire. */
const AREA = '(?:1[1-9]|2[12478]|3[1-57-8]|4[1-9]|5[13-5]|6[1-9]|7[13-579]|8[1-9]|9[1-9])';
const PHONE_KEY = new RegExp(`^\\+55${AREA}(?:9\\d{8}|[2-5]\\d{7})$`);

const isEmailKey = (key: string) => key.length <= MAX_EMAIL_KEY && EMAIL_KEY.test(key);
const isPhoneKey = (key: string) => PHONE_KEY.test(key);

const readIspb = (text: string) => fitting('ispb', text, (ispb) => /^\d{8}$/.test(ispb), 'must be eight digits');

function readAgency(text: string): string {
  const agency = fitting(
    'agency',
    text.trim(),
    (one) => /^\d{1,4}$/.test(one),
    'must be up to four digits, without its check digit',
  );
  return agency.padStart(4, '0');
}

/** Its check digit may be an X. */
function readAccount(text: string): string {
  const isAccount = (account: string) => /^\d{1,19}[0-9X]$/.test(account) && /[1-9]/.test(account);
  return fitting(
    'account',
    withoutPunctuation(text).toUpperCase(),
    isAccount,
    'must be 2 to 20 digits, the check digit included',
  );
}

function readHolderName(text: string): string {
  return fitting('holder_name', text.trim().replaceAll(/\s+/g, ' '), (name) => /\p{L}/u.test(name), 'must be a name');
}

function readHolderDocument(text: string): string {
  return fitting(
    'holder_document',
    withoutPunctuation(text).toUpperCase(),
    isDocument,
    'is no CPF and no CNPJ with right digits',
  );
}

const withoutPunctuation = (text: string) => text.replaceAll(/[\s./-]/g, '');

function fitting(field: Field, text: string, isFit: (text: string) => boolean, problem: string): string {
  if (!isFit(text)) throw invalidDestination(field, problem);
  return text;
}
