import type { AcquirerConfig } from '../../rails/acquirers/acquirer-config.ts';
import { BankSetupError, type Mode } from '../../rails/acquirers/acquirer-kind.ts';
import type { BankForm, Members } from '../../rails/acquirers/bank-form.rules.ts';
import type { KindName } from '../../rails/kind-names.rules.ts';
import { kindOf } from '../../rails/kinds.ts';
import { asFile, membersAfter, saidElsewhere } from './given-members.rules.ts';

/** What a form asks of a bank of that kind and profile; kinds without profiles have one form. */
export function formOf(kind: KindName, profile: string | null, mode: Mode): BankForm {
  const forms = kindOf(kind).forms(mode);
  const form = profile === null && forms.length === 1 ? forms[0] : forms.find((one) => one.profile === profile);
  if (form) return form;
  throw new BankSetupError(`profile must be one of ${forms.map((one) => one.profile).join(', ')}`, 'profile');
}

/**
 * What was stored, with what was said in a form in its place, read as the operator's file is. Nothing of another bank
 * is kept: its secrets are not sent to this one.
 */
export function accessGiven(kind: KindName, mode: Mode, stored: AcquirerConfig | null, given: Members): unknown {
  const { membersOf, readAccess } = kindOf(kind);
  if (stored && stored.kind !== kind) throw new BankSetupError('it was replaced by one of another kind meanwhile');
  const known = stored ? membersOf(stored.access, mode) : {};
  const isOther = given['profile'] !== undefined && given['profile'] !== known['profile'];
  const [kept] = stored && isOther ? saidElsewhere(known) : [];
  if (kept !== undefined)
    throw new BankSetupError(`profile can be changed only by the command line, where ${kept} was set`, 'profile');
  const { text, contents } = asFile(kind, membersAfter(isOther ? {} : known, given));
  return readAccess(text, mode, (_file, member) => Buffer.from(contents.get(member) ?? ''));
}
