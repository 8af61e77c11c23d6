import type { RoomPage } from '../../ui/room.ts';

export const pages: readonly RoomPage[] = [
  { path: '/comparisons', load: () => import('./comparisons.page.tsx') },
  { path: '/comparisons/$acquirer/$day', load: () => import('./comparison.page.tsx') },
];
