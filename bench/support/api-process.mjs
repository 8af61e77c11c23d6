// The service as `npm start` wires it, in a process of its own, but with the acquirer that ACQUIRER_URL names instead
// of the sandbox's.
import { startVintemWithAcquirer } from './vintem-with-acquirer.mjs';

const { ACQUIRER_URL, CNAB_ACCOUNT } = process.env;
const cnabAccount = CNAB_ACCOUNT ? JSON.parse(CNAB_ACCOUNT) : null;
const vintem = await startVintemWithAcquirer(process.env, ACQUIRER_URL, cnabAccount);
process.send({ url: vintem.url });

const stop = async () => {
  await vintem.close();
  process.exit(0);
};
process.once('disconnect', stop);
process.once('SIGTERM', stop);
process.on('SIGINT', () => {});
