import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useSession } from '../api/session.ts';
import { SkeletonPage } from '../ui/lists/skeletons.tsx';
import { useAddress } from '../ui/page/address.ts';
import { Toasts } from '../ui/page/toasts.tsx';
import { useAppTexts } from './app.texts.ts';
import { AwayBanner } from './away-banner.tsx';
import styles from './frame.module.css';
import { Keyboard } from './keyboard.tsx';
import { SandboxBar } from './sandbox-bar.tsx';
import { SessionDialogs } from './session-dialogs.tsx';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';

const MustSetUp = lazy(async () => ({ default: (await import('../settings/must-set-up.page.tsx')).Page }));

/** Around every page: where one is, where one can go, and what is wrong with the service. */
export function Frame() {
  const t = useAppTexts();
  const session = useSession();
  const { path } = useAddress();
  // The path at which the menu was opened: going elsewhere closes it.
  const [menuOpenAt, setMenuOpenAt] = useState<string | null>(null);
  const isMenuOpen = menuOpenAt === path;
  if (session.must_set_up_second_factor)
    return (
      <>
        <Suspense fallback={<SkeletonPage />}>
          <MustSetUp />
        </Suspense>
        <SessionDialogs />
      </>
    );
  return (
    <>
      <a href="#content" className={styles.skip}>
        {t.skip}
      </a>
      {session.mode === 'sandbox' && <SandboxBar />}
      <AwayBanner />
      <div className={styles.frame}>
        <Sidebar isOpen={isMenuOpen} onClose={() => setMenuOpenAt(null)} />
        <div className={styles.column}>
          <TopBar isMenuOpen={isMenuOpen} onMenu={() => setMenuOpenAt(isMenuOpen ? null : path)} />
          <main id="content" className={styles.content} tabIndex={-1}>
            <Suspense fallback={<SkeletonPage />}>
              <Outlet />
            </Suspense>
          </main>
        </div>
      </div>
      <Toasts />
      <SessionDialogs />
      <Keyboard />
    </>
  );
}
