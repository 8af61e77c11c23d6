import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { UNAUTHORIZED } from '../api/call.ts';
import { ApiFailure } from '../api/failure.ts';
import { createQueryClient } from '../api/query-client.ts';
import { sessionQuery } from '../api/session.ts';
import { Providers } from '../ui/providers.tsx';
import { setBusinessNow } from '../ui/values/business-clock.ts';
import { startLive } from './live.ts';
import { createAppRouter } from './router.tsx';

/** Nobody sees the frame of a dashboard that is not theirs: who is not logged in goes to the login, and comes back. */
export async function start(): Promise<void> {
  const client = createQueryClient();
  try {
    const session = await client.fetchQuery(sessionQuery);
    setBusinessNow(session.now);
  } catch (error) {
    if (error instanceof ApiFailure && error.status === UNAUTHORIZED) return goToLogin();
    // Whatever else is wrong, the frame says so and tries again.
  }
  startLive(client);
  const router = createAppRouter();
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
  const next = here === '/dashboard' ? '' : `?next=${encodeURIComponent(here)}`;
  location.replace(`/dashboard/login${next}`);
}
