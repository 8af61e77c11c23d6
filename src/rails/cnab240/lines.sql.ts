import type { Db } from '../../ground/db/pool.ts';

/** What operators see of a line that no title of ours explains. */
export interface OddLine {
  file_number: number;
  made_on: string;
  line: number;
  code: string;
  our_number: string | null;
  note: string | null;
  /** References of titles of ours that its number or its own reference names. */
  references: string[];
}

const HASH_BYTES = 32;

/** By the beginning of its hash; the reference that the line gave back may be the beginning of one of ours. */
export async function findOddLine(
  db: Db,
  acquirer: string,
  { hashStart, reference }: { hashStart: Buffer; reference: string },
): Promise<OddLine | null> {
  const [first, last] = [0x00, 0xff].map((byte) =>
    Buffer.concat([hashStart, Buffer.alloc(HASH_BYTES - hashStart.length, byte)]),
  );
  const [row] = await db.query<OddLine>(
    `SELECT f.number AS file_number, f.made_on, m.line, m.code, m.our_number, m.note,
       ARRAY(SELECT t.reference FROM cnab_titles t
         WHERE t.acquirer = $1 AND (t.our_number = m.our_number
           OR (length($4) >= 10 AND t.reference >= lower($4) AND t.reference < lower($4) || 'g'))
         ORDER BY t.id LIMIT 10) AS references
     FROM cnab_movements m JOIN cnab_files f ON f.id = m.file_id
     WHERE m.acquirer = $1 AND m.content_hash BETWEEN $2 AND $3`,
    [acquirer, first, last, reference],
  );
  return row ?? null;
}
