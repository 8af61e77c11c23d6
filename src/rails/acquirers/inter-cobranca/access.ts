import { type Mode, wrongMember } from '../acquirer-kind.ts';
import { type Connection, isSameBank } from '../bank-connection/connection.ts';
import {
  CONNECTION_MEMBERS,
  type KnownBank,
  membersOf,
  readConnectionFile,
  required,
} from '../bank-connection/connection-file.ts';
import { connectionFields, connectionMembers, isReachable } from '../bank-connection/connection-form.ts';
import { openConnectionFiles, type ReadFile } from '../bank-connection/open-connection-files.ts';
import type { BankForm, FormField, Members } from '../bank-form.rules.ts';

/** All that is needed to charge by boleto at Inter. */
export interface InterAccess extends Connection {
  /** Digits with the check digit; only where the application sees several accounts. */
  account: string | null;
}

/** Built from what the bank publishes, and certified by nobody. */
const BASES = {
  live: 'https://cdpj.partners.bancointer.com.br/cobranca/v3',
  sandbox: 'https://cdpj-sandbox.partners.uatinter.co/cobranca/v3',
} as const;
const TOKEN_PATH = '/oauth/v2/token';
const ACCOUNT = /^[1-9]\d{0,19}$/;

/** The operator's file together with those that it names. */
export function readAccess(text: string, mode: Mode, readFile: ReadFile): InterAccess {
  const member = membersOf(text, [...CONNECTION_MEMBERS, 'account'] as const);
  const connection = readConnectionFile(member, mode, knownBank(mode));
  const account = member('account') === null ? null : readAccount(required(member, 'account'));
  return { ...openConnectionFiles(connection, readFile), account };
}

const knownBank = (mode: Mode): KnownBank => ({
  called: 'this kind',
  baseUrl: BASES[mode],
  tokenUrl: TOKEN_PATH,
  needsSecret: true,
});

export function forms(mode: Mode): BankForm[] {
  const known = knownBank(mode);
  const account: FormField = { name: 'account', form: 'text', isRequired: false, shown: 'value' };
  return [{ profile: 'inter', isReachable: isReachable(known), fields: [...connectionFields(known, mode), account] }];
}

export function membersOfAccess(access: InterAccess, mode: Mode): Members {
  const { account } = access;
  return { ...connectionMembers(access, knownBank(mode)), ...(account !== null && { account }) };
}

function readAccount(text: string): string {
  if (!ACCOUNT.test(text)) throw wrongMember('account', 'must be digits, without zeros in front and without a dash');
  return text;
}

/** Charges belong to the account of the application: another certificate or secret of it reaches the same. */
export function reachesTheSame(before: InterAccess, access: InterAccess): boolean {
  if (!isSameBank(before, access)) return false;
  return before.account !== null && access.account !== null
    ? before.account === access.account
    : before.clientId === access.clientId;
}
