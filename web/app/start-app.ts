import { sessionQuery } from '../api/session.ts';
import { pages as companies } from '../companies/companies.routes.ts';
import { pages as customers } from '../customers/customers.routes.ts';
import { pages as divergences } from '../divergences/divergences.routes.ts';
import { pages as events } from '../events/events.routes.ts';
import { pages as home } from '../home/home.routes.ts';
import { pages as ledger } from '../ledger/ledger.routes.ts';
import { pages as paymentLinks } from '../payment-links/payment-links.routes.ts';
import { pages as payments } from '../payments/payments.routes.ts';
import { pages as payouts } from '../payouts/payouts.routes.ts';
import { pages as refunds } from '../refunds/refunds.routes.ts';
import { pages as sandbox } from '../sandbox/sandbox.routes.ts';
import { pages as settings } from '../settings/settings.routes.ts';
import { openApp } from '../ui/shell/open-app.tsx';
import { pages as webhooks } from '../webhooks/webhooks.routes.ts';
import { Frame } from './frame.tsx';
import { startLive } from './live.ts';

const ROOMS = [
  home,
  payments,
  paymentLinks,
  customers,
  ledger,
  payouts,
  refunds,
  divergences,
  webhooks,
  events,
  companies,
  settings,
  sandbox,
];

export function start(): Promise<void> {
  return openApp({
    frame: Frame,
    rooms: ROOMS,
    readSession: (client) => client.fetchQuery(sessionQuery),
    beside: startLive,
  });
}
