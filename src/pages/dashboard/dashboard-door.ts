import type { Deps } from '../../ground/deps.ts';
import { ApiError } from '../../ground/errors.ts';
import type { SecondDoor } from '../../parties/accounts/authenticate.ts';
import { isPasswordOld, passwordNeeded } from '../../parties/accounts/passwords/fresh-password.ts';
import { isSensitive } from '../../parties/accounts/sessions/sensitive-acts.rules.ts';
import { findSession, refuseForeign } from '../../parties/accounts/sessions/sessions.ts';
import { cameByDoor } from './door.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Also for whoever must set up a second factor before anything else. */
    isForSettingUp?: boolean;
  }
}

/** How `authenticate` knows whoever comes by the dashboard's door: by the session alone, never by a token. */
export function dashboardDoor(deps: Deps): SecondDoor {
  return {
    isEntered: cameByDoor,
    async findUser(request, isActivity) {
      refuseForeign(deps, request);
      const found = await findSession(deps, request, isActivity);
      if (!found) return null;
      if (found.lacksSecondFactor && !request.routeOptions.config.isForSettingUp)
        throw new ApiError('OTP_SETUP_REQUIRED', 'a second factor must be set up before anything else');
      request.session = found.session;
      return found.user;
    },
    refuseOldPassword(request) {
      const { method, query, routeOptions } = request;
      const route = { method, url: routeOptions.url ?? '' };
      if (isSensitive(route, query as { format?: unknown }) && isPasswordOld(deps, request.session))
        throw passwordNeeded();
    },
  };
}
