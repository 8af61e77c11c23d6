import type { Db } from '../../ground/db/pool.ts';
import type { Tx } from '../../ground/db/transaction.ts';

export interface AccessTokenRecord {
  id: number;
  company_id: number;
  hint: string;
  status: string;
  created_at: Date;
  revoked_at: Date | null;
}

export async function insertAccessToken(
  tx: Tx,
  token: { companyId: number; tokenHash: Buffer; hint: string; now: Date },
): Promise<AccessTokenRecord> {
  const [row] = await tx.query<AccessTokenRecord>(
    `INSERT INTO company_access_tokens (company_id, token_hash, hint, created_at) VALUES ($1, $2, $3, $4)
     RETURNING id, company_id, hint, status, created_at, revoked_at`,
    [token.companyId, token.tokenHash, token.hint, token.now],
  );
  return row as AccessTokenRecord;
}

export async function revokeAccessToken(tx: Tx, companyId: number, tokenId: number, now: Date): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE company_access_tokens SET status = 'REVOKED', revoked_at = $3
     WHERE id = $1 AND company_id = $2 AND status = 'ACTIVE' RETURNING id`,
    [tokenId, companyId, now],
  );
  return rows.length > 0;
}

export async function countActiveTokens(tx: Tx, companyId: number): Promise<number> {
  const [row] = await tx.query<{ found: number }>(
    `SELECT count(*) AS found FROM company_access_tokens WHERE company_id = $1 AND status = 'ACTIVE'`,
    [companyId],
  );
  return row?.found ?? 0;
}

/** All but the latest. A token that is forgotten is as unknown as one that was revoked. */
export async function forgetRevokedTokens(tx: Tx, companyId: number, kept: number): Promise<void> {
  await tx.query(
    `DELETE FROM company_access_tokens WHERE id IN (
       SELECT id FROM company_access_tokens WHERE company_id = $1 AND status = 'REVOKED'
       ORDER BY revoked_at DESC, id DESC OFFSET $2)`,
    [companyId, kept],
  );
}

export async function listAccessTokens(db: Db, companyId: number): Promise<AccessTokenRecord[]> {
  return db.query(
    `SELECT id, company_id, hint, status, created_at, revoked_at FROM company_access_tokens
     WHERE company_id = $1 ORDER BY id`,
    [companyId],
  );
}
