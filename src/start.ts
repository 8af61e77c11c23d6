import { setTimeout as pause } from 'node:timers/promises';
import { DEMO_LOGIN } from './gateway/sandbox/demo-data.ts';
import { ConfigError, readConfig } from './ground/config.ts';
import { createLog } from './ground/log.ts';
import { whenNpmIsGone } from './ground/npm-parent.ts';
import { isAnotherWish } from './ground/stop-signals.rules.ts';
import { startVintem, type Vintem } from './main.ts';

/** Draining ends after this long, because whoever asked us to stop is about to use force. */
const STOP_WITHIN_MS = 25_000;
/** Longer than callers usually pause between two requests on a kept-alive connection. */
const CLOSE_GRACE_MS = 3_000;

const say = (line: string) => process.stdout.write(`${line}\n`);

async function run(): Promise<void> {
  // The reader of our output may be gone before us; running work must still end in good order.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const starting = startVintem(config, log, say, { closeGraceMs: CLOSE_GRACE_MS });
  stopWhenTold(starting, config.drainSeconds * 1_000);
  say(readyLines(await starting).join('\n'));
}

function readyLines(vintem: Vintem): string[] {
  const { mode, publicUrl, role } = vintem.deps.config;
  const address = role === 'worker' ? vintem.url : publicUrl;
  return [
    `Vintém is ready at ${address} (${mode}${role === 'all' ? '' : `, ${role}`})`,
    ...(mode === 'sandbox'
      ? [`Log in with ${DEMO_LOGIN.email} / ${DEMO_LOGIN.password} at ${publicUrl}/dashboard`]
      : []),
    `The API is described at ${address}/docs (${address}/openapi.json)`,
  ];
}

/** The first signal drains; a second one, a while later, stops at once. */
function stopWhenTold(starting: Promise<Vintem>, drainMs: number): void {
  let stoppingSince: number | null = null;
  let ready: Vintem | null = null;
  starting.then(
    (vintem) => {
      ready = vintem;
    },
    () => {}, // Whoever waits for the start reports the failure.
  );
  const stop = async () => {
    stoppingSince = performance.now();
    setTimeout(() => process.exit(1), drainMs + STOP_WITHIN_MS).unref();
    if (ready && drainMs > 0) await drain(ready, drainMs);
    say('stopping: finishing what is running');
    const vintem = await starting.catch(() => null);
    await vintem?.close();
    say('stopped');
    process.exit(0);
  };
  const onSignal = () => {
    if (stoppingSince === null) void stop().catch(fail);
    else if (isAnotherWish(performance.now() - stoppingSince)) process.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal);
  whenNpmIsGone(() => {
    if (stoppingSince === null) void stop().catch(fail);
  });
}

/** Balancers need this time to notice. */
async function drain(vintem: Vintem, drainMs: number): Promise<void> {
  vintem.announceStop();
  say(`draining for ${drainMs / 1_000} seconds: /readyz says no, everything else goes on`);
  await pause(drainMs);
}

function explain(error: unknown): string {
  const { code, port, message } = error as { code?: string; port?: number; message?: string };
  const setting = process.env['ACQUIRER_PORT'] === String(port) ? 'ACQUIRER_PORT' : 'PORT';
  if (code === 'EADDRINUSE') return `port ${port} is taken; choose another with ${setting}=…`;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND')
    return `the database cannot be reached (${code}); look at DATABASE_URL`;
  return message || code || String(error);
}

function fail(error: unknown): void {
  process.stderr.write(`${explain(error)}\n`);
  // An operator can mend most reasons why a start fails. When the message is not enough, a setting shows the stack.
  if (process.env['LOG_LEVEL'] === 'debug' && !(error instanceof ConfigError))
    process.stderr.write(`${(error as Error).stack}\n`);
  process.exit(1);
}

run().catch(fail);
