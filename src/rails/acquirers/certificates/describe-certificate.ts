import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { CertificateError } from './certificate-error.ts';

const PEM_CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

export interface CertificateDescription {
  /** One line, the most particular part first: `CN=…, O=…, C=BR`. */
  subject: string;
  issuer: string;
  notBefore: Date;
  notAfter: Date;
}

/** Describes the first certificate of a PEM file: the one that is presented; the others are its chain. */
export function describeCertificate(pem: string): CertificateDescription {
  const certificate = readCertificate(pem);
  return {
    subject: oneLine(certificate.subject),
    issuer: oneLine(certificate.issuer),
    notBefore: new Date(certificate.validFrom),
    notAfter: new Date(certificate.validTo),
  };
}

export function splitPem(pem: string): string[] {
  return (pem.match(PEM_CERTIFICATE) ?? []).map((certificate) => `${certificate}\n`);
}

export interface KeyPair {
  certificatePem: string;
  privateKeyPem: string;
}

/** Throws a CertificateError when a bank could not accept this pair now. */
export function checkKeyPair({ certificatePem, privateKeyPem }: KeyPair, now: Date): void {
  const certificate = readCertificate(certificatePem);
  if (!certificate.checkPrivateKey(readPrivateKey(privateKeyPem)))
    throw new CertificateError('key_of_another_certificate', 'the private key does not belong to the certificate');
  const { subject, notBefore, notAfter } = describeCertificate(certificatePem);
  if (notAfter <= now)
    throw new CertificateError('expired', `the certificate of ${subject} expired on ${day(notAfter)}`);
  if (notBefore > now)
    throw new CertificateError('not_yet_valid', `the certificate of ${subject} is not valid before ${day(notBefore)}`);
}

function readCertificate(pem: string): X509Certificate {
  const [first] = splitPem(pem);
  if (first === undefined) throw new CertificateError('missing_certificate', 'there is no PEM certificate in the file');
  try {
    return new X509Certificate(first);
  } catch {
    throw new CertificateError('unreadable_certificate', 'the certificate cannot be read');
  }
}

function readPrivateKey(pem: string): KeyObject {
  if (!/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem))
    throw new CertificateError('missing_key', 'there is no PEM private key in the file');
  try {
    return createPrivateKey(pem);
  } catch {
    throw new CertificateError('unreadable_key', 'the private key cannot be read: it may be protected by a password');
  }
}

/** Node puts each part on a line of its own, the country first. */
function oneLine(name: string): string {
  return name.split('\n').filter(Boolean).reverse().join(', ');
}

function day(date: Date): string {
  return date.toISOString().slice(0, 10);
}
