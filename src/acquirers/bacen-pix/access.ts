import type { ProfileName } from './profiles.ts';

/** All that is needed to call one bank for one PIX key; stored encrypted, because most of it is secret. */
export interface BankAccess {
  profile: ProfileName;
  baseUrl: string;
  tokenUrl: string;
  clientId: string;
  /** Absent where the bank knows its clients by their certificate alone. */
  clientSecret: string | null;
  pixKey: string;
  /** Our certificate with its chain, and its key; null where the bank's test environment asks for none. */
  certificatePem: string | null;
  privateKeyPem: string | null;
  /** Whom we believe to be the bank; null means the authorities that Node.js knows. */
  caPem: string | null;
  /** What some banks want besides. */
  appKey: string | null;
  account: string | null;
}
