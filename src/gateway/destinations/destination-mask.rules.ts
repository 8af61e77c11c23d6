import { maskDocument } from '../../ground/brazil/documents.rules.ts';
import type { PayoutDestination } from '../../rails/acquirers/payout.ts';
import type { Destination, MaskedDestination } from './destination.ts';

const HIDDEN = '***';
const SHOWN = 4;
/** Of a short number fewer are shown: so many stay hidden. */
const LEAST_HIDDEN = 3;

/** Nobody can pay by it, and whoever typed it knows it again. */
export function maskDestination(destination: PayoutDestination): MaskedDestination {
  if (destination.kind === 'pix_key') {
    const { kind, keyType, key } = destination;
    return { type: kind, key_type: keyType, key: MASKS[keyType](key) };
  }
  return {
    type: destination.kind,
    ispb: destination.ispb,
    agency: destination.agency,
    account: maskEnd(destination.account),
    account_type: destination.accountType,
    holder_name: maskName(destination.holderName),
    holder_document: maskDocument(destination.holderDocument),
  };
}

/** Of a destination whose data were removed: its kind alone. */
export function emptiedMask(keyType: Destination['key_type']): MaskedDestination {
  if (keyType !== null) return { type: 'pix_key', key_type: keyType, key: HIDDEN };
  const account = { ispb: HIDDEN, agency: HIDDEN, account: HIDDEN, account_type: HIDDEN };
  return { type: 'bank_account', ...account, holder_name: HIDDEN, holder_document: HIDDEN };
}

/** In one line, for mails and the audit log. */
export function lineOfMask(masked: MaskedDestination): string {
  if (masked.type === 'pix_key') return `PIX (${masked.key_type}) ${masked.key}`;
  return `conta ${masked.account}, agência ${masked.agency}, ISPB ${masked.ispb}`;
}

const MASKS: Readonly<Record<Extract<PayoutDestination, { kind: 'pix_key' }>['keyType'], (key: string) => string>> = {
  cpf: maskDocument,
  cnpj: maskDocument,
  email: maskEmail,
  phone: (key) => `+55 ** *****-${key.slice(-SHOWN)}`,
  random: (key) => `********-****-****-****-********${key.slice(-SHOWN)}`,
};

/** `f***@e***.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  return `${email.slice(0, 1)}${HIDDEN}@${domain.slice(0, 1)}${HIDDEN}${domain.slice(domain.lastIndexOf('.'))}`;
}

function maskEnd(number: string): string {
  const shown = Math.min(SHOWN, Math.max(0, number.length - LEAST_HIDDEN));
  return HIDDEN + number.slice(number.length - shown);
}

/** `M*** S***` of Maria da Silva. */
function maskName(name: string): string {
  const words = name.split(' ');
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return ends.map((word) => `${[...(word ?? '')][0] ?? ''}${HIDDEN}`).join(' ');
}
