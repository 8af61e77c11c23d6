import type { SecondDoor } from '../auth/authenticate.ts';
import type { Deps } from '../deps.ts';
import { cameByDoor } from './door.ts';
import { findSession, refuseForeign } from './sessions.ts';

/** How `authenticate` knows whoever comes by the dashboard's door: by the session alone, never by a token. */
export function dashboardDoor(deps: Deps): SecondDoor {
  return {
    isEntered: cameByDoor,
    async findUser(request) {
      refuseForeign(deps, request);
      const found = await findSession(deps, request);
      request.session = found?.session ?? null;
      return found?.user ?? null;
    },
  };
}
