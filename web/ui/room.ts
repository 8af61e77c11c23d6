import type { ComponentType } from 'react';

/**
 * One page of a room: its path below that of the application, where `$id` is a part that `usePathPart('id')` reads,
 * and the file that holds it, which exports `Page` and is fetched when somebody goes there.
 */
export interface RoomPage {
  path: string;
  load: () => Promise<{ Page: ComponentType }>;
}
