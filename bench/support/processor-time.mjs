// Processor time of the service and of PostgreSQL, from /proc; there is none of it outside Linux.
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Clock ticks of Linux as programs see them, whatever the kernel was built with. */
const TICK_MS = 10;

/** The fields after the name, which may itself hold spaces: 0 is the state, 1 the parent, 11 to 14 the times. */
function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null; // it ended between the list and the look
  }
}

const sumOf = (fields, indexes) => indexes.reduce((sum, index) => sum + Number(fields[index]), 0) * TICK_MS;

export const isMeasurable = () => existsSync('/proc/self/stat');

/** Milliseconds that these processes have used so far. */
export function processorMs(pids) {
  return pids.map(statOf).reduce((sum, stat) => sum + (stat ? sumOf(stat, [11, 12]) : 0), 0);
}

/**
 * The postmaster, its children that are alive, and what it has inherited from those that have ended. A child that ends
 * in between would count twice or not at all: then it is read once more.
 */
export async function postgresMs(db) {
  const [{ pid }] = await db.query('SELECT pg_backend_pid() AS pid');
  const postmaster = Number(statOf(pid)[1]);
  for (;;) {
    const inherited = sumOf(statOf(postmaster), [13, 14]);
    const children = readdirSync('/proc').filter(
      (name) => /^\d+$/.test(name) && Number(statOf(name)?.[1]) === postmaster,
    );
    const alive = processorMs(children);
    if (sumOf(statOf(postmaster), [13, 14]) === inherited) return alive + inherited + processorMs([postmaster]);
  }
}

/** Resident memory in megabytes, or null. */
export function residentMegabytes(pid) {
  if (!isMeasurable()) return null;
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1_024;
}
