import { AccessFileError, type Mode, wrongMember } from '../acquirer-kind.ts';
import type { Connection } from './connection.ts';

/** What an operator's file says of the connection, its certificates still in their own files. */
export interface ConnectionFile extends Pick<Connection, 'baseUrl' | 'tokenUrl' | 'clientId' | 'clientSecret'> {
  certificates:
    | { form: 'pem'; certificateFile: string; privateKeyFile: string }
    | { form: 'pkcs12'; file: string; password: string }
    | null;
  caFile: string | null;
}

/** What the file of every kind may contain; a kind adds its own. */
export const CONNECTION_MEMBERS = [
  'kind',
  'base_url',
  'token_url',
  'client_id',
  'client_secret',
  'certificate_file',
  'private_key_file',
  'ca_file',
  'pkcs12_file',
  'pkcs12_password',
] as const;
type ConnectionMember = (typeof CONNECTION_MEMBERS)[number];

export type MemberOf<Member extends string> = (name: Member) => string | null;

/** Header values and form fields: visible characters without spaces. */
const PLAIN = /^[\x21-\x7e]+$/;

/** Reads one JSON object of texts that has no other members than these. */
export function membersOf<Member extends string>(text: string, members: readonly Member[]): MemberOf<Member> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new AccessFileError('the file is not JSON');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new AccessFileError('the file must contain one JSON object');
  const values = new Map(Object.entries(body));
  for (const [name, value] of values) {
    if (!members.some((known) => known === name)) throw new AccessFileError(`unknown member "${name}"`, name);
    if (typeof value !== 'string') throw wrongMember(name, 'must be a text');
  }
  return (name) => (values.get(name) as string | undefined) ?? null;
}

export function required<Member extends string>(member: MemberOf<Member>, name: Member): string {
  const value = member(name);
  if (value === null || value === '') throw wrongMember(name, 'is missing');
  return value;
}

export function plain(name: string, value: string): string {
  if (!PLAIN.test(value)) throw wrongMember(name, 'must be visible characters without spaces');
  return value;
}

/** What is known of a bank in this mode, where its file leaves it out. */
export interface KnownBank {
  /** Who does not know an address that is missing, as in "the profile standard". */
  called: string;
  baseUrl: string | null;
  /** Absolute, or a path on the host of the base. */
  tokenUrl: string | null;
  needsSecret: boolean;
}

/**
 * Addresses that are left out are those of the bank: of its test environment in sandbox mode, so that nobody reaches a
 * real account by leaving a line out.
 */
export function readConnectionFile(
  member: MemberOf<ConnectionMember>,
  mode: Mode,
  { called, baseUrl: knownBase, tokenUrl: knownToken, needsSecret }: KnownBank,
): ConnectionFile {
  const baseUrl = readAddress('base_url', member('base_url') ?? knownBase, mode, called);
  const token = member('token_url') ?? (knownToken && new URL(knownToken, baseUrl).href);
  return {
    baseUrl,
    tokenUrl: readAddress('token_url', token, mode, called),
    clientId: plain('client_id', required(member, 'client_id')),
    clientSecret: needsSecret ? required(member, 'client_secret') : member('client_secret'),
    certificates: readCertificates(member, mode),
    caFile: member('ca_file'),
  };
}

/** Secrets travel there: only by https, except to a bank on this very machine, in a sandbox. */
function readAddress(name: string, address: string | null, mode: Mode, called: string): string {
  if (address === null) throw wrongMember(name, `is missing: ${called} does not know it for ${mode} mode`);
  if (!URL.canParse(address)) throw wrongMember(name, 'must be an address such as https://pix.example.com/v2');
  const { protocol, hostname } = new URL(address);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (protocol !== 'https:' && !(protocol === 'http:' && isLocal && mode === 'sandbox'))
    throw wrongMember(name, 'must begin with https://');
  return address.replace(/\/+$/, '');
}

function readCertificates(member: MemberOf<ConnectionMember>, mode: Mode): ConnectionFile['certificates'] {
  const [certificateFile, privateKeyFile, file] = (
    ['certificate_file', 'private_key_file', 'pkcs12_file'] as const
  ).map(member);
  if (file && (certificateFile || privateKeyFile))
    throw new AccessFileError('give either pkcs12_file or certificate_file and private_key_file', 'pkcs12_file');
  if (file) return { form: 'pkcs12', file, password: member('pkcs12_password') ?? '' };
  if (certificateFile && privateKeyFile) return { form: 'pem', certificateFile, privateKeyFile };
  if (certificateFile || privateKeyFile)
    throw wrongMember(certificateFile ? 'private_key_file' : 'certificate_file', 'is missing');
  // Some test environments ask for no certificate; every bank asks for one in live.
  if (mode === 'live') throw wrongMember('certificate_file', 'and private_key_file, or pkcs12_file, are missing');
  return null;
}
