import { readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 250;
const SESSION_AFTER_NAME = 3;

/**
 * npm starts a script through a shell that dies of SIGTERM without passing it on. The only sign that `npm start`
 * was told to stop is then that our parent is gone. Without npm, or in a session of our own (`setsid`), a missing
 * parent means nothing.
 */
export function whenNpmIsGone(stop: () => void): void {
  if (!process.env['npm_lifecycle_event'] || leadsItsSession()) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, LOOK_EVERY_MS);
  watch.unref();
}

/**
 * Only Linux tells, in field 6 of the stat file. Fields are counted from the end of the program name, which may contain
 * spaces and brackets.
 */
function leadsItsSession(): boolean {
  if (process.platform !== 'linux') return false;
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[SESSION_AFTER_NAME]) === process.pid;
}
