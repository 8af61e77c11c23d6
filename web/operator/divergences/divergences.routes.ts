import type { RoomPage } from '../../ui/room.ts';

export const pages: readonly RoomPage[] = [{ path: '/divergences', load: () => import('./divergences.page.tsx') }];
