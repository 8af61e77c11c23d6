// Opens the shop: a database, its tables and one product, the webhook at Vintém, and then Medusa's own server.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Vintem } from '@vintem/client';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const MEDUSA = fileURLToPath(new URL('node_modules/@medusajs/cli/cli.js', import.meta.url));
const { PORT = '9000', DATABASE_URL, DATA_DIR = `${FOLDER}.vintem` } = process.env;
const settings = {
  VINTEM_URL: 'http://localhost:3000',
  VINTEM_EMAIL: 'demo@vintem.dev',
  VINTEM_PASSWORD: 'vintem-demo',
  VINTEM_ACCESS_TOKEN: 'est_demo_loja',
  // Medusa would otherwise send figures about its use to its makers.
  MEDUSA_DISABLE_TELEMETRY: 'true',
  // Everything here is JavaScript: Medusa need not look for a compiler.
  NODE_ENV: 'production',
  LOG_LEVEL: 'warn',
  ...process.env,
};
const { VINTEM_URL: url, VINTEM_EMAIL: email, VINTEM_PASSWORD: password } = settings;
const { VINTEM_API_KEY: apiKey } = process.env;
const vintem = new Vintem(apiKey ? { url, apiKey } : { url, email, password });

const database = DATABASE_URL ? undefined : await startDatabase();
const webhook = await registerWebhook(`http://127.0.0.1:${PORT}/hooks/payment/vintem-pix_vintem`);
const environment = {
  ...settings,
  DATABASE_URL: DATABASE_URL ?? database?.url,
  VINTEM_WEBHOOK_SECRET: webhook.secret,
};
try {
  await medusa('db:migrate', '--skip-scripts');
  await medusa('exec', './src/seed.js');
  console.log(`The shop opens at http://localhost:${PORT}/loja`);
  await medusa('start', '--port', PORT);
} finally {
  await vintem.webhooks.delete(webhook.id).catch(console.error);
  await database?.stop();
}

/** The PostgreSQL that Vintém brings along, which `npm start` in the root has built. A real shop has one of its own. */
async function startDatabase() {
  const launcher = new URL('../../dist/ground/embedded-postgres/start-embedded-postgres.js', import.meta.url);
  const { startEmbeddedPostgres } = await import(launcher.href);
  return startEmbeddedPostgres({ dataDir: DATA_DIR, database: 'medusa', log: () => {} });
}

/**
 * One webhook serves both ways to pay. A secret is shown once, and this shop keeps nothing: it registers anew each time
 * it opens. @param {string} address
 */
async function registerWebhook(address) {
  for await (const endpoint of vintem.webhooks.list())
    if (endpoint.url === address) await vintem.webhooks.delete(endpoint.id);
  return vintem.webhooks.create({
    url: address,
    events: ['payment.approved', 'payment.failed'],
    description: 'Medusa shop',
  });
}

/** Runs one command of Medusa until it ends, and lets it end before us. @param {...string} words */
async function medusa(...words) {
  const child = spawn(process.execPath, [MEDUSA, ...words], { cwd: FOLDER, env: environment, stdio: 'inherit' });
  const pass = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal);
  process.on('SIGINT', pass).on('SIGTERM', pass);
  const code = await new Promise((resolve) => child.once('exit', resolve));
  process.off('SIGINT', pass).off('SIGTERM', pass);
  if (code !== 0) throw new Error(`medusa ${words[0]} ended with ${code}`);
}
