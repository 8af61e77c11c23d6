import { AccessFileError, type AcquirerKind, BankSetupError, wrongMember } from '../acquirers/acquirer-kind.ts';
import { createManualClient } from './manual-client.ts';

/** What an operator calls the account that they pay from. */
export interface ManualAccess {
  account: string;
}

const MAX_ACCOUNT = 100;

/** Banks whose payouts an operator types in. */
export const MANUAL: AcquirerKind<ManualAccess> = {
  charges: [],
  paysOut: () => true,
  readAccess: readManualAccess,
  forms: () => [
    {
      profile: 'manual',
      isReachable: true,
      fields: [{ name: 'account', form: 'text', isRequired: true, shown: 'value' }],
    },
  ],
  membersOf: ({ account }) => ({ account }),
  describe: ({ account }) => ({ profile: 'manual', baseUrl: account, certificateEnd: null }),
  accessAfter: (_before, access) => access,
  reachesTheSame: () => true,
  make(bank, _callHeaders, tools) {
    if (!tools) throw new AccessFileError('lists are kept in a database');
    return createManualClient({ name: bank.name, ...tools });
  },
  async *check({ name, access }) {
    yield { step: 'payouts', says: `those from ${access.account} wait for vintem payout export ${name}` };
  },
  hasWebhook: false,
  registerWebhook: () => Promise.reject(new BankSetupError('a bank without an API has no webhook')),
};

function readManualAccess(text: string): ManualAccess {
  const members = Object.entries(JSON.parse(text) as Record<string, unknown>);
  const unknown = members.find(([name]) => name !== 'kind' && name !== 'account');
  if (unknown) throw new AccessFileError(`the file knows no member "${unknown[0]}"`, unknown[0]);
  const account = members.find(([name]) => name === 'account')?.[1];
  if (typeof account !== 'string' || account.trim() === '' || account.length > MAX_ACCOUNT)
    throw wrongMember('account', `must say which account you pay from, in 1 to ${MAX_ACCOUNT} characters`);
  return { account: account.trim() };
}
