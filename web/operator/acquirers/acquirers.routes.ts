import type { RoomPage } from '../../ui/room.ts';

export const pages: readonly RoomPage[] = [
  { path: '/acquirers', load: () => import('./acquirers.page.tsx') },
  { path: '/acquirers/$name', load: () => import('./acquirer.page.tsx') },
  // Apart from the names of banks, any of which may be "new".
  { path: '/acquirer-setup', load: () => import('./new-acquirer.page.tsx') },
  { path: '/acquirer-setup/$name', load: () => import('./change-acquirer.page.tsx') },
];
