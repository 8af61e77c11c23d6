import type { RoomPage } from '../../ui/room.ts';

export const pages: readonly RoomPage[] = [{ path: '/audit-log', load: () => import('./audit-log.page.tsx') }];
