import type { RoomPage } from '../ui/room.ts';

export const pages: readonly RoomPage[] = [
  { path: '/customers', load: () => import('./customers.page.tsx') },
  { path: '/customers/$id', load: () => import('./customer.page.tsx') },
];
