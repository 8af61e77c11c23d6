/** What every bank needs of a client, whatever it is asked; stored encrypted, because most of it is secret. */
export interface Connection {
  baseUrl: string;
  tokenUrl: string;
  clientId: string;
  /** Absent where the bank knows its clients by their certificate alone. */
  clientSecret: string | null;
  /** Our certificate with its chain, and its key; null where the bank's test environment asks for none. */
  certificatePem: string | null;
  privateKeyPem: string | null;
  /** Whom we believe to be the bank; null means the authorities that Node.js knows. */
  caPem: string | null;
}

/** The same bank, however its address is written. */
export function isSameBank(one: Connection, other: Connection): boolean {
  return bareUrl(one.baseUrl) === bareUrl(other.baseUrl);
}

function bareUrl(url: string): string {
  return url.replace(/\/+$/, '').toLowerCase();
}
