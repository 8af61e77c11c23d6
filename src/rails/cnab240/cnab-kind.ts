import { saoPauloDateOf } from '../../ground/brazil/calendar.rules.ts';
import { AccessFileError, type AcquirerKind, BankSetupError, wrongMember } from '../acquirers/acquirer-kind.ts';
import { createCnab240Client } from './cnab-client.ts';
import { findDrawnByAnother } from './counters.sql.ts';
import { isSameFolder } from './folders/folders.ts';
import { numberSpaceOf, overlaps, warningsOf } from './layout/account-checks.rules.ts';
import { accountForms, accountMembers } from './layout/account-form.ts';
import { type CnabAccount, cnabProfile } from './layout/profiles.rules.ts';
import { readCnabAccount } from './layout/read-account.ts';

/** Banks that take boletos by files. */
export const CNAB240: AcquirerKind<CnabAccount> = {
  charges: ['invoice'],
  readAccess: (text) => readCnabAccount(JSON.parse(text)),
  forms: () => accountForms(),
  membersOf: (account) => accountMembers(account),
  describe: (account) => ({ profile: account.profile, baseUrl: 'files (CNAB 240)', certificateEnd: null }),
  accessAfter: (_before, account) => account,
  reachesTheSame: (before, account) => placeOf(before) === placeOf(account),
  conflict(account, others) {
    const other = others.find(({ access }) => overlaps(account, access));
    if (other) return wrongMember('our_number_first', `to our_number_last overlap with those of ${other.name}`);
    const { inbox } = account;
    const sharer = others.find(({ access }) => inbox !== null && access.inbox && isSameFolder(inbox, access.inbox));
    return sharer ? wrongMember('inbox', `is that of ${sharer.name}, whose files would be refused`) : null;
  },
  async keptConflict({ db, clock }, name, account) {
    const thisYear = Number(saoPauloDateOf(await clock.now()).slice(0, 4));
    const other = await findDrawnByAnother(db, name, {
      ...{ space: numberSpaceOf(account), first: account.ourNumberFirst, last: account.ourNumberLast },
      sinceYear: cnabProfile(account.profile).numbersByYear ? thisYear : 0,
    });
    if (!other) return null;
    const says = `number ${other.drawn} was given under the name ${other.acquirer}: our_number_first must be above it`;
    return new BankSetupError(says, 'our_number_first');
  },
  make(bank, _callHeaders, tools) {
    if (!tools) throw new AccessFileError('titles are kept in a database');
    return createCnab240Client({ name: bank.name, account: bank.access, ...tools });
  },
  async *check({ access }) {
    const { bankName } = cnabProfile(access.profile);
    yield {
      step: 'bank',
      says: `${bankName}, made from public papers, certified by no bank; send its test file first`,
    };
    yield { step: 'numbers', says: `${access.ourNumberFirst} to ${access.ourNumberLast}, wallet ${access.wallet}` };
    for (const says of warningsOf(access)) yield { step: 'bank', isWarning: true, says };
  },
  hasWebhook: false,
  registerWebhook: () => Promise.reject(new BankSetupError('a bank that takes files has no webhook')),
};

function placeOf({ profile, branch, account, agreement, wallet, cooperative, client }: CnabAccount): string {
  return JSON.stringify([profile, branch, account, agreement, wallet, cooperative, client]);
}
