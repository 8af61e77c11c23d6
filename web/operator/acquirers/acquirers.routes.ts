import type { RoomPage } from '../../ui/room.ts';

export const pages: readonly RoomPage[] = [{ path: '/acquirers', load: () => import('./acquirers.page.tsx') }];
