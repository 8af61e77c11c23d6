import { createPrivateKey, X509Certificate } from 'node:crypto';
import { createRequire } from 'node:module';
import type forge from 'node-forge';
import { CertificateError } from './certificate-error.ts';

type Library = typeof forge;
/** Loaded for who opens the first file: it is large, and most processes never see one. */
const loadLibrary = (): Library => createRequire(import.meta.url)('node-forge');
/** The first byte of every DER sequence, and so of every PKCS#12 file. */
const DER_SEQUENCE = 0x30;

export interface Pkcs12Content {
  /** The certificate that the key belongs to. */
  certificatePem: string;
  privateKeyPem: string;
  /** The other certificates of the file, issuers first to last; empty when there are none. */
  chainPem: string;
}

/**
 * Reads the files that banks hand out, also those of old programs (RC2, Triple-DES), which the OpenSSL of Node refuses.
 * An empty password means none.
 */
export function readPkcs12(bytes: Uint8Array, password: string): Pkcs12Content {
  // Before anything is tried: that the library is gone says nothing about the file.
  const library = loadLibrary();
  const file = open(library, parse(library, derOf(bytes)), password);
  const { certBag, keyBag, pkcs8ShroudedKeyBag } = library.pki.oids as Record<string, string>;
  const keys = bagsOf(file, [pkcs8ShroudedKeyBag, keyBag]).map((bag) => privateKeyOf(library, bag));
  const certificates = bagsOf(file, [certBag]).map((bag) => certificateOf(library, bag));
  const key = keys[0];
  if (key === undefined) throw new CertificateError('missing_key', 'the PKCS#12 file holds no private key');
  if (certificates.length === 0)
    throw new CertificateError('missing_certificate', 'the PKCS#12 file holds no certificate');
  const leaf = certificates.find((certificate) => certificate.checkPrivateKey(createPrivateKey(key)));
  if (leaf === undefined)
    throw new CertificateError(
      'key_of_another_certificate',
      'the private key in the PKCS#12 file belongs to none of its certificates',
    );
  return {
    certificatePem: leaf.toString(),
    privateKeyPem: key,
    chainPem: chainOf(leaf, certificates)
      .map((certificate) => certificate.toString())
      .join(''),
  };
}

/** Some portals hand out the file as base64 text. */
function derOf(bytes: Uint8Array): Buffer {
  const buffer = Buffer.from(bytes);
  if (buffer[0] === DER_SEQUENCE) {
    return buffer;
  }
  const decoded = Buffer.from(buffer.toString('latin1').replaceAll(/\s/g, ''), 'base64');
  if (decoded[0] !== DER_SEQUENCE) throw new CertificateError('not_pkcs12', 'the file is not PKCS#12');
  return decoded;
}

function parse(library: Library, der: Buffer): forge.asn1.Asn1 {
  try {
    return library.asn1.fromDer(der.toString('binary'));
  } catch {
    throw new CertificateError('not_pkcs12', 'the file is not PKCS#12');
  }
}

/** Without a password, programs derive keys from an empty one or from none at all: two different things in PKCS#12. */
function open(library: Library, file: forge.asn1.Asn1, password: string): forge.pkcs12.Pkcs12Pfx {
  const attempts = password === '' ? ['', undefined] : [password];
  let reason = '';
  for (const attempt of attempts) {
    try {
      return library.pkcs12.pkcs12FromAsn1(file, false, attempt as string);
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
    }
  }
  if (/password|MAC could not be verified|decrypt/i.test(reason))
    throw new CertificateError(
      'wrong_password',
      password === '' ? 'the PKCS#12 file needs a password' : 'the password of the PKCS#12 file is wrong',
    );
  throw new CertificateError('not_pkcs12', 'the file is not PKCS#12, or of a kind that cannot be read');
}

function bagsOf(file: forge.pkcs12.Pkcs12Pfx, types: (string | undefined)[]): forge.pkcs12.Bag[] {
  return types.flatMap((bagType) => (bagType ? (file.getBags({ bagType })[bagType] ?? []) : []));
}

/** The library reads keys of the kind RSA itself, and leaves the bytes of others. */
function privateKeyOf(library: Library, bag: forge.pkcs12.Bag): string {
  const { pki } = library;
  const info = bag.key ? pki.wrapRsaPrivateKey(pki.privateKeyToAsn1(bag.key)) : bag.asn1;
  const key = createPrivateKey({ key: derBytes(library, info), format: 'der', type: 'pkcs8' });
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function certificateOf(library: Library, bag: forge.pkcs12.Bag): X509Certificate {
  return new X509Certificate(derBytes(library, bag.cert ? library.pki.certificateToAsn1(bag.cert) : bag.asn1));
}

function derBytes(library: Library, value: forge.asn1.Asn1): Buffer {
  return Buffer.from(library.asn1.toDer(value).getBytes(), 'binary');
}

function chainOf(leaf: X509Certificate, certificates: X509Certificate[]): X509Certificate[] {
  const left = new Set(certificates.filter((certificate) => certificate !== leaf));
  const chain: X509Certificate[] = [];
  for (let last = leaf; ; ) {
    const issuer = [...left].find((candidate) => last.checkIssued(candidate));
    if (issuer === undefined) break;
    left.delete(issuer);
    chain.push(issuer);
    last = issuer;
  }
  return [...chain, ...left];
}
