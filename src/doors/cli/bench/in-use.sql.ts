import type { Db } from '../../../ground/db/pool.ts';

/** Operators' own commands, this one included; everything else that begins with our name serves somebody. */
const NOT_GATEWAYS = ['vintem-cli', 'vintem-doctor'];

/** Everybody may read these columns of every session. */
export function findGateways(db: Db): Promise<{ name: string; database: string }[]> {
  return db.query(
    `SELECT DISTINCT application_name AS name, datname::text AS database FROM pg_stat_activity
     WHERE (application_name = 'vintem' OR application_name LIKE 'vintem-%') AND application_name <> ALL ($1)
       AND datname IS NOT NULL
     ORDER BY name, database`,
    [NOT_GATEWAYS],
  );
}

/** By the index of each merchant, however many payments there are. Of the demo merchants nobody buys anything. */
export async function findNewestPayment(db: Db): Promise<Date | null> {
  const [known] = await db.query<{ isThere: boolean }>(
    `SELECT to_regclass('public.payments') IS NOT NULL AS "isThere"`,
  );
  if (!known?.isThere) return null;
  const [newest] = await db.query<{ at: Date | null }>(
    `SELECT max(latest.created_at) AS at FROM merchants m
     CROSS JOIN LATERAL (
       SELECT created_at FROM payments WHERE merchant_id = m.id ORDER BY created_at DESC LIMIT 1) latest
     WHERE NOT m.is_demo`,
  );
  return newest?.at ?? null;
}
