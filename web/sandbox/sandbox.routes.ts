import type { RoomPage } from '../ui/room.ts';

export const pages: readonly RoomPage[] = [{ path: '/sandbox', load: () => import('./sandbox.page.tsx') }];
