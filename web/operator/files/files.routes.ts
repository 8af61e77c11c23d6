import type { RoomPage } from '../../ui/room.ts';

export const pages: readonly RoomPage[] = [
  { path: '/files', load: () => import('./accounts.page.tsx') },
  { path: '/files/$name', load: () => import('./account-files.page.tsx') },
  { path: '/files/$name/retorno', load: () => import('./retorno.page.tsx') },
];
