import { type ACCOUNT_TYPES, KEY_TYPES } from '../../../src/gateway/destinations/destination-shape.rules.ts';
import { isDocument } from '../../../src/ground/brazil/documents.rules.ts';

export const KINDS = [...KEY_TYPES, 'account'] as const;

/** A destination as it is typed: what does not belong to its kind is left aside. */
export interface DestinationDraft {
  kind: (typeof KINDS)[number];
  key: string;
  ispb: string;
  agency: string;
  account: string;
  account_type: (typeof ACCOUNT_TYPES)[number];
  holder_name: string;
  holder_document: string;
}

const CPF_LENGTH = 11;
const KEY_FIELDS = ['key'] as const;
const ACCOUNT_FIELDS = ['ispb', 'agency', 'account', 'holder_name', 'holder_document'] as const;

/** Begins with the key that most have: the document of the establishment. */
export function emptyDraft(ownDocument: string): DestinationDraft {
  const kind = ownDocument.length === CPF_LENGTH ? 'cpf' : 'cnpj';
  return {
    kind,
    key: ownDocument,
    ispb: '',
    agency: '',
    account: '',
    account_type: 'checking',
    holder_name: '',
    holder_document: ownDocument,
  };
}

export function fieldsOf(kind: DestinationDraft['kind']) {
  return kind === 'account' ? ACCOUNT_FIELDS : KEY_FIELDS;
}

/** Whether it names a document that is right and another's; of what names none only the bank knows. */
export function isForeign({ kind, key, holder_document }: DestinationDraft, ownDocument: string): boolean {
  if (kind !== 'cpf' && kind !== 'cnpj' && kind !== 'account') return false;
  const typed = (kind === 'account' ? holder_document : key).replaceAll(/[\s./-]/g, '').toUpperCase();
  return isDocument(typed) && typed !== ownDocument;
}

/** As the interface takes it. */
export function bodyOf(draft: DestinationDraft) {
  const { kind, key, ispb, agency, account, account_type, holder_name, holder_document } = draft;
  return kind === 'account'
    ? { type: 'bank_account', ispb, agency, account, account_type, holder_name, holder_document }
    : { type: 'pix_key', key_type: kind, key };
}
