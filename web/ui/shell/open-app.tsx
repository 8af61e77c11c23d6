import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { UNAUTHORIZED } from '../../api/call.ts';
import { ApiFailure } from '../../api/failure.ts';
import type { LoggedIn } from '../../api/logged-in.ts';
import { PLACE } from '../../api/place.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { Providers } from '../providers.tsx';
import type { RoomPage } from '../room.ts';
import { setBusinessNow } from '../values/business-clock.ts';
import { createAppRouter } from './create-router.ts';

interface AppParts {
  frame: () => ReactNode;
  rooms: readonly (readonly RoomPage[])[];
  readSession: (client: QueryClient) => Promise<LoggedIn>;
  /** What goes on beside the pages. */
  beside?: (client: QueryClient) => void;
}

/** Nobody sees the frame of what is not theirs: who is not logged in goes to the login, and comes back. */
export async function openApp({ frame, rooms, readSession, beside }: AppParts): Promise<void> {
  const client = createQueryClient();
  try {
    setBusinessNow((await readSession(client)).now);
  } catch (error) {
    if (error instanceof ApiFailure && error.status === UNAUTHORIZED) return goToLogin();
    // Whatever else is wrong, the frame says so and tries again.
  }
  beside?.(client);
  const router = createAppRouter(frame, rooms);
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no root');
  createRoot(root).render(
    <Providers>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </Providers>,
  );
}

function goToLogin(): void {
  const here = location.pathname + location.search;
  const next = here === PLACE ? '' : `?next=${encodeURIComponent(here)}`;
  location.replace(`${PLACE}/login${next}`);
}
