/** One field for both: digits are the beginning of a document, anything else is a part of a name. */
export function searchOf(text: string): { name?: string; document?: string } {
  const bare = text.replace(/[.\-/\s]/g, '');
  if (bare === '') return {};
  return /^\d+$/.test(bare) || /^\d{2}[\dA-Z]{5,}\d*$/i.test(bare) ? { document: bare } : { name: text };
}
