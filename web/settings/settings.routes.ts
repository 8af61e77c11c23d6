import type { RoomPage } from '../ui/room.ts';

export const pages: readonly RoomPage[] = [
  { path: '/settings', load: () => import('./settings.page.tsx') },
  { path: '/settings/security', load: () => import('./security/security.page.tsx') },
  { path: '/settings/users', load: () => import('./users/users.page.tsx') },
  { path: '/settings/api-keys', load: () => import('./api-keys/api-keys.page.tsx') },
  { path: '/settings/audit-log', load: () => import('./audit-log/audit-log.page.tsx') },
];
