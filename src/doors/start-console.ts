import type { FastifyInstance } from 'fastify';
import type { Telemetry } from '../care/telemetry/start-telemetry.ts';
import type { AllDeps } from './all-deps.ts';

export interface StartedConsole {
  /** Where this machine reaches it. */
  url: string;
  /** For the server of the interface, which hands over what is for it; null: it has a listener of its own. */
  guest: FastifyInstance | null;
}

export interface ConsoleStart {
  telemetry: Pick<Telemetry, 'callTimes' | 'watchRequests'>;
  closeGraceMs: number;
  /** Where the API is. */
  apiUrl: string;
  say: (line: string) => void;
  cleanups: (() => Promise<void>)[];
}

/** Nothing of the operator's console is loaded where it is off. */
export async function startConsole(deps: AllDeps, start: ConsoleStart): Promise<StartedConsole | null> {
  const { console, role } = deps.config;
  if (!console || role === 'worker') return null;
  const { openConsole } = await import('./operator/open-console.ts');
  const app = await openConsole(deps, { ...start.telemetry, closeGraceMs: start.closeGraceMs });
  start.cleanups.push(async () => app.close());
  if (!console.listener) {
    await app.ready();
    return { url: start.apiUrl, guest: app };
  }
  await app.listen(console.listener);
  start.say(`operators work at ${app.listeningOrigin}/operator`);
  return { url: app.listeningOrigin, guest: null };
}
