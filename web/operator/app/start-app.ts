import { openApp } from '../../ui/shell/open-app.tsx';
import { pages as account } from '../account/account.routes.ts';
import { pages as acquirers } from '../acquirers/acquirers.routes.ts';
import { pages as auditLog } from '../audit-log/audit-log.routes.ts';
import { pages as books } from '../books/books.routes.ts';
import { pages as companies } from '../companies/companies.routes.ts';
import { pages as comparisons } from '../comparisons/comparisons.routes.ts';
import { pages as divergences } from '../divergences/divergences.routes.ts';
import { pages as files } from '../files/files.routes.ts';
import { pages as home } from '../home/home.routes.ts';
import { pages as merchants } from '../merchants/merchants.routes.ts';
import { pages as payments } from '../payments/payments.routes.ts';
import { pages as payouts } from '../payouts/payouts.routes.ts';
import { pages as receipts } from '../receipts/receipts.routes.ts';
import { pages as refunds } from '../refunds/refunds.routes.ts';
import { pages as team } from '../team/team.routes.ts';
import { Frame } from './frame.tsx';
import { sessionQuery } from './session.ts';

const MONEY = [payments, divergences, receipts, refunds, payouts, comparisons];
const ROOMS = [home, merchants, companies, ...MONEY, acquirers, files, books, team, auditLog, account];

export function start(): Promise<void> {
  return openApp({ frame: Frame, rooms: ROOMS, readSession: (client) => client.fetchQuery(sessionQuery) });
}
