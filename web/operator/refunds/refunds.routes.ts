import type { RoomPage } from '../../ui/room.ts';

export const pages: readonly RoomPage[] = [{ path: '/refunds', load: () => import('./refunds.page.tsx') }];
