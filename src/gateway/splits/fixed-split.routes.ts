import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../ground/deps.ts';
import { limitByMerchant } from '../../ground/limits/request-rates.ts';
import { readPathId } from '../../ground/lists/list-query.rules.ts';
import { refuseBelowMinimum } from '../../ground/money/minimum-amount.ts';
import { callerOf } from '../../parties/accounts/authenticate.ts';
import { CompanyParams } from '../../parties/companies/companies.schemas.ts';
import { companyInPath } from '../../parties/companies/company-in-path.ts';
import { findSellerOfMerchantById } from '../../parties/companies/sellers.sql.ts';
import { refuseCompany } from '../../parties/companies/sellers.ts';
import { CHARGE_TYPES } from '../../rails/acquirers/acquirer.ts';
import type { WithAcquirers } from '../../rails/acquirers/registry.ts';
import { changeFixedSplit } from './change-fixed-split.ts';
import { dividePayment } from './division.rules.ts';
import { findParticipants } from './find-participants.ts';
import { refuseMisspeltSplit, refuseUnnamed } from './participants.rules.ts';
import { FixedParticipants, FixedSplit, MAX_TOTAL_CENTS, SimulatedSplit } from './splits.schemas.ts';
import { fixedParticipant, simulatedSplit } from './splits.wire.ts';

/** A person edits a split; a program that changes it all the time would hold up its own orders. */
const CHANGES_PER_MINUTE = 60;

const SplitBody = Type.Object({ splitParticipants: FixedParticipants });

const SimulateBody = Type.Object({
  payment: Type.Object({ type: Type.Enum([...CHARGE_TYPES]) }),
  total: Type.Integer({ minimum: 1, maximum: MAX_TOTAL_CENTS, description: 'cents' }),
  splitParticipants: Type.Optional(FixedParticipants),
});

export function fixedSplitRoutes(server: FastifyInstance, deps: Deps & WithAcquirers): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();
  const tags = ['companies'];

  app.put(
    '/companies/:id/split',
    {
      config: { permission: 'manage', hasSplit: true },
      preHandler: limitByMerchant(server, deps, CHANGES_PER_MINUTE, 'changes of splits'),
      schema: {
        tags,
        summary: 'Replace the fixed split of a company',
        description:
          'The whole list takes the place of the one before; [] removes it. Every rule of a split holds that needs ' +
          'no total. New orders follow it within five seconds; payments that exist keep the split they were made with.',
        params: CompanyParams,
        body: SplitBody,
        response: { 200: Type.Object({ company_id: Type.Integer(), split: FixedSplit }) },
      },
    },
    async (request) => {
      refuseMisspeltSplit(request.body);
      refuseUnnamed(request.body.splitParticipants);
      const { merchantId } = callerOf(request);
      const companyId = await companyInPath(deps, merchantId, request.params);
      const participants = await changeFixedSplit(deps, merchantId, companyId, request.body.splitParticipants);
      return { company_id: companyId, split: participants.map(fixedParticipant) };
    },
  );

  app.post(
    '/companies/:id/split/simulate',
    {
      config: { permission: 'read', hasSplit: true },
      schema: {
        tags,
        summary: 'Show what each establishment would receive under a fixed split; changes nothing',
        description:
          'With splitParticipants: as if they were the fixed split of the company. Without: under the one that it ' +
          'has now. Refused as an order of that total would be.',
        params: CompanyParams,
        body: SimulateBody,
        response: { 200: SimulatedSplit },
      },
    },
    async (request) => {
      const { payment, total, splitParticipants } = request.body;
      refuseMisspeltSplit(request.body);
      if (splitParticipants) refuseUnnamed(splitParticipants);
      const { merchantId } = callerOf(request);
      const companyId = readPathId(request.params);
      const found = await findSellerOfMerchantById(deps.db, merchantId, companyId, payment.type, []);
      const { seller } = found ?? (await refuseCompany(deps.db, merchantId, companyId));
      refuseBelowMinimum(total);
      const acquirer = deps.acquirers.charging(payment.type, seller.plan);
      const proposed = splitParticipants && (await findParticipants(deps.db, merchantId, companyId, splitParticipants));
      const judged = proposed ? { ...seller, standing: [] } : seller;
      return simulatedSplit(total, dividePayment(judged, payment.type, acquirer, total, proposed ?? []));
    },
  );
}
