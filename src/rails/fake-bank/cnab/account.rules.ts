/** What the bank has on file about its one customer. */
export interface CnabAccount {
  name: string;
  /** CPF or CNPJ, figures only. */
  document: string;
  /** At Sicoob and Sicredi the cooperative. */
  branch: string;
  branchDigit: string;
  account: string;
  accountDigit: string;
  /** Convênio at bb, beneficiary at santander, caixa and sicredi, client at sicoob. */
  agreement: string;
  wallet: string;
  /** bb only. */
  variation: string;
  /** santander only. */
  transmissionCode: string;
  /** sicredi only. */
  post: string;
}

export const PROFILE_NAMES = ['bb', 'bradesco', 'itau', 'santander', 'caixa', 'sicoob', 'sicredi', 'btg'] as const;
export type ProfileName = (typeof PROFILE_NAMES)[number];

export function isProfileName(text: string): text is ProfileName {
  return (PROFILE_NAMES as readonly string[]).includes(text);
}

const SOMEBODY = {
  name: 'Loja de Teste',
  document: '11222333000181',
  branchDigit: '',
  variation: '',
  transmissionCode: '',
  post: '',
};

/** Invented customers with check digits that are right where a rule is known. */
export const INVENTED_ACCOUNTS: Readonly<Record<ProfileName, CnabAccount>> = {
  bb: {
    ...SOMEBODY,
    ...{ branch: '1234', branchDigit: '3', account: '123456', accountDigit: '0' },
    ...{ agreement: '1234567', wallet: '17', variation: '019' },
  },
  bradesco: {
    ...SOMEBODY,
    ...{ branch: '1234', branchDigit: '3', account: '123456', accountDigit: '0' },
    ...{ agreement: '4321987', wallet: '09' },
  },
  itau: {
    ...SOMEBODY,
    ...{ branch: '1234', account: '56789', accountDigit: '7', agreement: '1234567', wallet: '109' },
  },
  santander: {
    ...SOMEBODY,
    ...{ branch: '1234', branchDigit: '5', account: '1234567', accountDigit: '4' },
    ...{ agreement: '1234567', wallet: '101', transmissionCode: '123400001234567' },
  },
  caixa: {
    ...SOMEBODY,
    ...{ branch: '1825', branchDigit: '4', account: '12345', accountDigit: '6', agreement: '123456', wallet: '14' },
  },
  sicoob: {
    ...SOMEBODY,
    ...{ branch: '4277', branchDigit: '3', account: '6498', accountDigit: '5', agreement: '172278', wallet: '01' },
  },
  sicredi: {
    ...SOMEBODY,
    ...{ branch: '0156', account: '85305', accountDigit: '4', agreement: '85305', wallet: '1', post: '05' },
  },
  btg: {
    ...SOMEBODY,
    ...{ branch: '0050', branchDigit: '0', account: '388685', accountDigit: '3', agreement: '388685', wallet: '01' },
  },
};
