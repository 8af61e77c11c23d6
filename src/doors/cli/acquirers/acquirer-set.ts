import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { countPaymentsStillNeeding } from '../../../gateway/bank-access/payments-still-needing.ts';
import { setAcquirer } from '../../../gateway/bank-access/set-acquirer.ts';
import type { Db } from '../../../ground/db/pool.ts';
import { type BankAccess, reachesTheSame, succeeding } from '../../../rails/acquirers/bacen-pix/access.ts';
import { type AccessFile, AccessFileError, readAccessFile } from '../../../rails/acquirers/bacen-pix/access-file.ts';
import { CertificateError } from '../../../rails/acquirers/certificates/certificate-error.ts';
import {
  checkKeyPair,
  describeCertificate,
  splitPem,
} from '../../../rails/acquirers/certificates/describe-certificate.ts';
import { readPkcs12 } from '../../../rails/acquirers/certificates/read-pkcs12.ts';
import { CliError, command } from '../command.ts';
import { withDatabase } from '../database.ts';
import { NAME, readKeys, readMode, readName } from './acquirer-stored.ts';

const CALLBACK_SECRET_BYTES = 32;

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
    const access = readAccess(args.file);
    const { isNew } = await withDatabase(async (deps) => {
      const keys = await readKeys(deps);
      const accessAfter = (before: unknown) => succeeding(before as BankAccess | null, access);
      const now = await deps.clock.now();
      const refuseReplacing = async (tx: Db, before: unknown) => {
        if (reachesTheSame(before as BankAccess, access)) return;
        const payments = await countPaymentsStillNeeding(tx, name, now);
        if (payments > 0) throw new CliError(stillNeeded(name, payments));
      };
      const config = { name, kind: 'bacen-pix', profile: access.profile, accessAfter, refuseReplacing } as const;
      return setAcquirer(deps, keys, config, randomBytes(CALLBACK_SECRET_BYTES).toString('base64url'));
    });
    const until =
      access.certificatePem && describeCertificate(access.certificatePem).notAfter.toISOString().slice(0, 10);
    return {
      lines: [
        `acquirer ${name} ${isNew ? 'stored' : 'replaced'}: ${access.profile} at ${access.baseUrl}` +
          `${until ? `, certificate valid until ${until}` : ', without a certificate'}`,
        `next: vintem acquirer check ${name}`,
      ],
      json: { name, profile: access.profile, base_url: access.baseUrl, certificate_until: until, is_new: isNew },
    };
  },
});

function stillNeeded(name: string, payments: number): string {
  return (
    `${payments} payments still need the bank that is stored as ${name}, and this is another one: ` +
    'store it under another name, and give that to the companies'
  );
}

function readAccess(path: string): BankAccess {
  try {
    const file = readAccessFile(readText(path, '--file'), readMode());
    const { certificates, caFile, ...rest } = file;
    const named = (name: string) => resolve(dirname(path), name);
    const access: BankAccess = {
      ...rest,
      ...pairOf(certificates, named),
      caPem: caFile === null ? null : readCa(named(caFile)),
    };
    const { certificatePem, privateKeyPem } = access;
    if (certificatePem && privateKeyPem) checkKeyPair({ certificatePem, privateKeyPem }, new Date());
    return access;
  } catch (error) {
    if (error instanceof AccessFileError) throw new CliError(`${path}: ${error.message}`);
    if (error instanceof CertificateError) throw new CliError(error.message);
    throw error;
  }
}

function pairOf(
  certificates: AccessFile['certificates'],
  named: (name: string) => string,
): Pick<BankAccess, 'certificatePem' | 'privateKeyPem'> {
  if (certificates === null) return { certificatePem: null, privateKeyPem: null };
  if (certificates.form === 'pem') {
    return {
      certificatePem: readText(named(certificates.certificateFile), 'certificate_file'),
      privateKeyPem: readText(named(certificates.privateKeyFile), 'private_key_file'),
    };
  }
  const bytes = readBytes(named(certificates.file), 'pkcs12_file');
  const { certificatePem, privateKeyPem, chainPem } = readPkcs12(bytes, certificates.password);
  return { certificatePem: certificatePem + chainPem, privateKeyPem };
}

function readCa(path: string): string {
  const pem = readText(path, 'ca_file');
  if (splitPem(pem).length === 0) throw new CliError('ca_file: there is no PEM certificate in the file');
  return pem;
}

function readText(path: string, what: string): string {
  return readBytes(path, what).toString('utf8');
}

function readBytes(path: string, what: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new CliError(`${what}: ${path} cannot be read (${(error as { code?: string }).code})`);
  }
}
