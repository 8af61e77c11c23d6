import type { RoomPage } from '../ui/room.ts';

export const pages: readonly RoomPage[] = [
  { path: '/companies', load: () => import('./companies.page.tsx') },
  { path: '/companies/$id', load: () => import('./company.page.tsx') },
];
