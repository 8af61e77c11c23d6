import type { RoomPage } from '../../ui/room.ts';

export const pages: readonly RoomPage[] = [
  { path: '/receipts', load: () => import('./receipts.page.tsx') },
  { path: '/receipts/$id', load: () => import('./receipt.page.tsx') },
];
