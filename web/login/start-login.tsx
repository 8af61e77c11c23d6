import { type ComponentType, lazy } from 'react';
import { createRoot } from 'react-dom/client';
import { Providers } from '../ui/providers.tsx';
import { LoginPage } from './login-page.tsx';

/** Pages for whoever has not logged in. The login is opened most, so that it alone comes at once. */
const OTHERS: Record<string, ComponentType> = {
  forgot: lazy(async () => ({ default: (await import('./forgot-page.tsx')).ForgotPage })),
  reset: lazy(async () => ({ default: (await import('./reset-page.tsx')).ResetPage })),
  invitation: lazy(async () => ({ default: (await import('./invitation-page.tsx')).InvitationPage })),
  'sign-up': lazy(async () => ({ default: (await import('./sign-up-page.tsx')).SignUpPage })),
};

/** The form alone; what comes after it is fetched while somebody types. */
export function start(): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no root');
  const name = location.pathname.split('/')[2] ?? '';
  const Page = OTHERS[name] ?? LoginPage;
  createRoot(root).render(
    <Providers>
      <Page />
    </Providers>,
  );
  if ('requestIdleCallback' in window) requestIdleCallback(() => void import('../app/start-app.tsx'));
}
