import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../ground/deps.ts';
import { limitByMerchant } from '../../ground/limits/request-rates.ts';
import { readPathId } from '../../ground/lists/list-query.rules.ts';
import { Email, PersonName } from '../accounts/account.schemas.ts';
import { invitationMail } from '../accounts/account-mails.rules.ts';
import { callerOf, userOf } from '../accounts/authenticate.ts';
import type { PostOffice } from '../accounts/post-office.ts';
import { findMerchantName } from '../merchants/merchants.sql.ts';
import { type Invitation, listPendingInvitations } from './invitations.sql.ts';
import { inviteUser } from './invite-user.ts';
import { MOST_PENDING_INVITATIONS } from './people.rules.ts';
import { InvitationRecord, NewInvitationRecord, RoleName } from './people.schemas.ts';
import { withdrawInvitation } from './withdraw-invitation.ts';

/** Each may become a mail to somebody who did not ask for one. */
const INVITATIONS_PER_MINUTE = 20;

export function invitationRoutes(server: FastifyInstance, deps: Deps, postOffice: PostOffice): void {
  const app = server.withTypeProvider<TypeBoxTypeProvider>();
  const tags = ['users'];

  app.post(
    '/invitations',
    {
      config: { permission: 'manage' },
      preHandler: limitByMerchant(server, deps, INVITATIONS_PER_MINUTE, 'invitations'),
      schema: {
        tags,
        summary: 'Invite somebody to your merchant',
        description:
          'Makes a link, which holds for seven days and can be accepted once. Where a mail server is set, it is sent ' +
          'to the person and shown to nobody else (`url` is null): only who reads the mailbox becomes its user. ' +
          'Elsewhere it is answered, this once, for you to give to the person. Another one to the same e-mail takes ' +
          'its place. ' +
          `At most ${MOST_PENDING_INVITATIONS} are pending at a time: 400 \`INVITATION_LIMIT\`.`,
        body: Type.Object({ email: Email, name: Type.Optional(PersonName), role: RoleName }),
        response: { 201: NewInvitationRecord },
      },
    },
    async (request, reply) => {
      const { merchantId } = callerOf(request);
      const { invitation, url } = await inviteUser(deps, userOf(request), request.body);
      const record = invitationRecord(invitation);
      if (!postOffice.isOpen) return reply.code(201).send({ ...record, url, mailed: false });
      const { email, role } = invitation;
      const mailed = postOffice.later(async () =>
        postOffice.send(
          email,
          invitationMail({ merchantName: await findMerchantName(deps.db, merchantId), role, url }),
        ),
      );
      return reply.code(201).send({ ...record, url: null, mailed });
    },
  );

  app.get(
    '/invitations',
    {
      config: { permission: 'manage' },
      schema: {
        tags,
        summary: 'List the invitations that wait for an answer',
        description: 'Newest first. Their links are not shown again.',
        response: { 200: Type.Object({ data: Type.Array(InvitationRecord) }) },
      },
    },
    async (request) => {
      const pending = { at: deps.clock.realNow(), most: MOST_PENDING_INVITATIONS };
      const invitations = await listPendingInvitations(deps.db, callerOf(request).merchantId, pending);
      return { data: invitations.map(invitationRecord) };
    },
  );

  app.delete(
    '/invitations/:id',
    {
      config: { permission: 'manage' },
      schema: {
        tags,
        summary: 'Withdraw an invitation',
        description: 'Its link is of no more use.',
        params: Type.Object({ id: Type.Integer({ minimum: 1 }) }),
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const id = readPathId(request.params);
      await withdrawInvitation(deps, callerOf(request).merchantId, id);
      return reply.code(204).send(null);
    },
  );
}

function invitationRecord({ id, email, name, role, created_at, expires_at }: Invitation) {
  return { id, email, name, role, created_at: created_at.toISOString(), expires_at: expires_at.toISOString() };
}
