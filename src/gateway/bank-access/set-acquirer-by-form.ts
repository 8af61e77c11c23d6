import type { Deps } from '../../ground/deps.ts';
import { ApiError, invalidField } from '../../ground/errors.ts';
import { BankSetupError, type Mode } from '../../rails/acquirers/acquirer-kind.ts';
import type { Members } from '../../rails/acquirers/bank-form.rules.ts';
import type { KindName } from '../../rails/kind-names.rules.ts';
import { kindOf } from '../../rails/kinds.ts';
import type { WithDestinationKeys } from '../destinations/open-destination.ts';
import { newCallbackSecret } from './callback-url.ts';
import { accessGiven, formOf } from './given-access.ts';
import { formProblem, namingProblem } from './given-members.rules.ts';
import { nameProblem } from './name-problem.ts';
import { openGivenPkcs12 } from './open-given-pkcs12.ts';
import { setAcquirer } from './set-acquirer.ts';

export interface FormWords {
  name: string;
  kind: KindName;
  /** What is stored under that name; null: it is to be added. */
  profile: string | null;
  given: Members;
  reason: string;
}

/**
 * Adds an acquirer, or changes what was said of one, by a form instead of a file: it brings contents and names no path,
 * no folder and no address. What is wrong is an error of one field.
 */
export async function setAcquirerByForm(
  deps: Pick<Deps, 'db' | 'clock'> & WithDestinationKeys,
  mode: Mode,
  { name, kind, profile: known, given: { profile: wanted, ...given }, reason }: FormWords,
): Promise<void> {
  const problem = nameProblem(name);
  if (problem !== null) throw invalidField('name', `is none that can be given: ${problem}`);
  const isNew = known === null;
  await inFormWords(async () => {
    const form = formOf(kind, typeof wanted === 'string' ? wanted : known, mode);
    const misnamed = namingProblem(given, form);
    if (misnamed) throw invalidField(misnamed.field, misnamed.says);
    const opened = await openGivenPkcs12(given);
    // Kinds without profiles know no such member.
    const members = kindOf(kind).forms(mode).length > 1 ? { profile: form.profile, ...opened } : opened;
    const change = {
      ...{ name, kind, mode, reason },
      ...(isNew && { isNew: true as const }),
      accessFrom: (stored: Parameters<typeof accessGiven>[2]) => {
        if (!isNew && !stored) throw new BankSetupError('ACQUIRER_KEY does not open what is stored under that name');
        return accessGiven(kind, mode, stored, members);
      },
    };
    await setAcquirer(deps, deps.destinationKeys, change, newCallbackSecret());
  });
}

/** What an operator got wrong, or a bank refuses, as an answer. */
export async function inFormWords<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof BankSetupError)) throw error;
    if (error.member === null) throw refusedSetup(error.message);
    const { field, says } = formProblem(error.member, error.message);
    throw invalidField(field, says);
  }
}

export function refusedSetup(says: string): ApiError {
  return new ApiError('BANK_SETUP_REFUSED', says, { message: `Não foi possível: ${says}` });
}
