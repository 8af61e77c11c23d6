#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { runCommand, runMain } from 'citty';
import { ConfigError } from '../config.ts';
import { ApiError } from '../errors.ts';
import { audit } from './audit.ts';
import { CliError, group } from './command.ts';
import { companyCreate } from './company-create.ts';
import { companyList } from './company-list.ts';
import { companySet } from './company-set.ts';
import { companyToken } from './company-token.ts';
import { divergence } from './divergence.ts';
import { fakeBank } from './fake-bank.ts';
import { merchantCreate } from './merchant-create.ts';
import { merchantInvite } from './merchant-invite.ts';
import { merchantActivate, merchantDeactivate } from './merchant-status.ts';
import { migrateCommand } from './migrate.ts';
import { reconciliation } from './reconciliation.ts';
import { userPassword } from './user-password.ts';
import { userRemoveOtp } from './user-remove-otp.ts';
import { userResetLink } from './user-reset-link.ts';
import { webhookRekey } from './webhook-rekey.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const description = 'Manage the merchants and companies of a Vintém database (DATABASE_URL, or else DATA_DIR)';
const vintem = group(
  { name: 'vintem', version, description },
  {
    merchant: group(
      { name: 'merchant', description: 'Merchants' },
      { create: merchantCreate, invite: merchantInvite, activate: merchantActivate, deactivate: merchantDeactivate },
    ),
    user: group(
      { name: 'user', description: 'People who log in' },
      { password: userPassword, 'reset-link': userResetLink, 'remove-otp': userRemoveOtp },
    ),
    company: group(
      { name: 'company', description: 'Companies (establishments)' },
      { create: companyCreate, list: companyList, set: companySet, token: companyToken },
    ),
    acquirer: group(
      { name: 'acquirer', description: 'Banks that charge for companies' },
      // What banks need is large, and fetched only by those who speak to one.
      {
        set: async () => (await import('./acquirer-set.ts')).acquirerSet,
        list: async () => (await import('./acquirer-list.ts')).acquirerList,
        check: async () => (await import('./acquirer-check.ts')).acquirerCheck,
        'register-webhook': async () => (await import('./acquirer-register-webhook.ts')).acquirerRegisterWebhook,
        remove: async () => (await import('./acquirer-remove.ts')).acquirerRemove,
        rekey: async () => (await import('./acquirer-rekey.ts')).acquirerRekey,
      },
    ),
    divergence,
    webhook: group({ name: 'webhook', description: 'Webhooks' }, { rekey: webhookRekey }),
    migrate: migrateCommand,
    audit,
    reconciliation,
    'fake-bank': fakeBank,
  },
);

const UNREACHABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH']);

/** Returns one line that an operator can act on, whatever happened, and never a stack. */
function explain(error: unknown): string {
  const { code, name, message } = error as { code?: string; name?: string; message?: string };
  if (error instanceof CliError || error instanceof ConfigError || error instanceof ApiError) return error.message;
  if (code === 'E_NO_COMMAND') return 'no command given; see vintem --help';
  if (name === 'CLIError') return `${stripVTControlCharacters(message ?? '')}; see --help`;
  // The library's texts continue with how to pass such a value on purpose.
  if (code?.startsWith('ERR_PARSE_ARGS'))
    return (message ?? code).replaceAll('\n', ' ').replace(/(?<=['.]) *(To specify|Did you).*$/, '');
  if (code && UNREACHABLE.has(code)) return `the database cannot be reached (${code})`;
  return message || code || String(error);
}

async function run(rawArgs: string[]): Promise<void> {
  const asksForHelp = rawArgs.some((word) => word === '--help' || word === '-h');
  if (asksForHelp || (rawArgs.length === 1 && ['--version', '-v'].includes(rawArgs[0] as string)))
    return runMain(vintem, { rawArgs });
  await runCommand(vintem, { rawArgs });
}

run(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(
    `vintem: ${explain(error)
      .trim()
      .replaceAll(/\s*\n\s*/g, ' ')}\n`,
  );
  process.exitCode = 1;
});
