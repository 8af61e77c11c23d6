import type { AccountAtBank } from './account.rules.ts';
import type { Profile } from './profile.rules.ts';
import { bb } from './profiles/bb.rules.ts';
import { bradesco } from './profiles/bradesco.rules.ts';
import { btg } from './profiles/btg.rules.ts';
import { caixa } from './profiles/caixa.rules.ts';
import { itau } from './profiles/itau.rules.ts';
import { santander } from './profiles/santander.rules.ts';
import { sicoob } from './profiles/sicoob.rules.ts';
import { sicredi } from './profiles/sicredi.rules.ts';

/** The banks whose files we write and read. A new one is a file beside these and a row here. */
const PROFILES = { bb, bradesco, itau, santander, caixa, sicoob, sicredi, btg } as const satisfies Record<
  string,
  Profile
>;

export type CnabProfileName = keyof typeof PROFILES;

export const CNAB_PROFILE_NAMES = Object.keys(PROFILES) as CnabProfileName[];

/** A company's billing at one of these banks. */
export interface CnabAccount extends AccountAtBank {
  profile: CnabProfileName;
}

export function cnabProfile(name: CnabProfileName): Profile {
  return PROFILES[name];
}
