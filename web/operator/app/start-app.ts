import { openApp } from '../../ui/shell/open-app.tsx';
import { pages as account } from '../account/account.routes.ts';
import { pages as companies } from '../companies/companies.routes.ts';
import { pages as home } from '../home/home.routes.ts';
import { pages as merchants } from '../merchants/merchants.routes.ts';
import { Frame } from './frame.tsx';
import { sessionQuery } from './session.ts';

const ROOMS = [home, merchants, companies, account];

export function start(): Promise<void> {
  return openApp({ frame: Frame, rooms: ROOMS, readSession: (client) => client.fetchQuery(sessionQuery) });
}
