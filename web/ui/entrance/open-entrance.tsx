import type { ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { Providers } from '../providers.tsx';

/**
 * Pages for whoever has not logged in, by the last word of their address: the login, where it is none of the others.
 * What comes after it is fetched while somebody types.
 */
export function openEntrance(
  login: ComponentType,
  others: Record<string, ComponentType>,
  loadApp: () => Promise<unknown>,
): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no root');
  const Page = others[location.pathname.split('/')[2] ?? ''] ?? login;
  createRoot(root).render(
    <Providers>
      <Page />
    </Providers>,
  );
  if ('requestIdleCallback' in window) requestIdleCallback(() => void loadApp());
}
