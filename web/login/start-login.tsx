import { createRoot } from 'react-dom/client';
import { Providers } from '../ui/providers.tsx';
import { LoginPage } from './login-page.tsx';

/** The form alone; what comes after it is fetched while somebody types. */
export function start(): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no root');
  const hasDemo = document.documentElement.dataset['mode'] === 'sandbox';
  createRoot(root).render(
    <Providers>
      <LoginPage hasDemo={hasDemo} />
    </Providers>,
  );
  if ('requestIdleCallback' in window) requestIdleCallback(() => void import('../app/start-app.tsx'));
}
