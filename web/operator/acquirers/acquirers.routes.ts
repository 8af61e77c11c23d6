import type { RoomPage } from '../../ui/room.ts';

export const pages: readonly RoomPage[] = [
  { path: '/acquirers', load: () => import('./acquirers.page.tsx') },
  { path: '/acquirers/$name', load: () => import('./acquirer.page.tsx') },
  { path: '/acquirers/$name/change', load: () => import('./change-acquirer.page.tsx') },
  // No bank can be called so: their names begin with a letter.
  { path: '/acquirers/_new', load: () => import('./new-acquirer.page.tsx') },
];
