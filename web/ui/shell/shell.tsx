import { Outlet } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { LoggedIn } from '../../api/logged-in.ts';
import { SkeletonPage } from '../lists/skeletons.tsx';
import { useAddress } from '../page/address.ts';
import { Toasts } from '../page/toasts.tsx';
import { AwayBanner } from './away-banner.tsx';
import styles from './frame.module.css';
import { Keyboard, type KeyboardProps } from './keyboard.tsx';
import type { NavGroup } from './navigation.ts';
import { SessionDialogs } from './session-dialogs.tsx';
import { useShellTexts } from './shell.texts.ts';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';

const MustSetUp = lazy(async () => ({ default: (await import('../account/must-set-up.page.tsx')).Page }));

interface ShellProps extends Omit<KeyboardProps, 'pages'> {
  session: LoggedIn;
  groups: readonly NavGroup[];
  mark?: string;
  /** Above everything, such as that nothing here is real. */
  banner?: ReactNode;
  /** In the bar: what the pages are about. */
  topic?: ReactNode;
}

/** Around every page: where one is, where one can go, and what is wrong with the service. */
export function Shell({ session, groups, mark, banner, topic, ...keyboard }: ShellProps) {
  const t = useShellTexts();
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
  const pages = groups.flatMap(({ items }) => items);
  return (
    <>
      <a href="#content" className={styles.skip}>
        {t.skip}
      </a>
      {banner}
      <AwayBanner />
      <div className={styles.frame}>
        <Sidebar groups={groups} mark={mark} isOpen={isMenuOpen} onClose={() => setMenuOpenAt(null)} />
        <div className={styles.column}>
          <TopBar
            userName={session.user.name}
            isMenuOpen={isMenuOpen}
            onMenu={() => setMenuOpenAt(isMenuOpen ? null : path)}
          >
            {topic}
          </TopBar>
          <main id="content" className={styles.content} tabIndex={-1}>
            <Suspense fallback={<SkeletonPage />}>
              <Outlet />
            </Suspense>
          </main>
        </div>
      </div>
      <Toasts />
      <SessionDialogs />
      <Keyboard pages={pages} {...keyboard} />
    </>
  );
}
