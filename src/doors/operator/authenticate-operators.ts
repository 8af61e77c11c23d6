import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { actorOfOperator } from '../../ground/actor.rules.ts';
import type { Deps } from '../../ground/deps.ts';
import { ApiError } from '../../ground/errors.ts';
import { countRefusals } from '../../ground/limits/refusals.ts';
import type { Caller, KeyDoor } from '../../parties/accounts/authenticate.ts';
import { isPasswordOld, passwordNeeded } from '../../parties/accounts/passwords/fresh-password.ts';
import { findSession, refuseForeign } from '../../parties/accounts/sessions/sessions.ts';
import { INSTALLATION } from '../../parties/merchants/installation.rules.ts';
import {
  actsOfRole,
  actsOfToken,
  isOperatorRole,
  type OperatorAct,
  type OperatorRole,
} from '../../parties/operators/operator-acts.rules.ts';
import { type Operator, operatorOf } from './operator.ts';

const BEARER = /^Bearer +([\w.-]+) *$/i;
const SAFE_METHODS = new Set(['GET', 'HEAD']);

/** Whoever comes by the cookie of the console, or with a token that an operator made for a program. */
export function authenticateOperators(deps: Deps, tokens: KeyDoor) {
  const refusals = countRefusals(deps);
  const identify = async (request: FastifyRequest, isActivity = true): Promise<Operator | null> => {
    const { authorization } = request.headers;
    if (authorization !== undefined) return byToken(tokens, request, authorization);
    refuseForeign(deps, request, 'console');
    return bySession(deps, request, isActivity);
  };
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (request.is404 || request.routeOptions.config.isPublic) return;
    refusals.check(request);
    const operator = await identify(request);
    if (!operator) {
      await refusals.add(request);
      reply.header('www-authenticate', 'Bearer');
      throw new ApiError('UNAUTHORIZED', 'no operator is logged in here');
    }
    request.operator = operator;
    request.caller = callerOf(operator, async () => (await identify(request, false)) !== null);
    refuseUnlessPermitted(request);
    refuseOldPassword(deps, request);
  };
}

async function byToken(tokens: KeyDoor, request: FastifyRequest, header: string): Promise<Operator | null> {
  const key = await tokens.find(BEARER.exec(header)?.[1] ?? '', request.ip);
  const role: string = key?.scopes[0] ?? '';
  if (key?.merchantId !== INSTALLATION || !isOperatorRole(role)) return null;
  return { user: null, name: key.name, role, can: actsOfToken(role) };
}

async function bySession(deps: Deps, request: FastifyRequest, isActivity: boolean): Promise<Operator | null> {
  const found = await findSession(deps, request, isActivity, 'console');
  if (!found) return null;
  const { user, session, lacksSecondFactor } = found;
  if (lacksSecondFactor && !request.routeOptions.config.isForSettingUp)
    throw new ApiError('OTP_SETUP_REQUIRED', 'a second factor must be set up before anything else');
  request.session = session;
  const role = user.role as string as OperatorRole;
  return { user, name: user.name, role, can: actsOfRole(role) };
}

/** What routes and records that serve merchants' people, too, ask for. Of a merchant it has nothing. */
function callerOf({ user, name }: Operator, isStillIn: Caller['isStillIn']): Caller {
  return {
    merchantId: INSTALLATION,
    user,
    actor: user ? actorOfOperator(user) : { kind: 'operator', id: null, name },
    permissions: new Set(),
    tokenIssuedAt: null,
    isStillIn,
  };
}

/** Routes that serve merchants' people, too, say so in their words. */
function actOf({ act, permission }: Pick<FastifyContextConfig, 'act' | 'permission'>): OperatorAct | undefined {
  return act ?? (permission === 'own' ? 'own' : undefined);
}

function refuseUnlessPermitted(request: FastifyRequest): void {
  const act = actOf(request.routeOptions.config);
  if (act && operatorOf(request).can.has(act)) return;
  const detail = act === 'own' ? 'this is for people only' : `this needs the permission "${act}"`;
  throw new ApiError('FORBIDDEN', detail, { details: { permission: act ?? '' } });
}

/** What changes something needs a password that was given minutes ago. A program has none: its role binds it. */
function refuseOldPassword(deps: Deps, request: FastifyRequest): void {
  if (SAFE_METHODS.has(request.method) || request.routeOptions.config.isWithoutPassword) return;
  if (isPasswordOld(deps, request.session)) throw passwordNeeded();
}

/** A route that does not say what it needs is found when the process starts. */
export function insistOnActs(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.isPublic && !actOf(config ?? {})) throw new Error(`${method} ${url} does not say what it needs`);
  });
}
