import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { newCallbackSecret } from '../../../gateway/bank-access/callback-url.ts';
import { setAcquirer } from '../../../gateway/bank-access/set-acquirer.ts';
import { AccessFileError, BankSetupError } from '../../../rails/acquirers/acquirer-kind.ts';
import type { KindName } from '../../../rails/kind-names.rules.ts';
import { kindNamedIn, kindOf } from '../../../rails/kinds.ts';
import { CliError, command } from '../command.ts';
import { withDatabase } from '../database.ts';
import { NAME, readKeys, readMode, readName, tellingWhatFails } from './acquirer-stored.ts';

export const acquirerSet = command({
  name: 'set',
  description: 'Store how a bank is reached, encrypted, in place of what was stored under that name; calls nobody',
  examples: ['vintem acquirer set itau --file bank/acquirer.json'],
  args: {
    name: NAME,
    file: { type: 'string', required: true, valueHint: 'path', description: 'JSON; the files it names are read, too' },
  },
  async run(args) {
    const name = readName(args.name);
    const { kind, access } = readFileOf(args.file);
    const { profile, baseUrl, certificateEnd } = kindOf(kind).describe(access);
    const wanted = { name, kind, mode: readMode(), accessFrom: () => access };
    const { isNew } = await withDatabase(async (deps) =>
      tellingWhatFails(setAcquirer(deps, await readKeys(deps), wanted, newCallbackSecret())),
    );
    const until = certificateEnd?.toISOString().slice(0, 10) ?? null;
    return {
      lines: [
        `acquirer ${name} ${isNew ? 'stored' : 'replaced'}: ${profile} at ${baseUrl}` +
          `${until ? `, certificate valid until ${until}` : ', without a certificate'}`,
        `next: vintem acquirer check ${name}`,
      ],
      json: { name, profile, base_url: baseUrl, certificate_until: until, is_new: isNew },
    };
  },
});

function readFileOf(path: string): { kind: KindName; access: unknown } {
  const text = readBytes(path, '--file').toString('utf8');
  const named = (file: string, member: string) => readBytes(resolve(dirname(path), file), member);
  try {
    const kind = kindNamedIn(text);
    return { kind, access: kindOf(kind).readAccess(text, readMode(), named) };
  } catch (error) {
    if (error instanceof AccessFileError) throw new CliError(`${path}: ${error.message}`);
    if (error instanceof BankSetupError) throw new CliError(error.message);
    throw error;
  }
}

function readBytes(path: string, what: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new CliError(`${what}: ${path} cannot be read (${(error as { code?: string }).code})`);
  }
}
