import { BankSetupError } from '../acquirer-kind.ts';
import { CertificateError } from '../certificates/certificate-error.ts';
import { checkKeyPair, splitPem } from '../certificates/describe-certificate.ts';
import { readPkcs12 } from '../certificates/read-pkcs12.ts';
import type { BankAccess } from './access.ts';
import { type AccessFile, readAccessFile } from './access-file.ts';

type ReadFile = (file: string, member: string) => Buffer;

/** The operator's file together with those that it names, whose key and certificate must fit. */
export function readAccess(text: string, mode: 'sandbox' | 'live', readFile: ReadFile): BankAccess {
  try {
    const { certificates, caFile, ...rest } = readAccessFile(text, mode);
    const caPem = caFile === null ? null : readCa(readFile(caFile, 'ca_file').toString('utf8'));
    const access: BankAccess = { ...rest, ...pairOf(certificates, readFile), caPem };
    const { certificatePem, privateKeyPem } = access;
    if (certificatePem && privateKeyPem) checkKeyPair({ certificatePem, privateKeyPem }, new Date());
    return access;
  } catch (error) {
    if (error instanceof CertificateError) throw new BankSetupError(error.message);
    throw error;
  }
}

function pairOf(
  certificates: AccessFile['certificates'],
  readFile: ReadFile,
): Pick<BankAccess, 'certificatePem' | 'privateKeyPem'> {
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

function readCa(pem: string): string {
  if (splitPem(pem).length === 0) throw new BankSetupError('ca_file: there is no PEM certificate in the file');
  return pem;
}
