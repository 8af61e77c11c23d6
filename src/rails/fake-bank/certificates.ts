import { createPublicKey, createSign, generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import forge from 'node-forge';

const KEY_BITS = 2048;
const SERIAL_BYTES = 16;
const DAY_MS = 86_400_000;
const AUTHORITY_DAYS = 3_650;
const LEAF_DAYS = 365;
/** Clocks differ: a certificate that begins now may begin in the future elsewhere. */
const BACKDATED_MS = DAY_MS;

const newKeyPair = promisify(generateKeyPair);

export interface Identity {
  certificatePem: string;
  privateKeyPem: string;
}

export interface KeyPair {
  publicKeyPem: string;
  privateKeyPem: string;
}

export interface CertificateRequest {
  commonName: string;
  purpose: 'server' | 'client';
  organization?: string;
  /** Server only: the names and addresses under which it is reached. */
  hosts?: { names: string[]; addresses: string[] };
  notBefore?: Date;
  notAfter?: Date;
}

const ORGANIZATION = 'Vintem Fake Bank';

/** A self-signed authority. Node can use certificates, but it cannot issue any. */
export async function createAuthority(now: Date, known?: KeyPair): Promise<Identity> {
  const keys = known ?? (await newKeys());
  const certificate = blank(keys.publicKeyPem, now, { notAfter: later(now, AUTHORITY_DAYS) });
  const name = nameOf('Vintem Fake Bank CA', ORGANIZATION);
  certificate.setSubject(name);
  certificate.setIssuer(name);
  certificate.setExtensions([
    { name: 'basicConstraints', cA: true, critical: true },
    { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    { name: 'subjectKeyIdentifier' },
  ]);
  return sign(certificate, keys.privateKeyPem, keys.privateKeyPem);
}

export async function issueCertificate(
  authority: Identity,
  request: CertificateRequest,
  now: Date,
  known?: KeyPair,
): Promise<Identity> {
  const keys = known ?? (await newKeys());
  const issuer = forge.pki.certificateFromPem(authority.certificatePem);
  const certificate = blank(keys.publicKeyPem, now, request);
  certificate.setSubject(nameOf(request.commonName, request.organization ?? ORGANIZATION));
  certificate.setIssuer(issuer.subject.attributes);
  const { names = [], addresses = [] } = request.hosts ?? {};
  const altNames = [
    ...names.map((value) => ({ type: 2, value })),
    ...addresses.map((address) => ({ type: 7, ip: address })),
  ];
  certificate.setExtensions([
    { name: 'basicConstraints', cA: false, critical: true },
    { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, critical: true },
    request.purpose === 'server'
      ? { name: 'extKeyUsage', serverAuth: true }
      : { name: 'extKeyUsage', clientAuth: true },
    { name: 'subjectKeyIdentifier' },
    { name: 'authorityKeyIdentifier', keyIdentifier: issuer.generateSubjectKeyIdentifier().getBytes() },
    ...(altNames.length > 0 ? [{ name: 'subjectAltName', altNames }] : []),
  ]);
  return sign(certificate, authority.privateKeyPem, keys.privateKeyPem);
}

/** For another certificate over the same key: a new key takes most of a second of a processor. */
export function keysOf({ privateKeyPem }: Identity): KeyPair {
  const publicKeyPem = createPublicKey(privateKeyPem).export({ type: 'spki', format: 'pem' }).toString();
  return { publicKeyPem, privateKeyPem };
}

async function newKeys(): Promise<KeyPair> {
  const { publicKey, privateKey } = await newKeyPair('rsa', {
    modulusLength: KEY_BITS,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return { publicKeyPem: publicKey, privateKeyPem: privateKey };
}

function blank(
  publicKeyPem: string,
  now: Date,
  { notBefore, notAfter }: Pick<CertificateRequest, 'notBefore' | 'notAfter'>,
): forge.pki.Certificate {
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKeyPem);
  // A first byte below 0x80 keeps the number positive.
  certificate.serialNumber = `01${randomBytes(SERIAL_BYTES - 1).toString('hex')}`;
  certificate.validity.notBefore = notBefore ?? new Date(now.getTime() - BACKDATED_MS);
  certificate.validity.notAfter = notAfter ?? later(now, LEAF_DAYS);
  return certificate;
}

function sign(certificate: forge.pki.Certificate, signingKeyPem: string, privateKeyPem: string): Identity {
  // Node signs what the library has written down: in JavaScript alone it would take a quarter of a second.
  const signer = { sign: () => signatureOf(certificate, signingKeyPem) } as unknown as forge.pki.rsa.PrivateKey;
  certificate.sign(signer, forge.md.sha256.create());
  return { certificatePem: forge.pki.certificateToPem(certificate).replaceAll('\r\n', '\n'), privateKeyPem };
}

function signatureOf(certificate: forge.pki.Certificate, keyPem: string): string {
  const written = forge.asn1.toDer(certificate.tbsCertificate).getBytes();
  return createSign('sha256').update(written, 'latin1').sign(keyPem).toString('latin1');
}

function nameOf(commonName: string, organization: string): forge.pki.CertificateField[] {
  return [
    { name: 'countryName', value: 'BR' },
    { name: 'organizationName', value: organization },
    { name: 'commonName', value: commonName },
  ];
}

function later(now: Date, days: number): Date {
  return new Date(now.getTime() + days * DAY_MS);
}
