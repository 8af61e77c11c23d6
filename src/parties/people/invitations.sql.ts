import type { Db } from '../../ground/db/pool.ts';
import type { Tx } from '../../ground/db/transaction.ts';
import type { Chunk } from '../../ground/queues/chunks.ts';
import { removeOldest } from '../../ground/queues/remove-oldest.sql.ts';
import type { Role, StoredRole } from '../accounts/permissions.rules.ts';
import type { Person } from '../accounts/second-factors/second-factors.sql.ts';

export interface NewInvitation {
  tokenHash: Buffer;
  /** Null for somebody who begins a merchant, of the name beside it. */
  merchantId: number | null;
  merchantName: string | null;
  email: string;
  name: string | null;
  role: StoredRole;
  /** Null: the operator. */
  invitedBy: number | null;
  at: Date;
  expiresAt: Date;
}

export interface Invitation {
  id: number;
  merchant_id: number | null;
  merchant_name: string | null;
  email: string;
  name: string | null;
  role: Role;
  created_at: Date;
  expires_at: Date;
  /** Asked for by whoever reads that mailbox, who says later what the merchant is called. */
  is_sign_up: boolean;
}

const COLUMNS = 'id, merchant_id, merchant_name, email, name, role, created_at, expires_at, is_sign_up';

/** An earlier one to the same e-mail ends. */
export async function replaceInvitation(tx: Tx, wanted: NewInvitation): Promise<Invitation> {
  await tx.query('DELETE FROM invitations WHERE merchant_id IS NOT DISTINCT FROM $1::bigint AND email = $2', [
    wanted.merchantId,
    wanted.email,
  ]);
  const [row] = await tx.query<Invitation>(
    `INSERT INTO invitations
       (token_hash, merchant_id, merchant_name, email, name, role, invited_by, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING ${COLUMNS}`,
    [
      wanted.tokenHash,
      wanted.merchantId,
      wanted.merchantName,
      wanted.email,
      wanted.name,
      wanted.role,
      wanted.invitedBy,
      wanted.at,
      wanted.expiresAt,
    ],
  );
  return row as Invitation;
}

/** Whoever asks for the same e-mail at the same moment waits, and counts this one. */
export async function countSignUpsInTurn(tx: Tx, email: string, since: Date): Promise<number> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`sign-up ${email}`]);
  const [row] = await tx.query<{ count: number }>(
    'SELECT count(*) AS count FROM invitations WHERE is_sign_up AND email = $1 AND created_at > $2',
    [email, since],
  );
  return row?.count ?? 0;
}

/** A link to begin a merchant, of somebody whom nobody has invited. */
export async function insertSignUp(tx: Tx, link: Pick<NewInvitation, 'tokenHash' | 'email' | 'at' | 'expiresAt'>) {
  await tx.query(
    `INSERT INTO invitations (token_hash, email, role, is_sign_up, created_at, expires_at)
     VALUES ($1, $2, 'OWNER', true, $3, $4)`,
    [link.tokenHash, link.email, link.at, link.expiresAt],
  );
}

/** Those to others than this e-mail. */
export async function countPendingInvitations(
  db: Db,
  merchantId: number,
  pending: { besides: string; at: Date },
): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    'SELECT count(*) AS count FROM invitations WHERE merchant_id = $1 AND email <> $2 AND expires_at > $3',
    [merchantId, pending.besides, pending.at],
  );
  return row?.count ?? 0;
}

export async function listPendingInvitations(
  db: Db,
  merchantId: number,
  pending: { at: Date; most: number },
): Promise<Invitation[]> {
  return db.query<Invitation>(
    `SELECT ${COLUMNS} FROM invitations WHERE merchant_id = $1 AND expires_at > $2 ORDER BY id DESC LIMIT $3`,
    [merchantId, pending.at, pending.most],
  );
}

export async function removeInvitationOfMerchant(db: Db, merchantId: number, id: number): Promise<boolean> {
  const rows = await db.query('DELETE FROM invitations WHERE merchant_id = $1 AND id = $2 RETURNING id', [
    merchantId,
    id,
  ]);
  return rows.length > 0;
}

/** Those of which nobody knows who sent them count as this person's: another invitation is made in a moment. */
export async function removeInvitationsBy(tx: Tx, { id, merchant_id }: Person): Promise<Invitation[]> {
  return tx.query<Invitation>(
    `DELETE FROM invitations WHERE merchant_id = $1 AND (invited_by = $2 OR invited_by IS NULL) RETURNING ${COLUMNS}`,
    [merchant_id, id],
  );
}

export async function findLiveInvitation(db: Db, tokenHash: Buffer, at: Date): Promise<Invitation | null> {
  const [row] = await db.query<Invitation>(
    `SELECT ${COLUMNS} FROM invitations WHERE token_hash = $1 AND expires_at > $2`,
    [tokenHash, at],
  );
  return row ?? null;
}

/** Of two who accept it at once, one gets false. */
export async function takeInvitation(tx: Tx, tokenHash: Buffer, at: Date): Promise<boolean> {
  const rows = await tx.query('DELETE FROM invitations WHERE token_hash = $1 AND expires_at > $2 RETURNING id', [
    tokenHash,
    at,
  ]);
  return rows.length > 0;
}

export async function removeEndedInvitations(tx: Tx, from: Date | null, before: Date): Promise<Chunk<Date>> {
  return removeOldest(tx, 'invitations', 'expires_at', { from, before });
}
