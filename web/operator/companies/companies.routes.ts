import type { RoomPage } from '../../ui/room.ts';

export const pages: readonly RoomPage[] = [{ path: '/companies/$id', load: () => import('./company.page.tsx') }];
