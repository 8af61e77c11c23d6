import { listChargingAcquirers } from '../../../gateway/bank-access/fit-acquirers.ts';
import { changePayoutTerms } from '../../../gateway/payouts/terms/change-payout-terms.ts';
import { findPayoutTerms } from '../../../gateway/payouts/terms/payout-terms.sql.ts';
import { type ChangeOthers, type CompanyChange, changeCompany } from '../../../parties/companies/change-company.ts';
import type { CompanyOverview } from '../../../parties/companies/operator.sql.ts';
import { readReminderDays } from '../../../parties/companies/reminder-days.rules.ts';
import type { PaymentPlan } from '../../../parties/companies/seller.ts';
import { CliError, command } from '../command.ts';
import { type CliDeps, withDatabase } from '../database.ts';
import { readCentsOrNone, readId, readSwitch, readWhole } from '../values.ts';
import {
  describePayoutTerms,
  PAYOUT_OPTIONS,
  payoutTermsJson,
  readPayoutTerms,
  refuseUnfitPayoutAcquirer,
} from './payout-options.ts';
import { parseSplit, resolveSplit } from './split-option.ts';

type Options = Record<string, string | undefined>;

const option = (description: string, valueHint?: string) =>
  ({ type: 'string', description, ...(valueHint === undefined ? {} : { valueHint }) }) as const;

function planOptions<Prefix extends string>(prefix: Prefix, label: string) {
  return {
    [`${prefix}-fee-fixed`]: option(`fixed fee of a ${label} payment`, 'cents'),
    [`${prefix}-fee-bp`]: option(`fee of a ${label} payment in hundredths of a percent of the total`, 'basis points'),
    [`${prefix}-settlement-days`]: option(`business days until ${label} money is available; 0 means at once`, 'days'),
    [`${prefix}-enabled`]: {
      type: 'enum',
      options: ['true', 'false'],
      description: `whether the company takes ${label}`,
    },
    [`${prefix}-acquirer`]: option(`name of the acquirer that issues its ${label} payments from now on`, 'name'),
    [`${prefix}-fee-on-refund`]: {
      type: 'enum',
      options: ['returned', 'kept'],
      description: `the ${label} fee when a payment is refunded`,
    },
  } as const;
}

/** For the help text. */
const PARTICIPANT_KEYS = '"company_id","merchantType","type","chargeFee","discountGrossAmount","amountSplit"';

export const companySet = command({
  name: 'set',
  description: 'Change a company: fees and split for new orders, settlement and retention from the next approval on',
  examples: [
    'vintem company set 4 --pix-fee-bp 99 --pix-settlement-days 1',
    'vintem company set 4 --pix-acquirer itau',
    'vintem company set 4 --retention-bp 1000 --retention-days 30',
    'vintem company set 4 --confirm-above 50000',
    'vintem company set 4 --reminders -3,0,3',
    'vintem company set 4 --payout-acquirer itau --payout-fee 100 --payout-day 5000000',
    'vintem company set 4 --status INACTIVE',
  ],
  args: {
    id: { type: 'positional', required: false, description: 'id of the company' },
    company: option('id of the company, where it is not given first', 'id'),
    name: option('name shown to payers'),
    status: { type: 'enum', options: ['ACTIVE', 'INACTIVE'], description: 'an inactive company takes no orders' },
    ...planOptions('pix', 'PIX'),
    ...planOptions('invoice', 'boleto'),
    'retention-bp': option('part of each net amount that is retained, in hundredths of a percent', 'basis points'),
    'retention-days': option('days for which it is retained after settlement', 'days'),
    'payer-receipts': {
      type: 'enum',
      options: ['on', 'off'],
      description: 'whether payers get a receipt by e-mail when they have paid (needs SMTP_URL)',
    },
    'confirm-above': option(
      'a refund of more than that asks at the dashboard for a password given in the last ten minutes; none: never',
      'cents|none',
    ),
    'late-caps': {
      type: 'enum',
      options: ['on', 'off'],
      description: 'whether a fine is at most 2 % and interest at most 1 % a month, as consumer law has it',
    },
    reminders: option(
      'days from the due date on which payers of boletos get a reminder by e-mail, such as -3,0,3 (needs SMTP_URL)',
      'days|off',
    ),
    ...PAYOUT_OPTIONS,
    split: option(`the whole fixed split, [] for none: [{${PARTICIPANT_KEYS}}]`, 'json'),
  },
  async run(args) {
    const options = args as unknown as Options;
    const companyId = readCompanyId(args.id, args.company);
    const settings = readSettings(options);
    const plans = { pix: readPlan(options, 'pix'), invoice: readPlan(options, 'invoice') };
    const listed = options['split'] === undefined ? null : parseSplit(options['split']);
    const payerReceipts = readSwitch(options['payer-receipts']);
    const confirmAboveCents = readCentsOrNone('--confirm-above', options['confirm-above']);
    const lateCaps = readSwitch(options['late-caps']);
    const reminderDays = options['reminders'] === undefined ? undefined : readReminderDays(options['reminders']);
    const payouts = readPayoutTerms(options);
    const isUnchanged = [settings, plans.pix, plans.invoice, payouts].every(
      (change) => Object.keys(change).length === 0,
    );
    const others = [payerReceipts, confirmAboveCents, lateCaps, reminderDays];
    if (isUnchanged && !listed && others.every((other) => other === undefined)) {
      throw new CliError('nothing to change: give at least one option besides the id of the company');
    }
    const { company, terms } = await withDatabase(async (deps) => {
      await refuseUnknownAcquirers(deps, plans);
      await refuseUnfitPayoutAcquirer(deps, payouts);
      const split = listed && (await resolveSplit(deps.db, listed));
      const change = { settings, plans, split, payerReceipts, confirmAboveCents, lateCaps, reminderDays };
      const changePayouts: ChangeOthers = (tx, of) => changePayoutTerms(tx, of, payouts);
      const isAboutPayouts = Object.keys(payouts).length > 0;
      const company = await changeCompany(deps, companyId, change, isAboutPayouts ? changePayouts : undefined);
      return { company, terms: await findPayoutTerms(deps.db, companyId) };
    });
    return {
      lines: [...describe(company), ...describePayoutTerms(terms)],
      json: { ...company, payouts: payoutTermsJson(terms) },
    };
  },
});

function readSettings(options: Options): CompanyChange['settings'] {
  const { name, status } = options;
  return {
    ...(name === undefined ? {} : { name }),
    ...(status === undefined ? {} : { status: status as 'ACTIVE' | 'INACTIVE' }),
    ...whole(options, 'retention-bp', 'retention_basis_points'),
    ...whole(options, 'retention-days', 'retention_days'),
  };
}

function readPlan(options: Options, prefix: 'pix' | 'invoice'): CompanyChange['plans']['pix'] {
  const enabled = options[`${prefix}-enabled`];
  const acquirer = options[`${prefix}-acquirer`];
  const feeOnRefund = options[`${prefix}-fee-on-refund`];
  return {
    ...whole(options, `${prefix}-fee-fixed`, 'fee_fixed_cents'),
    ...whole(options, `${prefix}-fee-bp`, 'fee_basis_points'),
    ...whole(options, `${prefix}-settlement-days`, 'settlement_days'),
    ...(enabled === undefined ? {} : { enabled: enabled === 'true' }),
    ...(acquirer === undefined ? {} : { acquirer }),
    ...(feeOnRefund === undefined ? {} : { fee_on_refund: feeOnRefund as PaymentPlan['fee_on_refund'] }),
  };
}

function readCompanyId(first: string | undefined, named: string | undefined): number {
  if (first !== undefined && named !== undefined) throw new CliError('give the id of the company once');
  if (named !== undefined) return readId('--company', named);
  if (first === undefined) throw new CliError('which company? vintem company set ID …');
  return readId('the company', first);
}

/** Those of a kind that charges that type, and the sandbox's own, which live never uses. */
async function refuseUnknownAcquirers({ db }: CliDeps, plans: CompanyChange['plans']): Promise<void> {
  const mode = process.env['VINTEM_MODE'] === 'live' ? 'live' : 'sandbox';
  for (const prefix of ['pix', 'invoice'] as const) {
    const { acquirer } = plans[prefix];
    if (acquirer === undefined || acquirer === null) continue;
    const known = await listChargingAcquirers(db, mode, prefix);
    if (known.includes(acquirer)) continue;
    const choice = known.length > 0 ? `known: ${known.join(', ')}` : 'this mode has none yet';
    throw new CliError(`--${prefix}-acquirer: unknown acquirer "${acquirer}"; ${choice}`);
  }
}

function whole<Key extends string>(options: Options, name: string, key: Key): { [K in Key]?: number } {
  const text = options[name];
  return (text === undefined ? {} : { [key]: readWhole(`--${name}`, text) }) as { [K in Key]?: number };
}

function describe(company: CompanyOverview): string[] {
  const plans = company.plans.map(
    (plan) =>
      `  ${plan.payment_type}: ${plan.enabled ? 'enabled' : 'disabled'}, ` +
      `fee ${plan.fee_fixed_cents} cents + ${plan.fee_basis_points} bp (${plan.fee_on_refund} on refund), ` +
      `settles after ${plan.settlement_days} business days` +
      `${plan.acquirer === null ? '' : `, issued by ${plan.acquirer}`}`,
  );
  const split = company.split.map(
    (part) =>
      `  split: company ${part.company_id} ${part.merchantType} ` +
      `${part.amountSplit} ${part.type === 'FIXED' ? 'cents' : 'bp'}` +
      `${part.type === 'PERCENTAGE' && part.discountGrossAmount ? ' of the gross' : ''}` +
      `${part.chargeFee ? ', bears the fee' : ''}`,
  );
  return [
    `company ${company.id} ${company.name} is ${company.status}`,
    ...plans,
    `  retention: ${company.retention_basis_points} bp for ${company.retention_days} days`,
    `  refunds at the dashboard ask for the password again: ${
      company.confirm_above_cents === null ? 'never' : `above ${company.confirm_above_cents} cents`
    }`,
    `  receipts to payers by e-mail: ${company.payer_receipts ? 'on' : 'off'}`,
    `  fine and interest of boletos: ${company.late_caps ? 'at most 2 % and 1 % a month' : 'not capped'}`,
    `  reminders of boletos by e-mail: ${remindersText(company.reminder_days)}`,
    ...split,
  ];
}

function remindersText(days: readonly number[] | null): string {
  return days === null ? 'off' : `${days.join(', ')} days from the due date`;
}
