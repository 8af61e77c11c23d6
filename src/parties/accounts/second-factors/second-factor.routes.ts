import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../../ground/deps.ts';
import { invalidField } from '../../../ground/errors.ts';
import { addressKeyOf } from '../../../ground/limits/caller-address.ts';
import { limitByMerchant } from '../../../ground/limits/request-rates.ts';
import { renderQrPng } from '../../../ground/text/qr-image.ts';
import type { WithWebhooks } from '../../../ground/webhook-sender.ts';
import { Password } from '../account.schemas.ts';
import { MAX_OTP_LENGTH } from '../auth.routes.ts';
import { userOf } from '../authenticate.ts';
import { checkPassword } from '../passwords/check-password.ts';
import { beginSecondFactor } from './begin-second-factor.ts';
import { confirmSecondFactor } from './confirm-second-factor.ts';
import { disableSecondFactor } from './disable-second-factor.ts';
import { renewRecoveryCodes } from './renew-recovery-codes.ts';
import { countRecoveryCodes, findSecondFactor, findSecondFactorDuty } from './second-factors.sql.ts';

/** Each draws a picture. */
const BEGUN_PER_MINUTE = 20;

const Otp = Type.String({
  minLength: 1,
  maxLength: MAX_OTP_LENGTH,
  description: 'six digits of the authenticator; blanks do not matter',
});
const BothFactors = Type.Object({ password: Password, otp: Otp });
const RecoveryCodes = Type.Object({
  recovery_codes: Type.Array(Type.String(), { description: 'each logs in once instead of a code; shown this once' }),
});
const State = Type.Object({
  status: Type.Enum(['OFF', 'PENDING', 'ON'], { description: 'PENDING: begun, and not confirmed by a code' }),
  required: Type.Boolean({ description: 'the merchant requires it of everybody' }),
  confirmed_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  recovery_codes_left: Type.Integer(),
});
const Begun = Type.Object({
  secret: Type.String({ description: 'base32, to type into an authenticator; shown this once' }),
  otpauth_url: Type.String({ description: 'the same and more, for authenticators' }),
  qr_png: Type.String({ description: 'a picture of that address as a data: URL' }),
});

/** One's own second factor: codes by time, as authenticators make them (RFC 6238). */
export function secondFactorRoutes(server: FastifyInstance, deps: Deps & WithWebhooks): void {
  settingUp(server, deps);
  changing(server, deps);
}

const tags = ['users'];
const own = { permission: 'own' as const };

function settingUp(server: FastifyInstance, deps: Deps & WithWebhooks): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();

  app.get(
    '/users/me/second-factor',
    {
      config: { ...own, isForSettingUp: true },
      schema: {
        tags,
        summary: 'Read how your second factor stands',
        description: 'Says neither the secret nor the recovery codes.',
        response: { 200: State },
      },
    },
    async (request) => {
      const user = userOf(request);
      const [factor, { isRequired }, codes] = await Promise.all([
        findSecondFactor(deps.db, user),
        findSecondFactorDuty(deps.db, user),
        countRecoveryCodes(deps.db, user),
      ]);
      const confirmedAt = factor?.confirmedAt ?? null;
      return {
        status: confirmedAt ? ('ON' as const) : factor ? ('PENDING' as const) : ('OFF' as const),
        required: isRequired,
        confirmed_at: confirmedAt?.toISOString() ?? null,
        recovery_codes_left: codes,
      };
    },
  );

  app.post(
    '/users/me/second-factor',
    {
      config: { ...own, isForSettingUp: true },
      preHandler: limitByMerchant(server, deps, BEGUN_PER_MINUTE, 'second factors'),
      // Without a body means without a password.
      preValidation: async (request) => {
        request.body ??= {};
      },
      schema: {
        tags,
        summary: 'Begin to set up a second factor',
        description:
          'Answers a secret for an authenticator. Nothing changes until it is confirmed by a code; asking again ' +
          'makes another. With a token the password is needed; at the dashboard a fresh login is enough.',
        body: Type.Object({ password: Type.Optional(Password) }),
        response: { 201: Begun },
      },
    },
    async (request, reply) => {
      const user = userOf(request);
      if (!request.session) {
        if (request.body.password === undefined) throw invalidField('password', 'is needed with a token');
        await checkPassword(deps, user, request.body.password, addressKeyOf(request.ip));
      }
      const { secret, url } = await beginSecondFactor(deps, user);
      const qr_png = `data:image/png;base64,${renderQrPng(url).toString('base64')}`;
      return reply.code(201).send({ secret, otpauth_url: url, qr_png });
    },
  );

  app.post(
    '/users/me/second-factor/confirm',
    {
      config: { ...own, isForSettingUp: true },
      schema: {
        tags,
        summary: 'Switch your second factor on by its first code',
        description:
          'Answers ten recovery codes for who loses the device. Ends every token and every session of yours but the ' +
          'session that asks.',
        body: Type.Object({ otp: Otp }),
        response: { 200: RecoveryCodes },
      },
    },
    async (request) => {
      const user = userOf(request);
      return { recovery_codes: await confirmSecondFactor(deps, user, request.session, request.body.otp) };
    },
  );
}

function changing(server: FastifyInstance, deps: Deps & WithWebhooks): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();

  app.post(
    '/users/me/second-factor/recovery-codes',
    {
      config: own,
      schema: {
        tags,
        summary: 'Make other recovery codes',
        description: 'The ones before are of no more use. A wrong password counts as a failed login.',
        body: BothFactors,
        response: { 200: RecoveryCodes },
      },
    },
    async (request) => {
      const user = userOf(request);
      return { recovery_codes: await renewRecoveryCodes(deps, user, request.body, addressKeyOf(request.ip)) };
    },
  );

  app.post(
    '/users/me/second-factor/disable',
    {
      config: own,
      schema: {
        tags,
        summary: 'Switch your second factor off',
        description:
          'Needs the password and a code, or a recovery code. Not while the merchant requires one: 400 ' +
          '`OTP_REQUIRED_BY_MERCHANT`.',
        body: BothFactors,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const user = userOf(request);
      await disableSecondFactor(deps, user, request.body, addressKeyOf(request.ip));
      return reply.code(204).send(null);
    },
  );
}
