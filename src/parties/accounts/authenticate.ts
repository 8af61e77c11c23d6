import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, actorOfKey, actorOfUser } from '../../ground/actor.rules.ts';
import { createRecent } from '../../ground/db/recent.ts';
import type { Deps } from '../../ground/deps.ts';
import { ApiError } from '../../ground/errors.ts';
import { countRefusals } from '../../ground/limits/refusals.ts';
import { isPasswordOld, passwordNeeded } from './passwords/fresh-password.ts';
import {
  type Permission,
  permissionOfRoute,
  permissionsOfRole,
  permissionsOfScopes,
  type Scope,
} from './permissions.rules.ts';
import type { SessionTokens } from './session-tokens.ts';
import { isSensitiveByToken } from './sessions/sensitive-acts.rules.ts';
import { findActiveUser, type User } from './users.sql.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
  interface FastifyContextConfig {
    /** Set on the few routes that need no login and no key. */
    isPublic?: boolean;
    /** What a caller needs; a route that only reads needs `read` without saying so. */
    permission?: Permission;
    /** Besides, where what is done also tells what only a reader may know. */
    alsoNeeds?: Permission;
  }
}

/** Another way to be known than a token: requests that come that way never bring one. */
export interface SecondDoor {
  isEntered(request: FastifyRequest): boolean;
  /** Throws when nobody of ours can have sent the request. What is no activity keeps nobody logged in. */
  findUser(request: FastifyRequest, isActivity: boolean): Promise<User | null>;
  /** Throws where a sensitive act needs a password that was given a moment ago. */
  refuseOldPassword(request: FastifyRequest): void;
}

/** How programs are known: by a key in place of the token of a login. */
export interface KeyDoor {
  /** Null for anything but a key that may be used now, from this address. */
  find(key: string, address: string): Promise<KnownProgram | null>;
}

interface KnownProgram {
  id: number;
  name: string;
  merchantId: number;
  scopes: readonly Scope[];
}

interface Known {
  merchantId: number;
  /** Null where a program came with a key: it has no account. */
  user: User | null;
  /** How the audit log names it. */
  actor: Actor;
  permissions: ReadonlySet<Permission>;
  /** When the password was given for the token; null for whoever came without one. */
  tokenIssuedAt: Date | null;
}

/** Who asks: a person, or a program with a key. */
export interface Caller extends Known {
  /** Asks again whether the login still holds: what stays open for long must not outlive it. */
  isStillIn(): Promise<boolean>;
}

/** A user is a few hundred bytes. */
const MOST_USERS_KEPT = 5_000;

const BEARER = /^Bearer +([\w.-]+) *$/i;
const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;

const bearerOf = ({ headers }: FastifyRequest) => BEARER.exec(headers.authorization ?? '')?.[1] ?? '';

/** Runs before the body is read: a caller without a valid token learns nothing about what is wrong with its request. */
export function authenticateWith(deps: Deps, tokens: SessionTokens, door: SecondDoor, keys: KeyDoor) {
  const refusals = countRefusals(deps);
  const users = createRecent<string, User>(MOST_USERS_KEPT, deps.clock.realNow);
  const findByToken = async (token: string) => {
    const claims = await tokens.read(token, deps.clock.realNow());
    if (!claims) return null;
    // Remembered for a moment only: a password change or a deactivation takes hold within it, in every process.
    const user = await users.find(`${claims.userId} ${claims.userVersion}`, () =>
      findActiveUser(deps.db, claims.userId, claims.userVersion),
    );
    return person(user, claims.issuedAt);
  };
  const identify = async (request: FastifyRequest, isByDoor: boolean, isActivity = true): Promise<Known | null> => {
    if (isByDoor) return person(await door.findUser(request, isActivity), null);
    const sent = bearerOf(request);
    return JWT.test(sent) ? findByToken(sent) : program(await keys.find(sent, request.ip));
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
    // A signature is checked in no time, so that whoever shares an address with somebody who guesses gets in.
    if (isByDoor || !JWT.test(bearerOf(request))) refusals.check(request);
    const known = await identify(request, isByDoor);
    if (!known) {
      refusals.check(request);
      await refusals.add(request);
      if (isByDoor) throw new ApiError('UNAUTHORIZED', 'nobody is logged in here');
      reply.header('www-authenticate', 'Bearer');
      throw new ApiError('UNAUTHORIZED', 'a valid Authorization: Bearer token is required');
    }
    request.caller = { ...known, isStillIn: async () => (await identify(request, isByDoor, false)) !== null };
    refuseUnlessPermitted(request);
    if (isByDoor && !letsMoneyOut(request)) door.refuseOldPassword(request);
  };
}

/**
 * Where money can leave, the shape of a request is judged first, as the order of its checks says: nobody types a
 * password for what is refused anyway.
 */
export function insistOnFreshPasswords(deps: Pick<Deps, 'clock'>, door: SecondDoor) {
  return async (request: FastifyRequest): Promise<void> => {
    if (!request.caller || !letsMoneyOut(request)) return;
    if (door.isEntered(request)) door.refuseOldPassword(request);
    else insistOnFreshToken(deps, request.caller);
  };
}

function letsMoneyOut({ method, routeOptions }: FastifyRequest): boolean {
  return isSensitiveByToken({ method, url: routeOptions.url ?? '' });
}

/** For a route that is sensitive where the body asks for more. Who came by another way has been asked already. */
export function insistOnFreshToken(deps: Pick<Deps, 'clock'>, { tokenIssuedAt }: Pick<Known, 'tokenIssuedAt'>): void {
  if (tokenIssuedAt && isPasswordOld(deps, { confirmedAt: tokenIssuedAt })) throw passwordNeeded();
}

function person(user: User | null, tokenIssuedAt: Date | null): Known | null {
  return (
    user && {
      merchantId: user.merchant_id,
      user,
      actor: actorOfUser(user),
      permissions: permissionsOfRole(user.role),
      tokenIssuedAt,
    }
  );
}

function program(key: KnownProgram | null): Known | null {
  return (
    key && {
      merchantId: key.merchantId,
      user: null,
      actor: actorOfKey(key),
      permissions: permissionsOfScopes(key.scopes),
      tokenIssuedAt: null,
    }
  );
}

/** Right after the login and before anything is looked at: whoever may not learns nothing about what is there. */
function refuseUnlessPermitted(request: FastifyRequest): void {
  const { permission, alsoNeeds } = request.routeOptions.config;
  refuseWithout(request, permissionOfRoute(request.routeOptions, permission));
  if (alsoNeeds) refuseWithout(request, alsoNeeds);
}

/** For a route that needs more than it says where the body asks for more. */
export function refuseWithout(request: FastifyRequest, permission: Permission): void {
  if (callerOf(request).permissions.has(permission)) return;
  const detail = permission === 'own' ? 'this is for people only' : `this needs the permission "${permission}"`;
  throw new ApiError('FORBIDDEN', detail, { details: { permission } });
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

/** The person who asks, on routes that need a permission which only people have. */
export function userOf(request: FastifyRequest): User {
  const { user } = callerOf(request);
  if (!user) throw new Error('a route that a key may use asks for its user');
  return user;
}
