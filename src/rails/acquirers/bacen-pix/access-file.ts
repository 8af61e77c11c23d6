import { AccessFileError } from '../acquirer-kind.ts';
import { PROFILES, type ProfileName, profileOf } from './profiles.ts';

/** What the file says, its certificates still in their own files. */
export interface AccessFile {
  profile: ProfileName;
  baseUrl: string;
  tokenUrl: string;
  clientId: string;
  clientSecret: string | null;
  pixKey: string;
  appKey: string | null;
  account: string | null;
  certificates:
    | { form: 'pem'; certificateFile: string; privateKeyFile: string }
    | { form: 'pkcs12'; file: string; password: string }
    | null;
  caFile: string | null;
}

const MEMBERS = [
  'kind',
  'profile',
  'base_url',
  'token_url',
  'client_id',
  'client_secret',
  'pix_key',
  'certificate_file',
  'private_key_file',
  'ca_file',
  'pkcs12_file',
  'pkcs12_password',
  'app_key',
  'account',
] as const;
type Member = (typeof MEMBERS)[number];

const MAX_PIX_KEY = 77;
/** Header values and form fields: visible characters without spaces. */
const PLAIN = /^[\x21-\x7e]+$/;

/**
 * Checks the form of everything. Addresses that are left out are those of the bank: of its test environment in sandbox
 * mode, so that nobody reaches a real account by leaving a line out.
 */
export function readAccessFile(text: string, mode: 'sandbox' | 'live'): AccessFile {
  const member = membersOf(text);
  const profile = readProfile(required(member, 'profile'));
  const { base, token, required: extra } = profileOf(profile);
  const environment = mode === 'live' ? 'live' : 'test';
  const baseUrl = readAddress('base_url', member('base_url') ?? base[environment], mode, profile);
  const known = token[environment];
  const tokenUrl = readAddress(
    'token_url',
    member('token_url') ?? (known && new URL(known, baseUrl).href),
    mode,
    profile,
  );
  for (const name of extra) required(member, name);
  const clientSecret = token.authentication === 'id-only' ? member('client_secret') : required(member, 'client_secret');
  return {
    profile,
    baseUrl,
    tokenUrl,
    clientId: plain('client_id', required(member, 'client_id')),
    clientSecret,
    pixKey: readPixKey(required(member, 'pix_key')),
    appKey: member('app_key'),
    account: member('account'),
    certificates: readCertificates(member, mode),
    caFile: member('ca_file'),
  };
}

type MemberOf = (name: Member) => string | null;

function membersOf(text: string): MemberOf {
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
    if (!MEMBERS.some((known) => known === name)) throw new AccessFileError(`unknown member "${name}"`);
    if (typeof value !== 'string') throw new AccessFileError(`${name} must be a text`);
  }
  return (name) => (values.get(name) as string | undefined) ?? null;
}

function required(member: MemberOf, name: Member): string {
  const value = member(name);
  if (value === null || value === '') throw new AccessFileError(`${name} is missing`);
  return value;
}

function readProfile(name: string): ProfileName {
  const names = Object.keys(PROFILES) as ProfileName[];
  const found = names.find((known) => known === name);
  if (!found) throw new AccessFileError(`profile must be one of ${names.join(', ')}`);
  return found;
}

/** Secrets travel there: only by https, except to a bank on this very machine, in a sandbox. */
function readAddress(name: string, address: string | null, mode: 'sandbox' | 'live', profile: ProfileName): string {
  if (address === null)
    throw new AccessFileError(`${name} is missing: the profile ${profile} does not know it for ${mode} mode`);
  if (!URL.canParse(address))
    throw new AccessFileError(`${name} must be an address such as https://pix.example.com/v2`);
  const { protocol, hostname } = new URL(address);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (protocol !== 'https:' && !(protocol === 'http:' && isLocal && mode === 'sandbox'))
    throw new AccessFileError(`${name} must begin with https://`);
  return address.replace(/\/+$/, '');
}

function readPixKey(key: string): string {
  if (key.length > MAX_PIX_KEY) throw new AccessFileError(`pix_key has more than ${MAX_PIX_KEY} characters`);
  return plain('pix_key', key);
}

function plain(name: string, value: string): string {
  if (!PLAIN.test(value)) throw new AccessFileError(`${name} must be visible characters without spaces`);
  return value;
}

function readCertificates(member: MemberOf, mode: 'sandbox' | 'live'): AccessFile['certificates'] {
  const [certificateFile, privateKeyFile, file] = (
    ['certificate_file', 'private_key_file', 'pkcs12_file'] as const
  ).map(member);
  if (file && (certificateFile || privateKeyFile))
    throw new AccessFileError('give either pkcs12_file or certificate_file and private_key_file');
  if (file) return { form: 'pkcs12', file, password: member('pkcs12_password') ?? '' };
  if (certificateFile && privateKeyFile) return { form: 'pem', certificateFile, privateKeyFile };
  if (certificateFile || privateKeyFile)
    throw new AccessFileError(`${certificateFile ? 'private_key_file' : 'certificate_file'} is missing`);
  // Some test environments ask for no certificate; every bank asks for one in live.
  if (mode === 'live') throw new AccessFileError('certificate_file and private_key_file, or pkcs12_file, are missing');
  return null;
}
