import type { RoomPage } from '../ui/room.ts';

export const pages: readonly RoomPage[] = [{ path: '/events', load: () => import('./events.page.tsx') }];
