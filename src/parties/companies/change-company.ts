import { type Tx, withTransaction } from '../../ground/db/transaction.ts';
import type { Deps } from '../../ground/deps.ts';
import { type AuditDetails, bothSides } from '../audit-log/audit-log.rules.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import {
  type CompanySettings,
  type FixedParticipant,
  findPaymentPlan,
  lockCompanySettings,
  replaceFixedSplit,
  updateCompanySettings,
  upsertPaymentPlan,
} from './companies.sql.ts';
import { checkPlanTerms, checkRetention, readCompanyName, unknownCompany } from './company.rules.ts';
import { sidesOfCompany } from './company-sides.rules.ts';
import { updateConfirmAbove } from './confirm-above.sql.ts';
import { DEFAULT_PLANS } from './create-company.ts';
import { updateLateCaps } from './late-caps.sql.ts';
import { type CompanyOverview, findCompanyOverview } from './operator.sql.ts';
import { updatePayerReceipts } from './payer-receipts.sql.ts';
import { updateReminderDays } from './reminder-days.sql.ts';
import type { PaymentPlan, PaymentType } from './seller.ts';

export interface CompanyChange {
  settings: Partial<CompanySettings>;
  plans: Record<PaymentType, Partial<Omit<PaymentPlan, 'payment_type'>>>;
  /** Whether payers get a receipt by e-mail; undefined leaves it as it is. */
  payerReceipts?: boolean | undefined;
  /** Above so many cents the dashboard asks for the password again; null: never; undefined leaves it as it is. */
  confirmAboveCents?: number | null | undefined;
  /** Whether fine and interest of boletos are capped; undefined leaves it as it is. */
  lateCaps?: boolean | undefined;
  /** Days from the due date on which payers of boletos are reminded; null: never; undefined leaves it as it is. */
  reminderDays?: readonly number[] | null | undefined;
  /** Replaces the whole fixed split, which was checked before; null leaves it as it is. */
  split: FixedParticipant[] | null;
  /** Why, in the words of whoever changes it. */
  reason?: string;
}

/** Terms that a room above keeps about a company, as the audit log shows them. */
export interface OtherSides {
  /** Names of what was asked for. */
  changed: readonly string[];
  before: AuditDetails;
  after: AuditDetails;
}

/** Changes such terms in the transaction of everything else. */
export type ChangeOthers = (tx: Tx, company: { companyId: number; merchantId: number }) => Promise<OtherSides>;

const NO_OTHERS: ChangeOthers = async () => ({ changed: [], before: {}, after: {} });

/** Makes all of the changes or none. Existing payments keep the terms they were made under. */
export async function changeCompany(
  deps: Pick<Deps, 'db' | 'clock'>,
  companyId: number,
  change: CompanyChange,
  changeOthers = NO_OTHERS,
): Promise<CompanyOverview> {
  const now = await deps.clock.now();
  return withTransaction(deps.db, async (tx) => {
    const current = await lockCompanySettings(tx, companyId);
    if (!current) throw unknownCompany(companyId);
    const before = (await findCompanyOverview(tx, companyId)) as CompanyOverview;
    const settings = { ...current, ...change.settings };
    checkRetention(settings);
    await updateCompanySettings(tx, companyId, { ...settings, name: readCompanyName(settings.name) }, now);
    await changePlan(tx, companyId, 'pix', change.plans.pix);
    await changePlan(tx, companyId, 'invoice', change.plans.invoice);
    if (change.payerReceipts !== undefined) await updatePayerReceipts(tx, companyId, change.payerReceipts);
    if (change.confirmAboveCents !== undefined) await updateConfirmAbove(tx, companyId, change.confirmAboveCents);
    if (change.lateCaps !== undefined) await updateLateCaps(tx, companyId, change.lateCaps);
    if (change.reminderDays !== undefined) await updateReminderDays(tx, companyId, change.reminderDays);
    if (change.split) await replaceFixedSplit(tx, companyId, change.split);
    const overview = (await findCompanyOverview(tx, companyId)) as CompanyOverview;
    const others = await changeOthers(tx, { companyId, merchantId: overview.merchant_id });
    const sides = bothSides(
      { ...sidesOfCompany(before), ...others.before },
      { ...sidesOfCompany(overview), ...others.after },
    );
    await recordAudit(deps, tx, {
      merchantId: overview.merchant_id,
      action: 'company.changed',
      object: { kind: 'company', id: companyId },
      details: {
        changed: [...namesOf(change), ...others.changed],
        ...sides,
        ...(change.reason === undefined ? {} : { reason: change.reason }),
      },
    });
    return overview;
  });
}

function namesOf({ settings, plans, split, ...others }: CompanyChange): string[] {
  const planNames = Object.entries(plans).flatMap(([type, plan]) => Object.keys(plan).map((name) => `${type}.${name}`));
  return [
    ...Object.keys(settings),
    ...planNames,
    ...(others.payerReceipts === undefined ? [] : ['payer_receipts']),
    ...(others.confirmAboveCents === undefined ? [] : ['confirm_above_cents']),
    ...(others.lateCaps === undefined ? [] : ['late_caps']),
    ...(others.reminderDays === undefined ? [] : ['reminder_days']),
    ...(split ? ['split'] : []),
  ];
}

async function changePlan(
  tx: Tx,
  companyId: number,
  type: PaymentType,
  change: CompanyChange['plans'][PaymentType],
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  const current =
    (await findPaymentPlan(tx, companyId, type)) ?? DEFAULT_PLANS.find((plan) => plan.payment_type === type);
  const plan = { ...(current as PaymentPlan), ...change };
  checkPlanTerms(type, plan);
  await upsertPaymentPlan(tx, companyId, plan);
}
