import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../../ground/deps.ts';
import { addressKeyOf } from '../../../ground/limits/caller-address.ts';
import { listCompaniesOfMerchant } from '../../companies/companies.sql.ts';
import { findMerchantName } from '../../merchants/merchants.sql.ts';
import { publicUser } from '../auth.routes.ts';
import { permissionsOfRole } from '../permissions.rules.ts';
import { findSecondFactorDuty } from '../second-factors/second-factors.sql.ts';
import type { User } from '../users.sql.ts';
import type { OpenedSession, Visitor } from './open-session.ts';
import { readAgent } from './session.rules.ts';
import { sessionCookie } from './session-cookie.ts';

const SECOND_MS = 1_000;

export function visitorOf(request: FastifyRequest): Visitor {
  return { address: addressKeyOf(request.ip), agent: readAgent(request.headers['user-agent']) };
}

/** Sets the cookie of a session that has begun, and tells its page who is logged in. */
export async function answerLoggedIn(deps: Deps, reply: FastifyReply, { user, token, expiresAt }: OpenedSession) {
  const seconds = Math.floor((expiresAt.getTime() - deps.clock.realNow().getTime()) / SECOND_MS);
  reply.header('set-cookie', sessionCookie(deps.config, token, seconds));
  return whoIsLoggedIn(deps, user, expiresAt);
}

export async function whoIsLoggedIn({ db, clock, config }: Deps, user: User, expiresAt: Date) {
  const [name, companies, duty, now] = await Promise.all([
    findMerchantName(db, user.merchant_id),
    listCompaniesOfMerchant(db, user.merchant_id),
    findSecondFactorDuty(db, user),
    clock.now(),
  ]);
  const mustSetUp = duty.isRequired && !duty.hasOne;
  return {
    user: publicUser(user),
    merchant: { id: user.merchant_id, name },
    companies: mustSetUp ? [] : companies,
    mode: config.mode,
    /** Whether the clock may be moved here. */
    sandbox_clock: config.mode === 'sandbox' && config.sandboxClock,
    now: now.toISOString(),
    expires_at: expiresAt.toISOString(),
    role: user.role,
    can: mustSetUp ? [] : [...permissionsOfRole(user.role)],
    second_factor: duty.hasOne,
    must_set_up_second_factor: mustSetUp,
  };
}
