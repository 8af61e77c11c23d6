import type { FixedParticipant } from '../../src/parties/companies/companies.sql.ts';
import type { PaymentPlan } from '../../src/parties/companies/seller.ts';
import type { SimDatabase } from './database.ts';
import { demand } from './demand.ts';
import type { SimCompany } from './fixtures.ts';

type Companies = readonly SimCompany[];

/**
 * The terms of establishments change between orders, and sometimes during one. The division of a payment freezes when
 * it is made, its settlement when it is approved. After each group of commands this records which terms new payments
 * and approvals may have: the present ones and, when a command of the group has changed them, those before it. One
 * command changes one thing, so that nothing lies in between.
 */
export class Terms {
  /** All terms that ever held, the present ones last. */
  readonly history: Companies[];
  readonly #ofPayment = new Map<number, Companies[]>();
  readonly #ofApproval = new Map<number, Companies[]>();
  /** The terms after the command that is under way. */
  #intended: Companies | null = null;
  #isAnswered = false;
  #lastPayment = 0;
  #lastJournal = 0;

  constructor(companies: Companies) {
    this.history = [companies];
  }

  get present(): Companies {
    return this.history.at(-1) ?? [];
  }

  get isChanging(): boolean {
    return this.#intended !== null;
  }

  ofPayment(paymentId: number): readonly Companies[] {
    return this.#ofPayment.get(paymentId) ?? [this.present];
  }

  ofApproval(paymentId: number): readonly Companies[] {
    return this.#ofApproval.get(paymentId) ?? [this.present];
  }

  intend(changed: SimCompany): void {
    this.#intended = this.present.map((company) => (company.id === changed.id ? changed : company));
  }

  answered(): void {
    this.#isAnswered = true;
  }

  async afterGroup(db: SimDatabase): Promise<void> {
    const possible = this.#intended ? [this.present, this.#intended] : [this.present];
    if (this.#intended) await this.#settle(db, this.#intended);
    const payments = await db.look<{ id: number }>('SELECT id FROM payments WHERE id > $1 ORDER BY id', [
      this.#lastPayment,
    ]);
    const approvals = await db.look<{ id: number; payment_id: number }>(
      `SELECT id, subject_id AS payment_id FROM ledger_journals WHERE id > $1 AND cause_kind = 'approval' ORDER BY id`,
      [this.#lastJournal],
    );
    for (const { id } of payments) this.#ofPayment.set(id, possible);
    for (const { payment_id } of approvals) this.#ofApproval.set(payment_id, possible);
    this.#lastPayment = payments.at(-1)?.id ?? this.#lastPayment;
    this.#lastJournal = approvals.at(-1)?.id ?? this.#lastJournal;
  }

  /** A command that died or lost its connection may or may not have changed them; only the database can tell. */
  async #settle(db: SimDatabase, intended: Companies): Promise<void> {
    const stored = await readTerms(db, this.present);
    const isDone = JSON.stringify(stored) === JSON.stringify(intended);
    const isUndone = JSON.stringify(stored) === JSON.stringify(this.present);
    demand(
      'terms are as the operator said',
      isDone || (isUndone && !this.#isAnswered),
      () => `stored ${JSON.stringify(stored)}, meant ${JSON.stringify(intended)}`,
    );
    if (isDone) this.history.push(intended);
    this.#intended = null;
    this.#isAnswered = false;
  }
}

async function readTerms(db: SimDatabase, companies: Companies): Promise<SimCompany[]> {
  const rows = await db.look<{ id: number; retention_basis_points: number; retention_days: number }>(
    'SELECT id, retention_basis_points, retention_days FROM companies ORDER BY id',
  );
  const plans = await db.look<PaymentPlan & { company_id: number }>(`SELECT company_id, payment_type, enabled,
     fee_fixed_cents,
    fee_basis_points, fee_on_refund, settlement_days, acquirer FROM company_payment_plans`);
  const splits = await db.look<FixedParticipant & { company_id: number }>(`SELECT company_id,
    participant_company_id AS "participantCompanyId", merchant_type AS "merchantType", type, charge_fee AS "chargeFee",
    discount_gross_amount AS "discountGrossAmount", amount_split AS "amountSplit"
    FROM company_split_participants ORDER BY company_id, position`);
  const withoutOwner = <Row extends { company_id: number }>({ company_id: _, ...rest }: Row) => rest;
  return companies.map((company) => {
    const row = rows.find(({ id }) => id === company.id);
    const planOf = (type: string) => {
      const plan = plans.find((other) => other.company_id === company.id && other.payment_type === type);
      return plan ? withoutOwner(plan) : null;
    };
    return {
      ...company,
      plans: { pix: planOf('pix') as PaymentPlan, invoice: planOf('invoice') as PaymentPlan },
      retentionBasisPoints: row?.retention_basis_points ?? 0,
      retentionDays: row?.retention_days ?? 0,
      fixedSplit: splits.filter((split) => split.company_id === company.id).map(withoutOwner),
    };
  });
}
