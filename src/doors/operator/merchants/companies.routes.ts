import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { listChargingAcquirers, listPayingAcquirers } from '../../../gateway/bank-access/fit-acquirers.ts';
import { changePayoutTerms } from '../../../gateway/payouts/terms/change-payout-terms.ts';
import type { PayoutTerms } from '../../../gateway/payouts/terms/payout-terms.rules.ts';
import { resolveFixedSplit } from '../../../gateway/splits/resolve-fixed-split.ts';
import { invalidField } from '../../../ground/errors.ts';
import { readPathId } from '../../../ground/lists/list-query.rules.ts';
import { type ChangeOthers, type CompanyChange, changeCompany } from '../../../parties/companies/change-company.ts';
import { checkReminderDays } from '../../../parties/companies/reminder-days.rules.ts';
import type { AllDeps } from '../../all-deps.ts';
import { Company, RailsBody, TermsBody } from './companies.schemas.ts';
import { readCompany } from './read-company.ts';

const tags = ['merchants'];
const NOTHING: CompanyChange = { settings: {}, plans: { pix: {}, invoice: {} }, split: null };

/** Establishments: what `vintem company set` changes, by the same operation. */
export function companyRoutes(server: FastifyInstance, deps: AllDeps): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();

  app.get(
    '/companies/:id',
    {
      config: { act: 'read' },
      schema: {
        tags,
        operationId: 'getCompany',
        summary: 'Read an establishment and its terms',
        response: { 200: Company },
      },
    },
    async (request) => readCompany(deps, readPathId(request.params)),
  );

  app.patch(
    '/companies/:id/terms',
    {
      config: { act: 'terms' },
      schema: {
        tags,
        operationId: 'changeTerms',
        summary: 'Change fees, settlement, retention and the fixed split of an establishment',
        description: 'For new orders, settlement and retention from the next approval on. Logged with both sides.',
        body: TermsBody,
        response: { 200: Company },
      },
    },
    async (request) => {
      const id = readPathId(request.params);
      const { split: listed, payout_fee: feeCents } = request.body;
      const split = listed ? await resolveFixedSplit(deps.db, listed, (index) => `split[${index}]`) : null;
      await change(deps, id, { ...termsOf(request.body), split }, { feeCents });
      return readCompany(deps, id);
    },
  );

  app.patch(
    '/companies/:id/rails',
    {
      // Null is a value here: nobody charges, no limit.
      config: {
        act: 'rails',
        keepNull: [
          'pix.acquirer',
          'invoice.acquirer',
          'confirm_above',
          'payouts.acquirer',
          'payouts.most',
          'payouts.day',
        ],
      },
      schema: {
        tags,
        operationId: 'changeRails',
        summary: 'Change who charges and pays out for an establishment, its caps and its rules',
        body: RailsBody,
        response: { 200: Company },
      },
    },
    async (request) => {
      const id = readPathId(request.params);
      const { pix, invoice, payouts = {} } = request.body;
      await refuseUnfit(deps, { pix: pix?.acquirer, invoice: invoice?.acquirer, payouts: payouts.acquirer });
      await change(deps, id, railsOf(request.body), payoutRulesOf(payouts));
      return readCompany(deps, id);
    },
  );
}

async function change(
  deps: AllDeps,
  companyId: number,
  wanted: CompanyChange,
  payouts: { [Key in keyof PayoutTerms]?: PayoutTerms[Key] | undefined },
): Promise<void> {
  const terms = given(payouts) as Partial<PayoutTerms>;
  const changePayouts: ChangeOthers = (tx, company) => changePayoutTerms(tx, company, terms);
  await changeCompany(deps, companyId, wanted, Object.keys(terms).length > 0 ? changePayouts : undefined);
}

/** Only what was asked for. */
function given<Fields extends object>(fields: Fields): Partial<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>;
}

function termsOf({ pix, invoice, retention, reason }: Static<typeof TermsBody>): CompanyChange {
  const planOf = ({ fee_fixed, ...plan }: NonNullable<typeof pix> = {}) =>
    given({ ...plan, fee_fixed_cents: fee_fixed }) as CompanyChange['plans']['pix'];
  const settings = { retention_basis_points: retention?.basis_points, retention_days: retention?.days };
  return {
    ...NOTHING,
    settings: given(settings) as CompanyChange['settings'],
    plans: { pix: planOf(pix), invoice: planOf(invoice) },
    reason,
  };
}

function railsOf(body: Static<typeof RailsBody>): CompanyChange {
  const { name, status, pix = {}, invoice = {}, reason } = body;
  return {
    ...NOTHING,
    settings: given({ name, status }) as CompanyChange['settings'],
    plans: { pix: pix as CompanyChange['plans']['pix'], invoice: invoice as CompanyChange['plans']['invoice'] },
    payerReceipts: body.payer_receipts,
    confirmAboveCents: body.confirm_above,
    lateCaps: body.late_caps,
    reminderDays: body.reminder_days && checkReminderDays('reminder_days', body.reminder_days),
    reason,
  };
}

function payoutRulesOf(payouts: NonNullable<Static<typeof RailsBody>['payouts']>) {
  return {
    acquirer: payouts.acquirer,
    minimumCents: payouts.minimum,
    mostCents: payouts.most,
    dayCents: payouts.day,
    toOthers: payouts.to_others,
    needsApproval: payouts.needs_approval,
  };
}

type Named = Record<'pix' | 'invoice' | 'payouts', string | null | undefined>;

async function refuseUnfit({ db, config: { mode } }: AllDeps, named: Named): Promise<void> {
  for (const rail of ['pix', 'invoice', 'payouts'] as const) {
    const name = named[rail];
    if (name === undefined || name === null) continue;
    const fit = rail === 'payouts' ? await listPayingAcquirers(db, mode) : await listChargingAcquirers(db, mode, rail);
    if (!fit.includes(name))
      throw invalidField(`${rail}.acquirer`, `must be one of ${fit.join(', ') || 'none that is configured yet'}`);
  }
}
