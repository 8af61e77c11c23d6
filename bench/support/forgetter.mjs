// Runs every job that deletes, without a pause between their turns, until it is told to stop: as after
// years without them.

import { forgetOldReports } from '../../dist/gateway/alignment/forget-old-reports.js';
import { readConfig } from '../../dist/ground/config.js';
import { openPool } from '../../dist/ground/db/pool.js';
import { forgetOldKeys } from '../../dist/ground/idempotency/forget-old-keys.js';
import { forgetOldEvents } from '../../dist/news/events/forget-old-events.js';
import { forgetOldDeliveries } from '../../dist/news/webhooks/deliveries/forget-old-deliveries.js';
import { forgetOldLogins } from '../../dist/parties/accounts/forget-old-logins.js';
import { forgetNotifications } from '../../dist/rails/acquirers/forget-notifications.js';
import { forgetOldRows } from '../../dist/rails/sandbox-acquirer/forget-old-rows.js';

const JOBS = [
  forgetOldDeliveries,
  forgetNotifications,
  forgetOldLogins,
  forgetOldKeys,
  forgetOldReports,
  forgetOldEvents,
];

process.once('message', async (url) => {
  // One year is the least: with it events of more than a year go, too.
  const config = readConfig({ DATABASE_URL: url, EVENT_YEARS: '1' });
  const db = openPool({ url, max: JOBS.length + 1, applicationName: 'vintem-bench-jobs', onError: () => {} });
  const deps = { db, config, clock: { realNow: () => new Date() } };
  let isOver = false;
  process.once('message', () => {
    isOver = true;
  });
  const untilDone = async (job) => {
    while (!isOver && (await job()));
  };
  await Promise.all([
    ...JOBS.map((job) => untilDone(() => job(deps))),
    untilDone(() => forgetOldRows(deps, config.sandboxDays)),
  ]);
  await db.close();
  process.send('done', () => process.exit(0));
});
process.once('disconnect', () => process.exit(0));
