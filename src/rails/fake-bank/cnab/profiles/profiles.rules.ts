import type { ProfileName } from '../account.rules.ts';
import { BB } from './bb.rules.ts';
import { BRADESCO } from './bradesco.rules.ts';
import { BTG } from './btg.rules.ts';
import { CAIXA } from './caixa.rules.ts';
import { ITAU } from './itau.rules.ts';
import type { CnabProfile } from './profile.rules.ts';
import { SANTANDER } from './santander.rules.ts';
import { SICOOB } from './sicoob.rules.ts';
import { SICREDI } from './sicredi.rules.ts';

/** Built from public papers; no bank has confirmed any of it. */
export const PROFILES: Readonly<Record<ProfileName, CnabProfile>> = {
  bb: BB,
  bradesco: BRADESCO,
  itau: ITAU,
  santander: SANTANDER,
  caixa: CAIXA,
  sicoob: SICOOB,
  sicredi: SICREDI,
  btg: BTG,
};
