import { randomBytes } from 'node:crypto';
import forge from 'node-forge';
import type { Identity } from './certificates.ts';

const { asn1, pki } = forge;
const { Class, Type } = asn1;

const ITERATIONS = 2_048;
const SALT_BYTES = 8;
const RC2_KEY_BITS = 40;
const RC2_IV_BYTES = 8;
const SHA1_BYTES = 20;
/** What each key that is derived from a password is for (RFC 7292, appendix B.3). */
const FOR_KEY = 1;
const FOR_IV = 2;
const FOR_MAC = 3;

const RC2_40_CBC = '1.2.840.113549.1.12.1.6';
const CERTIFICATE_BAG = '1.2.840.113549.1.12.10.1.3';
const SHROUDED_KEY_BAG = '1.2.840.113549.1.12.10.1.2';
const X509_CERTIFICATE = '1.2.840.113549.1.9.22.1';
const DATA = '1.2.840.113549.1.7.1';
const ENCRYPTED_DATA = '1.2.840.113549.1.7.6';
const SHA1 = '1.3.14.3.2.26';

export function toPkcs12(identity: Identity, chainPem: string, password: string): Buffer {
  const file = forge.pkcs12.toPkcs12Asn1(
    pki.privateKeyFromPem(identity.privateKeyPem),
    [identity.certificatePem, chainPem].map((pem) => pki.certificateFromPem(pem)),
    password,
    { algorithm: 'aes256' },
  );
  return bytesOf(file);
}

/**
 * The form that banks' portals and Windows wrote for twenty years: certificates under RC2 with 40 bits, the key under
 * Triple-DES. OpenSSL 3 refuses it, and the library reads it but does not write it.
 */
export function toOldPkcs12(identity: Identity, chainPem: string, password: string): Buffer {
  const certificates = [identity.certificatePem, chainPem].map((pem) => certificateBag(pem));
  const safe = sequence(
    encryptedContent(asn1.toDer(sequence(...certificates)).getBytes(), password),
    content(DATA, octets(asn1.toDer(sequence(keyBag(identity.privateKeyPem, password))).getBytes())),
  );
  const authenticated = asn1.toDer(safe).getBytes();
  return bytesOf(sequence(integer(3), content(DATA, octets(authenticated)), macOf(authenticated, password)));
}

function certificateBag(pem: string): forge.asn1.Asn1 {
  const der = asn1.toDer(pki.certificateToAsn1(pki.certificateFromPem(pem))).getBytes();
  return sequence(oid(CERTIFICATE_BAG), tagged(sequence(oid(X509_CERTIFICATE), tagged(octets(der)))));
}

function keyBag(privateKeyPem: string, password: string): forge.asn1.Asn1 {
  const key = pki.wrapRsaPrivateKey(pki.privateKeyToAsn1(pki.privateKeyFromPem(privateKeyPem)));
  const encrypted = pki.encryptPrivateKeyInfo(key, password, { algorithm: '3des', count: ITERATIONS });
  return sequence(oid(SHROUDED_KEY_BAG), tagged(encrypted));
}

function encryptedContent(plain: string, password: string): forge.asn1.Asn1 {
  const salt = newSalt();
  const cipher = forge.rc2.createEncryptionCipher(derive(password, salt, FOR_KEY, RC2_KEY_BITS / 8), RC2_KEY_BITS);
  cipher.start(derive(password, salt, FOR_IV, RC2_IV_BYTES));
  cipher.update(forge.util.createBuffer(plain));
  cipher.finish();
  const algorithm = sequence(oid(RC2_40_CBC), sequence(octets(salt), integer(ITERATIONS)));
  const bytes = asn1.create(Class.CONTEXT_SPECIFIC, 0, false, cipher.output.getBytes());
  return content(ENCRYPTED_DATA, sequence(integer(0), sequence(oid(DATA), algorithm, bytes)));
}

function macOf(authenticated: string, password: string): forge.asn1.Asn1 {
  const salt = newSalt();
  const mac = forge.hmac.create();
  mac.start(forge.md.sha1.create(), derive(password, salt, FOR_MAC, SHA1_BYTES));
  mac.update(authenticated);
  const algorithm = sequence(oid(SHA1), asn1.create(Class.UNIVERSAL, Type.NULL, false, ''));
  return sequence(sequence(algorithm, octets(mac.digest().getBytes())), octets(salt), integer(ITERATIONS));
}

function derive(password: string, salt: string, purpose: number, length: number): forge.util.ByteStringBuffer {
  const generate = forge.pkcs12.generateKey as unknown as (
    password: string,
    salt: forge.util.ByteStringBuffer,
    purpose: number,
    iterations: number,
    length: number,
  ) => forge.util.ByteStringBuffer;
  return generate(password, forge.util.createBuffer(salt), purpose, ITERATIONS, length);
}

function newSalt(): string {
  return randomBytes(SALT_BYTES).toString('binary');
}

function content(kind: string, value: forge.asn1.Asn1): forge.asn1.Asn1 {
  return sequence(oid(kind), tagged(value));
}

function sequence(...values: forge.asn1.Asn1[]): forge.asn1.Asn1 {
  return asn1.create(Class.UNIVERSAL, Type.SEQUENCE, true, values);
}

function tagged(value: forge.asn1.Asn1): forge.asn1.Asn1 {
  return asn1.create(Class.CONTEXT_SPECIFIC, 0, true, [value]);
}

function oid(text: string): forge.asn1.Asn1 {
  return asn1.create(Class.UNIVERSAL, Type.OID, false, asn1.oidToDer(text).getBytes());
}

function octets(bytes: string): forge.asn1.Asn1 {
  return asn1.create(Class.UNIVERSAL, Type.OCTETSTRING, false, bytes);
}

function integer(value: number): forge.asn1.Asn1 {
  return asn1.create(Class.UNIVERSAL, Type.INTEGER, false, asn1.integerToDer(value).getBytes());
}

function bytesOf(file: forge.asn1.Asn1): Buffer {
  return Buffer.from(asn1.toDer(file).getBytes(), 'binary');
}
