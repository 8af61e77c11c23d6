import type { RoomPage } from '../../ui/room.ts';

export const pages: readonly RoomPage[] = [{ path: '/team', load: () => import('./team.page.tsx') }];
