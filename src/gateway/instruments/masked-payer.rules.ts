import { maskDocument } from '../../ground/brazil/documents.rules.ts';

interface Payer {
  customer_name: string;
  customer_document: string;
  address: unknown;
}

/** The payer as a stranger may see them: enough for the payer to know the slip by, and too little to learn anything. */
export function maskPayer<Known extends Payer>(payment: Known): Known {
  return {
    ...payment,
    customer_name: maskName(payment.customer_name),
    customer_document: maskDocument(payment.customer_document),
    address: null,
  };
}

/** `J*** P***`: how long a word is tells something, too. */
export function maskName(name: string): string {
  return name
    .split(/\s+/u)
    .filter((word) => word !== '')
    .map((word) => `${[...word][0]}***`)
    .join(' ');
}
