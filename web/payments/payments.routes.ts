import type { RoomPage } from '../ui/room.ts';

export const pages: readonly RoomPage[] = [
  { path: '/transactions', load: () => import('./transactions.page.tsx') },
  { path: '/transactions/new', load: () => import('./new-payment/new-payment.page.tsx') },
  { path: '/transactions/$id', load: () => import('./transaction.page.tsx') },
];
