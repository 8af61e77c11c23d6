import { maskEmail } from '../../gateway/destinations/destination-mask.rules.ts';
import { maskName } from '../../gateway/instruments/masked-payer.rules.ts';
import { maskDocument } from '../../ground/brazil/documents.rules.ts';

const CPF_LENGTH = 11;
const PHONE_SHOWN = 4;

/** Somebody who works for a merchant, as every answer shows them until a reason was given. */
export function maskPerson<Person extends { name: string; email: string }>(person: Person): Person {
  return { ...person, name: maskName(person.name), email: maskEmail(person.email) };
}

export interface Payer {
  name: string;
  email: string;
  document: string;
  phone: string;
}

/** Whoever paid, likewise. */
export function maskPayer<Known extends Payer>(payer: Known): Known {
  const phone = payer.phone === '' ? '' : `***${payer.phone.slice(-PHONE_SHOWN)}`;
  return { ...maskPerson(payer), document: maskDocument(payer.document), phone };
}

/** A company's number is in every register; a person's own is theirs. */
export function maskCompanyDocument(document: string): string {
  return document.length === CPF_LENGTH ? maskDocument(document) : document;
}
