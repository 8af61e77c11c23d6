import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../ground/deps.ts';
import { callerOf, userOf } from '../accounts/authenticate.ts';
import { requireSecondFactor } from '../accounts/second-factors/require-second-factor.ts';
import { findMerchantSettings } from '../merchants/merchants.sql.ts';

const OtpRequired = Type.Boolean({ description: 'whether everybody who logs in needs a second factor' });
const Merchant = Type.Object({ id: Type.Integer(), name: Type.String(), otp_required: OtpRequired });

/** What holds for everybody of a merchant. */
export function merchantRoutes(server: FastifyInstance, deps: Deps): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();
  const tags = ['users'];
  const merchantOf = async (id: number) => {
    const { name, requires_otp } = await findMerchantSettings(deps.db, id);
    return { id, name, otp_required: requires_otp };
  };

  app.get(
    '/merchant',
    {
      schema: {
        tags,
        summary: 'Read your merchant',
        description: 'Its name, and whether it requires a second factor of everybody.',
        response: { 200: Merchant },
      },
    },
    async (request) => merchantOf(callerOf(request).merchantId),
  );

  app.patch(
    '/merchant',
    {
      config: { permission: 'manage' },
      schema: {
        tags,
        summary: 'Require a second factor of everybody, or no more',
        description:
          'Whoever asks has one of their own: 400 `OTP_NOT_ON`. When it begins, the sessions and tokens of users ' +
          'without one end. They are led to set it up when they log in at the dashboard; `POST /auth` answers 403 ' +
          '`OTP_SETUP_REQUIRED` until then.',
        body: Type.Object({ otp_required: OtpRequired }),
        response: { 200: Merchant },
      },
    },
    async (request) => {
      const user = userOf(request);
      const { merchantId } = callerOf(request);
      await requireSecondFactor(deps, user, request.body.otp_required);
      return merchantOf(merchantId);
    },
  );
}
