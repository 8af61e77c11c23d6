import type { RoomPage } from '../ui/room.ts';

export const pages: readonly RoomPage[] = [
  { path: '/balances', load: () => import('./balances.page.tsx') },
  { path: '/statement', load: () => import('./statement.page.tsx') },
];
