import type { RoomPage } from '../../ui/room.ts';

export const pages: readonly RoomPage[] = [
  { path: '/merchants', load: () => import('./merchants.page.tsx') },
  { path: '/merchants/$id', load: () => import('./merchant.page.tsx') },
];
