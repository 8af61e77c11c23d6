import { type Mode, wrongMember } from '../acquirer-kind.ts';
import {
  CONNECTION_MEMBERS,
  type ConnectionFile,
  type KnownBank,
  membersOf,
  plain,
  readConnectionFile,
  required,
} from '../bank-connection/connection-file.ts';
import { openConnectionFiles, type ReadFile } from '../bank-connection/open-connection-files.ts';
import type { BankAccess } from './access.ts';
import { PROFILE_NAMES, type ProfileName, profileOf } from './profiles.ts';

/** What the file says, its certificates still in their own files. */
export interface AccessFile extends ConnectionFile {
  profile: ProfileName;
  pixKey: string;
  appKey: string | null;
  account: string | null;
}

const MEMBERS = [...CONNECTION_MEMBERS, 'profile', 'pix_key', 'app_key', 'account'] as const;

const MAX_PIX_KEY = 77;

/** The operator's file together with those that it names. */
export function readAccess(text: string, mode: Mode, readFile: ReadFile): BankAccess {
  return openConnectionFiles(readAccessFile(text, mode), readFile);
}

/** Checks the form of everything. */
export function readAccessFile(text: string, mode: Mode): AccessFile {
  const member = membersOf(text, MEMBERS);
  const profile = readProfile(required(member, 'profile'));
  const { required: extra } = profileOf(profile);
  const connection = readConnectionFile(member, mode, knownBank(profile, mode));
  for (const name of extra) required(member, name);
  return {
    profile,
    ...connection,
    pixKey: readPixKey(required(member, 'pix_key')),
    appKey: member('app_key'),
    account: member('account'),
  };
}

/** What the profile knows of its bank in this mode. */
export function knownBank(profile: ProfileName, mode: Mode): KnownBank {
  const { base, token } = profileOf(profile);
  const environment = mode === 'live' ? 'live' : 'test';
  return {
    called: `the profile ${profile}`,
    baseUrl: base[environment],
    tokenUrl: token[environment],
    needsSecret: token.authentication !== 'id-only',
  };
}

function readProfile(name: string): ProfileName {
  const found = PROFILE_NAMES.find((known) => known === name);
  if (!found) throw wrongMember('profile', `must be one of ${PROFILE_NAMES.join(', ')}`);
  return found;
}

function readPixKey(key: string): string {
  if (key.length > MAX_PIX_KEY) throw wrongMember('pix_key', `has more than ${MAX_PIX_KEY} characters`);
  return plain('pix_key', key);
}
