import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PLACE } from '../../api/place.ts';
import { SkeletonPage } from '../lists/skeletons.tsx';
import { parseQuery, stringifyQuery } from '../page/address.ts';
import { notePageChange } from '../page/page-focus.ts';
import type { RoomPage } from '../room.ts';
import { BrokenPage } from './broken-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';

const SKELETON_AFTER_MS = 150;

/** The pages of all rooms, in the frame of the application. */
export function createAppRouter(frame: () => ReactNode, rooms: readonly (readonly RoomPage[])[]) {
  const root = createRootRoute({ component: frame });
  const pages = rooms.flat().map(({ path, load }) =>
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
    basepath: PLACE,
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
