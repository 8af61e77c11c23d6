import { type ComponentType, lazy } from 'react';
import { openEntrance } from '../ui/entrance/open-entrance.tsx';
import { LoginPage } from './login-page.tsx';

/** The login is opened most, so that it alone comes at once. */
const OTHERS: Record<string, ComponentType> = {
  forgot: lazy(async () => ({ default: (await import('./forgot-page.tsx')).ForgotPage })),
  reset: lazy(async () => ({ default: (await import('../ui/entrance/reset-page.tsx')).ResetPage })),
  invitation: lazy(async () => ({ default: (await import('./invitation-page.tsx')).InvitationPage })),
  'sign-up': lazy(async () => ({ default: (await import('./sign-up-page.tsx')).SignUpPage })),
};

export function start(): void {
  openEntrance(LoginPage, OTHERS, () => import('../app/start-app.ts'));
}
