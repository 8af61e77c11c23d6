import type { RoomPage } from '../ui/room.ts';

export const pages: readonly RoomPage[] = [
  { path: '/webhooks', load: () => import('./webhooks.page.tsx') },
  { path: '/webhooks/$id', load: () => import('./endpoint.page.tsx') },
  { path: '/webhooks/$id/deliveries/$deliveryId', load: () => import('./delivery.page.tsx') },
];
