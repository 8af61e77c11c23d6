import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../ground/deps.ts';
import { ApiError, invalidField } from '../../ground/errors.ts';
import { addressOf, limitPerHour, limitPerMinute, type RateCheck } from '../../ground/limits/request-rates.ts';
import { checkEmail } from '../accounts/account.rules.ts';
import { Email, LinkToken, Password, PersonName } from '../accounts/account.schemas.ts';
import { invalidLink } from '../accounts/account-links.rules.ts';
import { MAX_LOGIN_BYTES } from '../accounts/auth.routes.ts';
import { normalizeEmail } from '../accounts/log-in.ts';
import { findLiveReset } from '../accounts/passwords/password-resets.sql.ts';
import { resetPassword } from '../accounts/passwords/reset-password.ts';
import { sendResetLink } from '../accounts/passwords/send-reset-link.ts';
import type { PostOffice } from '../accounts/post-office.ts';
import { beginSession, hashOfToken } from '../accounts/sessions/open-session.ts';
import { refuseForeign } from '../accounts/sessions/sessions.ts';
import { answerLoggedIn, visitorOf } from '../accounts/sessions/who-is-logged-in.ts';
import { entranceOf } from '../merchants/installation.rules.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { askToSignUp } from './ask-to-sign-up.ts';
import { openInvitation } from './invitation-by-token.ts';
import { CompanyForm } from './people.schemas.ts';
import { type SignUpForm, signUp } from './sign-up.ts';

const OPENED_PER_MINUTE = 120;
const ACCEPTED_PER_MINUTE = 20;
const RESETS_PER_MINUTE = 5;
/** Each leaves a merchant behind. */
const SIGN_UPS_PER_HOUR = 5;
const SIGN_UPS_OF_ALL_PER_HOUR = 100;

/**
 * How somebody comes in who has no password yet, or not any more. These belong to the dashboard and are no part of the
 * documented interface; whoever sends them holds a link or nothing at all, so they are limited before anything is read.
 */
export function entranceRoutes(server: FastifyInstance, deps: Deps, postOffice: PostOffice): void {
  joining(server, deps, postOffice);
  otherPasswords(server, deps, postOffice);
}

const byAddress = (server: FastifyInstance, deps: Deps, perMinute: number) =>
  limitPerMinute(server, deps, addressOf, perMinute, 'requests of this kind');

/** What each of them begins with. */
const entrance = (deps: Deps, ...limits: RateCheck[]) => ({
  config: { isPublic: true },
  bodyLimit: MAX_LOGIN_BYTES,
  onRequest: [async (request: FastifyRequest) => refuseForeign(deps, request), ...limits],
});

function joining(server: FastifyInstance, deps: Deps, postOffice: PostOffice): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();

  app.get(
    '/dashboard/config',
    { ...entrance(deps, byAddress(server, deps, OPENED_PER_MINUTE)), schema: { hide: true } },
    async () => ({
      mode: deps.config.mode,
      sign_up: canSignUp(deps, postOffice),
      sign_up_by_mail: postOffice.isOpen,
      password_reset: postOffice.isOpen,
    }),
  );

  app.post(
    '/dashboard/invitation/open',
    {
      ...entrance(deps, byAddress(server, deps, OPENED_PER_MINUTE)),
      schema: { hide: true, body: Type.Object({ token: LinkToken }) },
    },
    async (request) => {
      const { merchantId, merchantName, email, name, role, expiresAt } = await openInvitation(deps, request.body.token);
      const kind = merchantId === null ? 'merchant' : 'user';
      return { kind, email, name, role, merchant: { name: merchantName }, expires_at: expiresAt.toISOString() };
    },
  );

  app.post(
    '/dashboard/invitation',
    {
      ...entrance(deps, byAddress(server, deps, ACCEPTED_PER_MINUTE)),
      schema: {
        hide: true,
        body: Type.Object({
          token: LinkToken,
          name: PersonName,
          password: Password,
          company: Type.Optional(CompanyForm),
        }),
      },
    },
    async (request, reply) => {
      const visitor = visitorOf(request);
      const user = await acceptInvitation(deps, request.body, visitor.address);
      return answerLoggedIn(deps, reply, await beginSession(deps, user, visitor));
    },
  );

  app.post(
    '/dashboard/sign-up',
    {
      ...entrance(
        deps,
        limitPerHour(server, deps, addressOf, SIGN_UPS_PER_HOUR, 'sign-ups of one address'),
        limitPerHour(server, deps, () => 'all', SIGN_UPS_OF_ALL_PER_HOUR, 'sign-ups'),
      ),
      schema: {
        hide: true,
        // Where mails are sent, the address alone: the rest is asked for behind its link.
        body: Type.Object({
          email: Email,
          name: Type.Optional(PersonName),
          password: Type.Optional(Password),
          company: Type.Optional(CompanyForm),
        }),
      },
    },
    async (request, reply) => {
      if (!canSignUp(deps, postOffice)) throw new ApiError('SIGN_UP_OFF', 'nobody signs up here without an invitation');
      const { email } = request.body;
      checkEmail(normalizeEmail(email));
      if (postOffice.isOpen) {
        postOffice.later(() => askToSignUp(deps, postOffice, email));
        return reply.code(202).send({});
      }
      const visitor = visitorOf(request);
      const user = await signUp(deps, readSignUp(request.body), visitor.address);
      return answerLoggedIn(deps, reply, await beginSession(deps, user, visitor));
    },
  );
}

/** In live nobody takes an address that they have not shown to be theirs. */
function canSignUp({ config }: Deps, { isOpen }: PostOffice): boolean {
  return config.signUp && (isOpen || config.mode === 'sandbox');
}

function readSignUp({ email, name, password, company }: Partial<SignUpForm> & { email: string }): SignUpForm {
  if (name === undefined) throw invalidField('name', 'is required');
  if (password === undefined) throw invalidField('password', 'is required');
  if (company === undefined) throw invalidField('company', 'is required');
  return { email, name, password, company };
}

function otherPasswords(server: FastifyInstance, deps: Deps, postOffice: PostOffice): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();

  app.post(
    '/dashboard/password-reset',
    {
      ...entrance(deps, byAddress(server, deps, RESETS_PER_MINUTE)),
      schema: { hide: true, body: Type.Object({ email: Email }) },
    },
    async (request, reply) => {
      if (!postOffice.isOpen)
        throw new ApiError('PASSWORD_RESET_OFF', 'no mail server is set: the operator makes links by the command line');
      const { email } = request.body;
      checkEmail(normalizeEmail(email));
      postOffice.later(() => sendResetLink(deps, postOffice, email));
      return reply.code(202).send({});
    },
  );

  app.post(
    '/dashboard/password-reset/open',
    {
      ...entrance(deps, byAddress(server, deps, OPENED_PER_MINUTE)),
      schema: { hide: true, body: Type.Object({ token: LinkToken }) },
    },
    async (request) => {
      const found = await findLiveReset(deps.db, hashOfToken(request.body.token), deps.clock.realNow());
      if (!found || entranceOf(found.user) !== 'dashboard') throw invalidLink();
      return { email: found.user.email, expires_at: found.expiresAt.toISOString() };
    },
  );

  app.put(
    '/dashboard/password-reset',
    {
      ...entrance(deps, byAddress(server, deps, ACCEPTED_PER_MINUTE)),
      schema: { hide: true, body: Type.Object({ token: LinkToken, password: Password }) },
    },
    async (request, reply) => {
      await resetPassword(deps, request.body, visitorOf(request).address);
      return reply.code(204).send();
    },
  );
}
