import { setTimeout as pause } from 'node:timers/promises';
import { ConfigError, readConfig } from './config.ts';
import { createLog } from './log.ts';
import { startVintem, type Vintem } from './main.ts';
import { DEMO_LOGIN } from './sandbox/demo-data.ts';

/** Draining that takes longer than this is given up: whoever asked us to stop is about to use force. */
const STOP_WITHIN_MS = 25_000;
/** Longer than callers usually pause between two requests on a kept-alive connection. */
const CLOSE_GRACE_MS = 3_000;

const say = (line: string) => process.stdout.write(`${line}\n`);

async function run(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const starting = startVintem(config, log, say, CLOSE_GRACE_MS);
  stopOnSignals(starting, config.drainSeconds * 1_000);
  const vintem = await starting;
  const { mode, publicUrl, role } = vintem.deps.config;
  const login = mode === 'sandbox' ? `; log in with ${DEMO_LOGIN.email} / ${DEMO_LOGIN.password}` : '';
  const address = role === 'worker' ? vintem.url : publicUrl;
  say(`Vintém is ready at ${address} (${mode}${role === 'all' ? '' : `, ${role}`})${login}`);
}

/** The first signal drains; a second one means now. */
function stopOnSignals(starting: Promise<Vintem>, drainMs: number): void {
  let isStopping = false;
  let ready: Vintem | null = null;
  starting.then(
    (vintem) => {
      ready = vintem;
    },
    () => {}, // told by whoever waits for the start
  );
  const stop = async () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    setTimeout(() => process.exit(1), drainMs + STOP_WITHIN_MS).unref();
    if (ready && drainMs > 0) await drain(ready, drainMs);
    say('stopping: finishing what is running');
    const vintem = await starting.catch(() => null);
    await vintem?.close();
    say('stopped');
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop().catch(fail));
}

/** Time for balancers to find out. */
async function drain(vintem: Vintem, drainMs: number): Promise<void> {
  vintem.announceStop();
  say(`draining for ${drainMs / 1_000} seconds: /readyz says no, everything else goes on`);
  await pause(drainMs);
}

function explain(error: unknown): string {
  const { code, port, message } = error as { code?: string; port?: number; message?: string };
  if (code === 'EADDRINUSE') return `port ${port} is taken; choose another with PORT=…`;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND') return `the database cannot be reached (${code}); look at DATABASE_URL`;
  return message || code || String(error);
}

function fail(error: unknown): void {
  process.stderr.write(`${explain(error)}\n`);
  // A start fails for reasons an operator can mend; where the message is not enough, the stack is a setting away.
  if (process.env['LOG_LEVEL'] === 'debug' && !(error instanceof ConfigError)) process.stderr.write(`${(error as Error).stack}\n`);
  process.exit(1);
}

run().catch(fail);
