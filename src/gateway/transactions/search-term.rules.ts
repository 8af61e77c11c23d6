import { invalidField } from '../../ground/errors.ts';

/** What somebody may have meant by the text of a search, by its shape; each is looked up in an index of its own. */
export interface SearchTerm {
  /** The merchant's own id of an order may look like anything. */
  externalId: string;
  id: number | null;
  orderNumber: string | null;
  document: string | null;
  email: string | null;
  /** The beginning of a name: what nothing else fits. */
  name: string | null;
}

/** The longest of what can be found: an e-mail address. */
const MAX_TERM_LENGTH = 254;
/** An id in words may carry a sign before it. */
const ID = /^#?0*([1-9]\d{0,14})$/;
const ORDER_NUMBER = /^\d{8}-[0-9A-Z]+$/;
/** CPF or CNPJ, with or without its punctuation. A CNPJ may have letters, and so a name may look like one. */
const PUNCTUATION = /[.\-/ ]/g;
const DOCUMENT = /^(?:\d{11}|[0-9A-Z]{12}\d{2})$/;

/** Undefined: nothing was written, and everything is listed. */
export function readSearchTerm(text: string, name: string): SearchTerm | undefined {
  const term = text.trim();
  if ([...term].length > MAX_TERM_LENGTH) throw invalidField(name, `must have at most ${MAX_TERM_LENGTH} characters`);
  if (term === '') return undefined;
  const upper = term.toUpperCase();
  const bare = upper.replace(PUNCTUATION, '');
  const id = ID.exec(term)?.[1];
  const isEmail = term.includes('@');
  const isNumber = /^#?\d+$/.test(bare);
  const isOrderNumber = ORDER_NUMBER.test(upper);
  return {
    externalId: term,
    id: id === undefined ? null : Number(id),
    orderNumber: isOrderNumber ? upper : null,
    document: DOCUMENT.test(bare) ? bare : null,
    email: isEmail ? term : null,
    name: isEmail || isNumber || isOrderNumber ? null : term,
  };
}
