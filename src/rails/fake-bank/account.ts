/** A receiver at the bank: whom a client may act for. */
export interface Account {
  clientId: string;
  /** Null: the certificate alone proves who the client is. */
  clientSecret: string | null;
  scopes: readonly string[];
  pixKeys: readonly string[];
  cnpj: string;
  name: string;
  city: string;
}

export const ALL_SCOPES: readonly string[] = [
  'cob.read',
  'cob.write',
  'cobv.read',
  'cobv.write',
  'pix.read',
  'pix.write',
  'webhook.read',
  'webhook.write',
  'pix.send',
  'gn.pix.send.read',
];
