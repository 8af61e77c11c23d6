import type { RoomPage } from '../../ui/room.ts';

export const pages: readonly RoomPage[] = [
  { path: '/payouts', load: () => import('./payouts.page.tsx') },
  { path: '/payouts/$id', load: () => import('./payout.page.tsx') },
  { path: '/payout-lists/$acquirer/$number', load: () => import('./list.page.tsx') },
];
