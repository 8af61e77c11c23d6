import { type Change, changedGroups } from './changes.ts';
import type { Company, Plan, RailsChange } from './companies.queries.ts';

/** Cents, or no limit; `undefined` while what stands there is no amount. */
export type Limit = number | null | undefined;

interface RailDraft {
  enabled: boolean;
  acquirer: string | null;
}

export interface RailsDraft {
  own: {
    name: string;
    status: Company['status'];
    payer_receipts: boolean;
    late_caps: boolean;
    confirm_above: Limit;
    /** Days from the due date with commas between them; `off`: none. */
    reminders: string;
  };
  pix: RailDraft;
  invoice: RailDraft;
  payouts: {
    acquirer: string | null;
    minimum: number | undefined;
    most: Limit;
    day: Limit;
    to_others: boolean;
    needs_approval: boolean;
  };
}

export function railsOf(company: Company): RailsDraft {
  const { name, status, payer_receipts, late_caps, confirm_above, plans } = company;
  const railOf = (type: Plan['payment_type']): RailDraft => {
    const plan = plans.find(({ payment_type }) => payment_type === type);
    return { enabled: plan?.enabled ?? false, acquirer: plan?.acquirer ?? null };
  };
  const { acquirer, minimum, most, day, to_others, needs_approval } = company.payouts;
  return {
    own: { name, status, payer_receipts, late_caps, confirm_above, reminders: textOfDays(company.reminder_days) },
    pix: railOf('pix'),
    invoice: railOf('invoice'),
    payouts: { acquirer, minimum, most, day, to_others, needs_approval },
  };
}

/** As the interface takes it, where what is the establishment's own stands in no group. */
export function railsChange(changes: readonly Change<RailsDraft>[]): RailsChange {
  const { own, ...others } = changedGroups(changes);
  const { reminders, ...rest } = (own ?? {}) as Partial<RailsDraft['own']>;
  const reminder_days = reminders === undefined ? {} : { reminder_days: daysOfText(reminders) };
  return { ...rest, ...reminder_days, ...others } as RailsChange;
}

const OFF = 'off';

/** A field holds one value, so that both sides can be compared. */
export function textOfDays(days: readonly number[]): string {
  return days.length === 0 ? OFF : [...days].sort((one, other) => one - other).join(',');
}

export function daysOfText(text: string): number[] {
  return text === OFF ? [] : text.split(',').map(Number);
}
