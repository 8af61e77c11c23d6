import type { RoomPage } from '../ui/room.ts';

export const pages: readonly RoomPage[] = [
  { path: '/links', load: () => import('./links.page.tsx') },
  { path: '/links/new', load: () => import('./new-link.page.tsx') },
  { path: '/links/$id', load: () => import('./link.page.tsx') },
];
