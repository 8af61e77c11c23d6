import { callSession } from '../../api/call.ts';
import { PLACE } from '../../api/place.ts';

/** Whoever leaves the console stays at the dashboard. */
export const SESSION_CHANNEL = `vintem-session${PLACE}`;

/** Ends the session in every window. The login page is loaded anew: nothing of anybody stays in memory. */
export async function logOut(): Promise<void> {
  await callSession({ method: 'DELETE' });
  new BroadcastChannel(SESSION_CHANNEL).postMessage('out');
  location.assign(`${PLACE}/login`);
}
