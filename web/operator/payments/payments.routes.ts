import type { RoomPage } from '../../ui/room.ts';

export const pages: readonly RoomPage[] = [
  { path: '/payments', load: () => import('./payments.page.tsx') },
  { path: '/payments/$id', load: () => import('./payment.page.tsx') },
];
