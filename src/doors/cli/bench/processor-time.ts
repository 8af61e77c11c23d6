import { readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import type { DbPool } from '../../../ground/db/pool.ts';
import { findBackend } from './measured.sql.ts';

/** Clock ticks of Linux as programs see them, whatever the kernel was built with. */
const TICK_MS = 10;
/** Of the fields after the name of a program: its parent, its own times, and those of its children that have ended. */
const [PARENT, OWN, CHILDREN] = [1, [11, 12], [13, 14]];

/** The name may itself hold spaces and brackets. Null where there is no such process, or no `/proc`. */
function statOf(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

function sumOf(stat: string[] | null, fields: readonly number[]): number {
  return fields.reduce((sum, field) => sum + Number(stat?.[field] ?? 0), 0) * TICK_MS;
}

/**
 * A way to read the processor time of the whole PostgreSQL, in milliseconds; null where it runs elsewhere, or where
 * this machine does not tell. The same number may be another process here: only the title shows that it is the
 * server's.
 */
export async function findPostgres(db: DbPool): Promise<(() => number) | null> {
  const { pid, database } = await findBackend(db);
  if (!titleOf(pid).includes(database)) return null;
  const postmaster = Number(statOf(pid)?.[PARENT]);
  return Number.isInteger(postmaster) ? () => postgresMs(postmaster) : null;
}

function titleOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** A child that ends in between would count twice or not at all: then all of it is read once more. */
function postgresMs(postmaster: number): number {
  for (;;) {
    const inherited = sumOf(statOf(postmaster), CHILDREN);
    const alive = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => statOf(Number(name)))
      .filter((stat) => Number(stat?.[PARENT]) === postmaster)
      .reduce((sum, stat) => sum + sumOf(stat, OWN), 0);
    const own = statOf(postmaster);
    if (sumOf(own, CHILDREN) === inherited) return alive + inherited + sumOf(own, OWN);
  }
}

/** How long all cores of this machine together have been busy and idle, in milliseconds. */
export function readMachine(): { busyMs: number; totalMs: number } {
  const times = cpus().map(({ times }) => times);
  const totalMs = times.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0);
  return { busyMs: totalMs - times.reduce((sum, { idle }) => sum + idle, 0), totalMs };
}
