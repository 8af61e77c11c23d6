import type { RoomPage } from '../../ui/room.ts';

export const pages: readonly RoomPage[] = [{ path: '/settings', load: () => import('./account.page.tsx') }];
