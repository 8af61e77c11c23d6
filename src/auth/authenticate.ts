import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createRecent } from '../db/recent.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { countRefusals } from '../limits/refusals.ts';
import { type Permission, permissionOfRoute, permissionsOfRole } from './permissions.rules.ts';
import type { SessionTokens } from './session-tokens.ts';
import { findActiveUser, type User } from './users.sql.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
  interface FastifyContextConfig {
    /** Set on the few routes that need no JWT. */
    isPublic?: boolean;
    /** What a caller needs; a route that only reads needs `read` without saying so. */
    permission?: Permission;
  }
}

/** Another way to be known than a token: requests that come that way never bring one. */
export interface SecondDoor {
  isEntered(request: FastifyRequest): boolean;
  /** Throws when nobody of ours can have sent the request. */
  findUser(request: FastifyRequest): Promise<User | null>;
}

/** Who asks: today a person; keys of programs come beside them. */
export interface Caller {
  merchantId: number;
  user: User;
  permissions: ReadonlySet<Permission>;
  /** Asks again whether the login still holds: what stays open for long must not outlive it. */
  isStillIn(): Promise<boolean>;
}

/** A user is a few hundred bytes. */
const MOST_USERS_KEPT = 5_000;

const BEARER = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+) *$/i;

/** Runs before the body is read: a caller without a valid token learns nothing about what is wrong with its request. */
export function authenticateWith(deps: Deps, tokens: SessionTokens, door: SecondDoor) {
  const refusals = countRefusals(deps);
  const users = createRecent<string, User>(MOST_USERS_KEPT, deps.clock.realNow);
  const findByToken = async (request: FastifyRequest) => {
    const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
    const claims = token ? await tokens.read(token, deps.clock.realNow()) : null;
    if (!claims) return null;
    // Remembered for a moment only: a password change or a deactivation takes hold within it, in every process.
    return users.find(`${claims.userId} ${claims.userVersion}`, () =>
      findActiveUser(deps.db, claims.userId, claims.userVersion),
    );
  };
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    // A route that does not exist answers 404 without a login.
    if (request.is404) return;
    const isByDoor = door.isEntered(request);
    if (request.routeOptions.config.isPublic) {
      // What needs no login has one address, and no cookie is sent there.
      if (isByDoor) throw new ApiError('ROUTE_NOT_FOUND', 'this route is not behind the door of the dashboard');
      return;
    }
    refusals.check(request);
    const findUser = () => (isByDoor ? door.findUser(request) : findByToken(request));
    const user = await findUser();
    if (!user) {
      refusals.add(request);
      if (isByDoor) throw new ApiError('UNAUTHORIZED', 'nobody is logged in here');
      reply.header('www-authenticate', 'Bearer');
      throw new ApiError('UNAUTHORIZED', 'a valid Authorization: Bearer token is required');
    }
    const isStillIn = async () => (await findUser()) !== null;
    request.caller = {
      merchantId: user.merchant_id,
      user,
      permissions: permissionsOfRole(user.role),
      isStillIn,
    };
    refuseUnlessPermitted(request);
  };
}

/** Right after the login and before anything is looked at: whoever may not learns nothing about what is there. */
function refuseUnlessPermitted(request: FastifyRequest): void {
  const needed = permissionOfRoute(request.routeOptions, request.routeOptions.config.permission);
  if (callerOf(request).permissions.has(needed)) return;
  throw new ApiError('FORBIDDEN', `this needs the permission "${needed}"`, { details: { permission: needed } });
}

/** A route that changes something and does not say what it needs is found when the process starts. */
export function insistOnPermissions(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (!route.config?.isPublic) permissionOfRoute(route, route.config?.permission);
  });
}

export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error('a route without authentication asks for its caller');
  return request.caller;
}
