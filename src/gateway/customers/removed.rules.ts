/** What stands in place of a person's data once they were removed. */
export const REMOVED_NAME = 'Dados removidos';
const REMOVED_DOCUMENT = 'removido-';

/** One for each customer, since documents are unique; no order can bring it, because it is no CPF and no CNPJ. */
export function removedDocument(customerId: number): string {
  return `${REMOVED_DOCUMENT}${customerId}`;
}

export function isRemovedDocument(document: string): boolean {
  return document.startsWith(REMOVED_DOCUMENT);
}
