import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../ground/deps.ts';
import type { WithMailer } from '../../ground/mailer.ts';
import type { WithWebhooks } from '../../ground/webhook-sender.ts';
import { openPostOffice } from '../accounts/post-office.ts';
import { secondFactorRoutes } from '../accounts/second-factors/second-factor.routes.ts';
import { entranceRoutes } from './entrance.routes.ts';
import { invitationRoutes } from './invitations.routes.ts';
import { merchantRoutes } from './merchant.routes.ts';
import { userRoutes } from './users.routes.ts';

/** Who works for a merchant, how they come in, and how they show who they are. */
export function peopleRoutes(server: FastifyInstance, deps: Deps & WithWebhooks & WithMailer): void {
  const postOffice = openPostOffice(deps);
  userRoutes(server, deps);
  invitationRoutes(server, deps, postOffice);
  merchantRoutes(server, deps);
  secondFactorRoutes(server, deps);
  entranceRoutes(server, deps, postOffice);
}
