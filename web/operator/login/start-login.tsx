import { type ComponentType, lazy } from 'react';
import { openEntrance } from '../../ui/entrance/open-entrance.tsx';
import { LoginPage } from './login-page.tsx';

const OTHERS: Record<string, ComponentType> = {
  reset: lazy(async () => ({ default: (await import('../../ui/entrance/reset-page.tsx')).ResetPage })),
  invitation: lazy(async () => ({ default: (await import('./invitation-page.tsx')).InvitationPage })),
};

export function start(): void {
  openEntrance(LoginPage, OTHERS, () => import('../app/start-app.ts'));
}
