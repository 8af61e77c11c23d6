// The service as it always is, in a process of its own, with the bank of the measurement instead of the sandbox's. Its
// environment tells which database and which bank.
import { readSecrets } from '../../../gateway/sandbox/read-secrets.ts';
import { readConfig } from '../../../ground/config.ts';
import { createLog } from '../../../ground/log.ts';
import { startVintem } from '../../../main.ts';
import { type ServiceReady, serveTasks } from './tasks.ts';

await serveTasks(async () => {
  const config = readConfig(process.env);
  const acquirerUrl = process.env['BENCH_BANK_URL'];
  if (!acquirerUrl) throw new Error('BENCH_BANK_URL is missing');
  const vintem = await startVintem(config, createLog(config.logLevel), () => {}, { acquirerUrl });
  const { sandboxAcquirer } = await readSecrets(vintem.deps.db, config);
  if (!sandboxAcquirer) throw new Error('only a sandbox has an acquirer of its own');
  const ready: ServiceReady = { url: vintem.url, notificationSecret: sandboxAcquirer.notifications };
  return { ready, close: vintem.close };
});
