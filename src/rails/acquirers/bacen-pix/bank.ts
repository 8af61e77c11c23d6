import type { BankCall, BankCalls, Surroundings } from '../bank-connection/bank-calls.ts';
import type { BankAccess } from './access.ts';
import type { Profile } from './profiles.ts';

export interface PixCall extends BankCall {
  /** Which of the bank's addresses serves it. */
  resource: keyof Profile['versions'] | 'sending';
}

export type PixCalls = BankCalls<PixCall>;

/** What the calls about one subject need of a bank. */
export interface Bank {
  name: string;
  access: BankAccess;
  profile: Profile;
  calls: PixCalls;
}

/** What the bank's profile puts around a call. */
export function surroundings(
  { resource }: PixCall,
  access: BankAccess,
  profile: Profile,
  uuid: () => string,
): Surroundings {
  return {
    baseUrl: resource === 'sending' ? new URL(access.baseUrl).origin : baseOf(access) + profile.versions[resource],
    query: filled(profile.query, access, uuid),
    headers: filled(profile.headers, access, uuid),
  };
}

function baseOf({ baseUrl }: BankAccess): string {
  return baseUrl.replace(/\/+$/, '');
}

/** A setting that is absent leaves its header or parameter out. */
function filled(
  templates: Readonly<Record<string, string>>,
  { clientId, appKey, account }: BankAccess,
  uuid: () => string,
): Record<string, string> {
  const values: Record<string, string | null> = {
    '{client_id}': clientId,
    '{app_key}': appKey,
    '{account}': account,
    '{uuid}': uuid(),
  };
  const set = Object.entries(templates).flatMap(([name, template]) => {
    const value = values[template] ?? null;
    return value === null ? [] : [[name, value] as const];
  });
  return Object.fromEntries(set);
}
