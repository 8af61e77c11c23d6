import { listPayingAcquirers } from '../../../gateway/bank-access/fit-acquirers.ts';
import type { PayoutTerms } from '../../../gateway/payouts/terms/payout-terms.rules.ts';
import { listConfigs } from '../../../rails/acquirers/configs.sql.ts';
import { CliError } from '../command.ts';
import type { CliDeps } from '../database.ts';
import { readCentsOrNone, readSwitch, readWhole } from '../values.ts';

type Options = Record<string, string | undefined>;

const text = (description: string, valueHint: string) => ({ type: 'string', description, valueHint }) as const;
const onOff = (description: string) => ({ type: 'enum' as const, options: ['on', 'off'], description });

/** What the operator agrees with a company about its payouts. */
export const PAYOUT_OPTIONS = {
  'payout-acquirer': text(
    'name of the acquirer that sends its payouts from now on; none: the sandbox’s own, in live nobody',
    'name|none',
  ),
  'payout-fee': text('what a payout costs the company', 'cents'),
  'payout-minimum': text('the least that a payout may be', 'cents'),
  'payout-most': text('the most that one payout may be', 'cents|none'),
  'payout-day': text('the most that all payouts of a day (São Paulo) may be', 'cents|none'),
  'payout-to-others': onOff('whether money may go to another document than the company’s own'),
  'payout-approval': onOff('whether a second person has to approve each payout, scheduled ones too'),
} as const;

export function readPayoutTerms(options: Options): Partial<PayoutTerms> {
  const acquirer = options['payout-acquirer'];
  const read = {
    acquirer: acquirer === 'none' ? null : acquirer,
    feeCents: readCents(options, 'payout-fee'),
    minimumCents: readCents(options, 'payout-minimum'),
    mostCents: readCentsOrNone('--payout-most', options['payout-most']),
    dayCents: readCentsOrNone('--payout-day', options['payout-day']),
    toOthers: readSwitch(options['payout-to-others']),
    needsApproval: readSwitch(options['payout-approval']),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

function readCents(options: Options, name: string): number | undefined {
  const text = options[name];
  return text === undefined ? undefined : readWhole(`--${name}`, text);
}

/** Those of a kind that sends payouts, and the sandbox's own, which live never uses. */
export async function refuseUnfitPayoutAcquirer({ db }: CliDeps, { acquirer }: Partial<PayoutTerms>): Promise<void> {
  if (acquirer === undefined || acquirer === null) return;
  const known = await listPayingAcquirers(db, process.env['VINTEM_MODE'] === 'live' ? 'live' : 'sandbox');
  if (known.includes(acquirer)) return;
  const isThere = (await listConfigs(db)).some(({ name }) => name === acquirer);
  const problem = isThere ? `${acquirer} sends no payouts` : `unknown acquirer "${acquirer}"`;
  const choice = known.length > 0 ? `those that do: ${known.join(', ')}` : 'this mode has none that does yet';
  throw new CliError(`--payout-acquirer: ${problem}; ${choice}`);
}

export function describePayoutTerms(terms: PayoutTerms): string[] {
  const { acquirer, feeCents, minimumCents, mostCents, dayCents, toOthers, needsApproval } = terms;
  const limit = (cents: number | null) => (cents === null ? 'any amount' : `at most ${cents} cents`);
  return [
    `  payouts: by ${acquirer ?? 'the acquirer of the mode'}, fee ${feeCents} cents, at least ${minimumCents} cents, ` +
      `${limit(mostCents)} at a time, ${limit(dayCents)} a day`,
    `  payouts go ${toOthers ? 'to anybody' : 'to the company’s own document alone'}` +
      `${needsApproval ? ', and a second person approves each' : ''}`,
  ];
}

/** In the words of the table. */
export function payoutTermsJson(terms: PayoutTerms) {
  return {
    acquirer: terms.acquirer,
    fee_cents: terms.feeCents,
    minimum_cents: terms.minimumCents,
    most_cents: terms.mostCents,
    day_cents: terms.dayCents,
    to_others: terms.toOthers,
    needs_approval: terms.needsApproval,
  };
}
