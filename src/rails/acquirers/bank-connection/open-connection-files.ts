import { BankSetupError } from '../acquirer-kind.ts';
import { CertificateError, type CertificateProblem } from '../certificates/certificate-error.ts';
import { checkKeyPair, splitPem } from '../certificates/describe-certificate.ts';
import { readPkcs12 } from '../certificates/read-pkcs12.ts';
import type { Connection } from './connection.ts';
import type { ConnectionFile } from './connection-file.ts';

export type ReadFile = (file: string, member: string) => Buffer;

/** The same with the content of the files that it names, whose key and certificate must fit. */
export function openConnectionFiles<Read extends ConnectionFile>(
  { certificates, caFile, ...rest }: Read,
  readFile: ReadFile,
): Omit<Read, 'certificates' | 'caFile'> & Pick<Connection, 'certificatePem' | 'privateKeyPem' | 'caPem'> {
  try {
    const caPem = caFile === null ? null : readCa(readFile(caFile, 'ca_file').toString('utf8'));
    const pair = pairOf(certificates, readFile);
    const { certificatePem, privateKeyPem } = pair;
    if (certificatePem && privateKeyPem) checkKeyPair({ certificatePem, privateKeyPem }, new Date());
    return { ...rest, ...pair, caPem };
  } catch (error) {
    if (error instanceof CertificateError)
      throw new BankSetupError(error.message, memberAtFault(error.problem, certificates?.form === 'pkcs12'));
    throw error;
  }
}

function pairOf(
  certificates: ConnectionFile['certificates'],
  readFile: ReadFile,
): Pick<Connection, 'certificatePem' | 'privateKeyPem'> {
  if (certificates === null) return { certificatePem: null, privateKeyPem: null };
  if (certificates.form === 'pem') {
    return {
      certificatePem: readFile(certificates.certificateFile, 'certificate_file').toString('utf8'),
      privateKeyPem: readFile(certificates.privateKeyFile, 'private_key_file').toString('utf8'),
    };
  }
  const bytes = readFile(certificates.file, 'pkcs12_file');
  const { certificatePem, privateKeyPem, chainPem } = readPkcs12(bytes, certificates.password);
  return { certificatePem: certificatePem + chainPem, privateKeyPem };
}

const OF_KEY: readonly CertificateProblem[] = ['missing_key', 'unreadable_key', 'key_of_another_certificate'];

function memberAtFault(problem: CertificateProblem, isPkcs12: boolean): string {
  if (problem === 'wrong_password') return 'pkcs12_password';
  if (isPkcs12) return 'pkcs12_file';
  return OF_KEY.includes(problem) ? 'private_key_file' : 'certificate_file';
}

function readCa(pem: string): string {
  if (splitPem(pem).length === 0)
    throw new BankSetupError('ca_file: there is no PEM certificate in the file', 'ca_file');
  return pem;
}
