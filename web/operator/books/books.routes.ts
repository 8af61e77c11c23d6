import type { RoomPage } from '../../ui/room.ts';

export const pages: readonly RoomPage[] = [
  { path: '/audits', load: () => import('./audits.page.tsx') },
  { path: '/books', load: () => import('./books.page.tsx') },
];
