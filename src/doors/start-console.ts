import type { FastifyInstance } from 'fastify';
import type { Telemetry } from '../care/telemetry/start-telemetry.ts';
import type { AllDeps } from './all-deps.ts';
import { openForTheFirst } from './open-for-the-first.ts';

export interface StartedConsole {
  /** Where this machine reaches it. */
  url: string;
  /** For the server of the interface, which hands over what is for it; null: it has a listener of its own. */
  guest: Pick<FastifyInstance, 'routing'> | null;
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
  const [{ createDemoOperator }, { requireSecondFactors }] = await Promise.all([
    import('../gateway/sandbox/demo-operator.ts'),
    import('../parties/operators/require-second-factors.ts'),
  ]);
  await createDemoOperator(deps);
  await requireSecondFactors(deps);
  const open = async () => {
    const { openConsole } = await import('./operator/open-console.ts');
    const app = await openConsole(deps, { ...start.telemetry, closeGraceMs: start.closeGraceMs });
    try {
      await app.ready();
      return app;
    } catch (error) {
      await app.close();
      throw error;
    }
  };
  // It has nearly as many routes as the interface, and most trials never need them. Where money is live, nobody who
  // asks makes the process work, and what cannot be opened stops the start.
  if (deps.config.mode === 'sandbox' && !console.listener) {
    const guest = openForTheFirst(open, deps.log);
    start.cleanups.push(guest.close);
    return { url: start.apiUrl, guest };
  }
  const app = await open();
  start.cleanups.push(async () => app.close());
  if (!console.listener) return { url: start.apiUrl, guest: app };
  await app.listen(console.listener);
  start.say(`operators work at ${app.listeningOrigin}/operator`);
  return { url: app.listeningOrigin, guest: null };
}
