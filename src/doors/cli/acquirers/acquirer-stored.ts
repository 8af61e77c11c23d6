import { nameProblem } from '../../../gateway/bank-access/name-problem.ts';
import { makeSecret } from '../../../gateway/sandbox/make-secret.ts';
import { type AcquirerConfig, type ConfigKeys, openConfig } from '../../../rails/acquirers/acquirer-config.ts';
import { BankSetupError } from '../../../rails/acquirers/acquirer-kind.ts';
import { findConfig } from '../../../rails/acquirers/configs.sql.ts';
import { CliError } from '../command.ts';
import type { CliDeps } from '../database.ts';

export const NAME = {
  type: 'positional',
  required: true,
  description: 'name of the acquirer, as companies use it',
} as const;

export function readMode(): 'sandbox' | 'live' {
  return process.env['VINTEM_MODE'] === 'live' ? 'live' : 'sandbox';
}

export function readName(text: string): string {
  const problem = nameProblem(text);
  if (problem !== null) throw new CliError(problem);
  return text;
}

/** A sandbox makes its key itself, once for all processes; live never does. */
export async function readKeys({ config, db }: CliDeps): Promise<ConfigKeys> {
  const { acquirerKey, acquirerKeyPrevious: previous } = config;
  if (acquirerKey) return { current: acquirerKey, previous };
  if (readMode() === 'live')
    throw new CliError(
      'ACQUIRER_KEY is missing: it encrypts what the bank gave you; make it with openssl rand -hex 32',
    );
  return { current: Buffer.from(await makeSecret(db, 'acquirer-key'), 'base64url'), previous };
}

export async function findBank(deps: CliDeps, name: string): Promise<AcquirerConfig> {
  const stored = await findConfig(deps.db, name);
  if (!stored) throw new CliError(`there is no acquirer ${name}; vintem acquirer list shows those there are`);
  const config = openConfig(await readKeys(deps), stored);
  if (!config)
    throw new CliError(`ACQUIRER_KEY does not open the configuration of ${name}: it was stored under another key`);
  return config;
}

/** What a bank refuses is told in one line, as any other mistake. */
export async function tellingWhatFails<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    throw error instanceof BankSetupError ? new CliError(error.message) : error;
  });
}
