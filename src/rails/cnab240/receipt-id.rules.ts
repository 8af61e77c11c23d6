const PREFIX = 'cnab-';
/** In hexadecimal figures: half of the hash tells lines apart. */
const LENGTH = 32;

/** What money of a line is called that no title of ours explains. */
export function receiptIdOf(hash: string): string {
  return `${PREFIX}${hash.slice(0, LENGTH)}`;
}

/** How the hash of such a line begins; null: the money came by no line. */
export function lineHashOf(receiptId: string): Buffer | null {
  const start = receiptId.startsWith(PREFIX) ? receiptId.slice(PREFIX.length) : '';
  return start.length === LENGTH && /^[0-9a-f]+$/.test(start) ? Buffer.from(start, 'hex') : null;
}
