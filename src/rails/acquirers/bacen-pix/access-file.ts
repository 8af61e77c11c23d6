import { AccessFileError } from '../acquirer-kind.ts';
import {
  CONNECTION_MEMBERS,
  type ConnectionFile,
  type Mode,
  membersOf,
  plain,
  readConnectionFile,
  required,
} from '../bank-connection/connection-file.ts';
import { openConnectionFiles, type ReadFile } from '../bank-connection/open-connection-files.ts';
import type { BankAccess } from './access.ts';
import { PROFILES, type ProfileName, profileOf } from './profiles.ts';

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
  const { base, token, required: extra } = profileOf(profile);
  const environment = mode === 'live' ? 'live' : 'test';
  const connection = readConnectionFile(member, mode, {
    called: `the profile ${profile}`,
    baseUrl: base[environment],
    tokenUrl: token[environment],
    needsSecret: token.authentication !== 'id-only',
  });
  for (const name of extra) required(member, name);
  return {
    profile,
    ...connection,
    pixKey: readPixKey(required(member, 'pix_key')),
    appKey: member('app_key'),
    account: member('account'),
  };
}

function readProfile(name: string): ProfileName {
  const names = Object.keys(PROFILES) as ProfileName[];
  const found = names.find((known) => known === name);
  if (!found) throw new AccessFileError(`profile must be one of ${names.join(', ')}`);
  return found;
}

function readPixKey(key: string): string {
  if (key.length > MAX_PIX_KEY) throw new AccessFileError(`pix_key has more than ${MAX_PIX_KEY} characters`);
  return plain('pix_key', key);
}
