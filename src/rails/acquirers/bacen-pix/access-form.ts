import type { Mode } from '../acquirer-kind.ts';
import { connectionFields, connectionMembers, isReachable } from '../bank-connection/connection-form.ts';
import type { BankForm, FormField, Members } from '../bank-form.rules.ts';
import type { BankAccess } from './access.ts';
import { knownBank } from './access-file.ts';
import { PROFILE_NAMES, type ProfileName, profileOf } from './profiles.ts';

export function forms(mode: Mode): BankForm[] {
  return PROFILE_NAMES.map((profile) => {
    const known = knownBank(profile, mode);
    const pixKey: FormField = { name: 'pix_key', form: 'text', isRequired: true, shown: 'end' };
    const fields = [...connectionFields(known, mode), pixKey, ...extrasOf(profile)];
    return { profile, isReachable: isReachable(known), fields };
  });
}

/** Only what the bank is sent. */
function extrasOf(name: ProfileName): FormField[] {
  const { headers, query, required } = profileOf(name);
  const sent = [...Object.values(headers), ...Object.values(query)].join(' ');
  const extras: FormField[] = [
    { name: 'app_key', form: 'text', isRequired: required.includes('app_key'), shown: 'end' },
    { name: 'account', form: 'text', isRequired: required.includes('account'), shown: 'value' },
  ];
  return extras.filter((extra) => sent.includes(`{${extra.name}}`));
}

export function membersOf(access: BankAccess, mode: Mode): Members {
  const { profile, pixKey, appKey, account } = access;
  return {
    profile,
    ...connectionMembers(access, knownBank(profile, mode)),
    pix_key: pixKey,
    ...(appKey !== null && { app_key: appKey }),
    ...(account !== null && { account }),
  };
}
