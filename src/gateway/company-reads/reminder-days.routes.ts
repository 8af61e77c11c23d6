import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../ground/deps.ts';
import { limitByMerchant } from '../../ground/limits/request-rates.ts';
import { callerOf } from '../../parties/accounts/authenticate.ts';
import { changeReminders } from '../../parties/companies/change-reminders.ts';
import { CompanyParams } from '../../parties/companies/companies.schemas.ts';
import { companyInPath } from '../../parties/companies/company-in-path.ts';
import { ReminderDays } from './establishments.schemas.ts';

/** A person sets them; a program that changes them all the time would fill the audit log. */
const CHANGES_PER_MINUTE = 20;

export function reminderDayRoutes(server: FastifyInstance, deps: Deps): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();
  app.put(
    '/companies/:id/reminders',
    {
      config: { permission: 'manage' },
      preHandler: limitByMerchant(server, deps, CHANGES_PER_MINUTE, 'changes of reminders'),
      schema: {
        tags: ['companies'],
        summary: 'Say on which days payers of boletos are reminded by e-mail',
        description:
          'The whole list takes the place of the one before; [] sends none. Mails go out from 09:00 in São Paulo on, ' +
          'on the next day on which banks work, for boletos that were ordered by the interface or at the dashboard ' +
          'and can still be paid; at most one a day to an address. Nothing is sent where the operator has set no ' +
          'mail server.',
        params: CompanyParams,
        body: Type.Object({ reminder_days: ReminderDays }),
        response: { 200: Type.Object({ company_id: Type.Integer(), reminder_days: ReminderDays }) },
      },
    },
    async (request) => {
      const { merchantId } = callerOf(request);
      const companyId = await companyInPath(deps, merchantId, request.params);
      const days = await changeReminders(deps, merchantId, companyId, request.body.reminder_days);
      return { company_id: companyId, reminder_days: days };
    },
  );
}
