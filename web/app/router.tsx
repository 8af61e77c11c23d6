import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
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
import { SkeletonPage } from '../ui/lists/skeletons.tsx';
import { parseQuery, stringifyQuery } from '../ui/page/address.ts';
import { notePageChange } from '../ui/page/page-focus.ts';
import { pages as webhooks } from '../webhooks/webhooks.routes.ts';
import { BrokenPage } from './broken-page.tsx';
import { Frame } from './frame.tsx';
import { NotFoundPage } from './not-found-page.tsx';

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

const SKELETON_AFTER_MS = 150;

export function createAppRouter() {
  const root = createRootRoute({ component: Frame });
  const pages = ROOMS.flat().map(({ path, load }) =>
    createRoute({
      getParentRoute: () => root,
      path,
      component: lazyRouteComponent(load, 'Page'),
      // Another record is another page: nothing of the one before may stay.
      remountDeps: ({ params }) => params,
    }),
  );
  const router = createRouter({
    routeTree: root.addChildren(pages),
    basepath: '/dashboard',
    parseSearch: parseQuery,
    stringifySearch: stringifyQuery,
    defaultPreload: 'intent',
    defaultPendingComponent: SkeletonPage,
    defaultPendingMs: SKELETON_AFTER_MS,
    defaultErrorComponent: BrokenPage,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: true,
  });
  router.subscribe('onBeforeNavigate', ({ pathChanged, fromLocation }) => {
    if (pathChanged && fromLocation) notePageChange();
  });
  return router;
}
