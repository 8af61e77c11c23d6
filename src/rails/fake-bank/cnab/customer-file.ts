import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  type CnabAccount,
  INVENTED_ACCOUNTS,
  isProfileName,
  PROFILE_NAMES,
  type ProfileName,
} from './account.rules.ts';
import { makeFolders } from './folders.ts';

const FILE = 'acquirer.json';

/** How far the numbers of a customer go: as many figures as the bank gives them. */
const LAST_NUMBERS: Readonly<Record<ProfileName, number>> = {
  bb: 9_999_999_999,
  bradesco: 99_999_999_999,
  itau: 99_999_999,
  santander: 999_999_999_999,
  caixa: 999_999_999_999_999,
  sicoob: 9_999_999,
  sicredi: 99_999,
  btg: 99_999_999_999,
};

export interface Customer {
  profile: ProfileName;
  account: CnabAccount;
  /** What `vintem acquirer set` takes. */
  file: string;
}

/**
 * The customer of the last time, as their file says, also after somebody has changed it; else an invented one, whose
 * file is written.
 */
export function keepCustomer(directory: string, asked: string | undefined): Customer {
  if (asked !== undefined && !isProfileName(asked))
    throw new Error(`no such profile: ${asked}; there are ${PROFILE_NAMES.join(', ')}`);
  const file = path.join(directory, FILE);
  const kept = readKept(file);
  const profile = asked ?? kept?.profile;
  if (profile === undefined) throw new Error(`a new bank needs a profile: one of ${PROFILE_NAMES.join(', ')}`);
  if (kept && kept.profile !== profile)
    throw new Error(`${directory} belongs to ${kept.profile}; give ${profile} a folder of its own`);
  if (kept) return { ...kept, file };
  const account = INVENTED_ACCOUNTS[profile];
  const { remessa, retorno } = makeFolders(directory);
  const content = { ...toFile(profile, account), outbox: remessa, inbox: retorno };
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  return { profile, account, file };
}

function toFile(profile: ProfileName, account: CnabAccount): Record<string, unknown> {
  const { name, document, branch, branchDigit, account: number, accountDigit, agreement, wallet } = account;
  const more = {
    variation: account.variation,
    transmission_code: account.transmissionCode,
    post: account.post,
  };
  return {
    kind: 'cnab240',
    profile,
    beneficiary: { name, document },
    branch,
    ...(branchDigit === '' ? {} : { branch_digit: branchDigit }),
    account: number,
    account_digit: accountDigit,
    agreement,
    wallet,
    ...Object.fromEntries(Object.entries(more).filter(([, value]) => value !== '')),
    our_number_first: 1,
    our_number_last: LAST_NUMBERS[profile],
  };
}

function readKept(file: string): { profile: ProfileName; account: CnabAccount } | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return null;
  }
  try {
    return fromFile(JSON.parse(text));
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`);
  }
}

function fromFile(json: Record<string, unknown>): { profile: ProfileName; account: CnabAccount } {
  const profile = String(json['profile']);
  if (!isProfileName(profile)) throw new Error(`no such profile: ${profile}`);
  const beneficiary = (json['beneficiary'] ?? {}) as Record<string, unknown>;
  const figures = (name: string, width: number, from = json): string => {
    const value = String(from[name] ?? '');
    if (!/^\d+$/.test(value) || value.length > width) throw new Error(`${name} must be 1 to ${width} figures`);
    return value;
  };
  const optional = (name: string) => String(json[name] ?? '');
  return {
    profile,
    account: {
      name: String(beneficiary['name'] ?? ''),
      document: figures('document', 14, beneficiary),
      branch: figures('branch', 5),
      branchDigit: optional('branch_digit'),
      account: figures('account', 12),
      accountDigit: optional('account_digit'),
      agreement: figures('agreement', 9),
      wallet: figures('wallet', 3),
      variation: optional('variation'),
      transmissionCode: optional('transmission_code'),
      post: optional('post'),
    },
  };
}
