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

/** All that is needed to charge by boleto at a cooperative of Sicoob. */
export interface SicoobAccess extends Connection {
  /** The contract of the beneficiary. */
  clientNumber: number;
  accountNumber: number;
  /** Separated by blanks: applications are given different ones. */
  scopes: string;
}

/**
 * Built from what the bank publishes, and certified by nobody. Its sandbox answers with samples and gives out no
 * tokens: nothing is known of it here.
 */
const LIVE_BASE = 'https://api.sicoob.com.br/cobranca-bancaria/v3';
const LIVE_TOKEN = 'https://auth.sicoob.com.br/auth/realms/cooperado/protocol/openid-connect/token';
const USUAL_SCOPES =
  'boletos_inclusao boletos_consulta boletos_alteracao webhooks_inclusao webhooks_consulta webhooks_alteracao';
const NUMBER = /^[1-9]\d{0,14}$/;
const SCOPES = /^[\x21-\x7e]+( [\x21-\x7e]+)*$/;

/** The operator's file together with those that it names. */
export function readAccess(text: string, mode: Mode, readFile: ReadFile): SicoobAccess {
  const member = membersOf(text, [...CONNECTION_MEMBERS, 'client_number', 'account_number', 'scopes'] as const);
  const connection = readConnectionFile(member, mode, knownBank(mode));
  const scopes = member('scopes') ?? USUAL_SCOPES;
  if (!SCOPES.test(scopes)) throw wrongMember('scopes', 'must be words with one blank between them');
  return {
    ...openConnectionFiles(connection, readFile),
    clientNumber: readNumber('client_number', required(member, 'client_number')),
    accountNumber: readNumber('account_number', required(member, 'account_number')),
    scopes,
  };
}

const knownBank = (mode: Mode): KnownBank => ({
  called: 'this kind',
  baseUrl: mode === 'live' ? LIVE_BASE : null,
  tokenUrl: mode === 'live' ? LIVE_TOKEN : null,
  needsSecret: false,
});

const OWN_FIELDS: readonly FormField[] = [
  { name: 'client_number', form: 'text', isRequired: true, shown: 'value' },
  { name: 'account_number', form: 'text', isRequired: true, shown: 'value' },
  { name: 'scopes', form: 'text', isRequired: false, shown: 'value' },
];

export function forms(mode: Mode): BankForm[] {
  const known = knownBank(mode);
  const fields = [...connectionFields(known, mode), ...OWN_FIELDS];
  return [{ profile: 'sicoob', isReachable: isReachable(known), fields }];
}

export function membersOfAccess(access: SicoobAccess, mode: Mode): Members {
  const { clientNumber, accountNumber, scopes } = access;
  return {
    ...connectionMembers(access, knownBank(mode)),
    client_number: String(clientNumber),
    account_number: String(accountNumber),
    ...(scopes !== USUAL_SCOPES && { scopes }),
  };
}

function readNumber(name: string, text: string): number {
  if (!NUMBER.test(text)) throw wrongMember(name, 'must be digits, without zeros in front and without a dash');
  return Number(text);
}

/** Slips belong to the contract of the beneficiary. */
export function reachesTheSame(before: SicoobAccess, access: SicoobAccess): boolean {
  return isSameBank(before, access) && before.clientNumber === access.clientNumber;
}
