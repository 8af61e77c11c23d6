import type { SecondDoor } from '../auth/authenticate.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { cameByDoor } from './door.ts';
import { isFresh } from './session.rules.ts';
import { findSession, refuseForeign } from './sessions.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What shows a secret: whoever logged in at the dashboard a while ago gives the password again. */
    needsFreshLogin?: boolean;
    /** Also for whoever must set up a second factor before anything else. */
    isForSettingUp?: boolean;
  }
}

/** How `authenticate` knows whoever comes by the dashboard's door: by the session alone, never by a token. */
export function dashboardDoor(deps: Deps): SecondDoor {
  return {
    isEntered: cameByDoor,
    async findUser(request) {
      refuseForeign(deps, request);
      const found = await findSession(deps, request);
      if (!found) return null;
      const { needsFreshLogin, isForSettingUp } = request.routeOptions.config;
      if (found.lacksSecondFactor && !isForSettingUp)
        throw new ApiError('OTP_SETUP_REQUIRED', 'a second factor must be set up before anything else');
      const needsPassword = needsFreshLogin === true && !isFresh(found.session, deps.clock.realNow());
      if (needsPassword) throw new ApiError('PASSWORD_NEEDED', 'the password was given too long ago for this');
      request.session = found.session;
      return found.user;
    },
  };
}
