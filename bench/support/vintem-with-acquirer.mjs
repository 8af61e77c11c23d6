import { readConfig } from '../../dist/ground/config.js';
import { createLog } from '../../dist/ground/log.js';
import { startVintem } from '../../dist/main.js';
import { createAcquirers } from '../../dist/rails/acquirers/registry.js';
import { createSandboxAcquirerClient } from '../../dist/rails/acquirers/sandbox/sandbox-acquirer-client.js';
import { createCnab240Client } from '../../dist/rails/cnab240/cnab-client.js';

/** The acquirer of companies whose boletos go by files, where there is one. */
export const BY_FILES = 'files';

/**
 * Starts the whole service and then lets its operations talk to another acquirer that speaks the sandbox's protocol.
 * Operations read `deps.acquirers` with each call; the runner compares what that acquirer has counted with the orders
 * made, so that the day one of them keeps the old registry the bench fails instead of measuring the sandbox.
 */
export async function startVintemWithAcquirer(env, acquirerUrl, cnabAccount = null) {
  const config = readConfig(env);
  const vintem = await startVintem(config, createLog(config.logLevel), () => {});
  const rows = await vintem.deps.db.query('SELECT name, value FROM generated_secrets');
  const secrets = Object.fromEntries(rows.map(({ name, value }) => [name, value]));
  const client = createSandboxAcquirerClient({
    baseUrl: acquirerUrl,
    apiKey: secrets['sandbox-acquirer-key'],
    notificationSecret: secrets['sandbox-acquirer-notifications'],
  });
  const { db, clock } = vintem.deps;
  const byFiles = cnabAccount ? [createCnab240Client({ name: BY_FILES, account: cnabAccount, db, clock })] : [];
  vintem.deps.acquirers = createAcquirers([client, ...byFiles], clock.realNow, client.name);
  return {
    ...vintem,
    async close() {
      await vintem.close();
      await client.close();
    },
  };
}
