import { useQuery } from '@tanstack/react-query';
import { useEffect, useId } from 'react';
import { openDivergencesQuery, troubleOf, waitingApprovalsQuery, webhooksQuery } from '../api/attention.ts';
import { useCan, useSession } from '../api/session.ts';
import iconUrl from '../icon.svg';
import { useAddress } from '../ui/page/address.ts';
import { Link } from '../ui/page/link.tsx';
import { useUiTexts } from '../ui/ui.texts.ts';
import { useAppTexts } from './app.texts.ts';
import styles from './frame.module.css';
import { NAVIGATION, type NavItem, SANDBOX_ITEM } from './navigation.ts';

/** On a phone it opens over the page; Escape and a tap beside it close it. */
export function Sidebar({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useAppTexts();
  const ui = useUiTexts();
  const { mode } = useSession();
  const badges = useBadges();
  useEffect(() => {
    if (!isOpen) return;
    const close = ({ key }: KeyboardEvent) => key === 'Escape' && onClose();
    document.addEventListener('keydown', close);
    return () => document.removeEventListener('keydown', close);
  }, [isOpen, onClose]);
  return (
    <>
      {isOpen && <button type="button" className={styles.shade} aria-label={ui.close} onClick={onClose} />}
      <nav className={styles.sidebar} aria-label={t.navigation} data-open={isOpen}>
        <Link to="/" className={styles.brand} tabIndex={-1} aria-hidden="true">
          <img src={iconUrl} alt="" width="28" height="28" />
          <span className={styles.name}>Vintém</span>
        </Link>
        {NAVIGATION.map(({ name, items }) => (
          <div key={name ?? 'top'}>
            {name && <p className={styles.group}>{t.groups[name]}</p>}
            <ul className={styles.items}>
              {items.map((item) => (
                <NavEntry key={item.to} item={item} badge={badges[item.name]} />
              ))}
              {name === 'account' && mode === 'sandbox' && <NavEntry item={SANDBOX_ITEM} />}
            </ul>
          </div>
        ))}
      </nav>
    </>
  );
}

interface Badge {
  count: number;
  /** What is counted, for whoever hears the page. */
  text: string;
}

type Badges = Partial<Record<NavItem['name'], Badge>>;

/** How much waits on a page for a person. */
function useBadges(): Badges {
  const { badges: t } = useAppTexts();
  const { data: divergences = 0, isFetched } = useQuery(openDivergencesQuery);
  const mayPayOut = useCan('payout');
  // One after the other: what a page shows comes first.
  const { data: approvals = 0 } = useQuery({ ...waitingApprovalsQuery, enabled: mayPayOut && isFetched });
  const { data: webhooks } = useQuery(webhooksQuery);
  const failing = webhooks?.data.filter((webhook) => troubleOf(webhook) !== null).length ?? 0;
  return {
    payouts: { count: approvals, text: t.payouts({ count: approvals }) },
    divergences: { count: divergences, text: t.divergences({ count: divergences }) },
    webhooks: { count: failing, text: t.webhooks({ count: failing }) },
  };
}

function NavEntry({ item: { name, to, icon: Icon, isOutside }, badge }: { item: NavItem; badge?: Badge | undefined }) {
  const t = useAppTexts();
  const { path } = useAddress();
  const badgeId = useId();
  const isHere = to === '/' ? path === '/' : path === to || path.startsWith(`${to}/`);
  const hasBadge = badge !== undefined && badge.count > 0;
  const shown = (
    <>
      <Icon size={20} stroke={1.75} aria-hidden="true" />
      <span className={styles.name}>{t.pages[name]}</span>
    </>
  );
  const look = { className: styles.item, title: t.pages[name] };
  return (
    <li className={styles.entry}>
      {isOutside ? (
        <a href={to} {...look}>
          {shown}
        </a>
      ) : (
        <Link
          to={to}
          {...look}
          {...(isHere ? { 'aria-current': 'page' } : {})}
          {...(hasBadge ? { 'aria-describedby': badgeId } : {})}
        >
          {shown}
        </Link>
      )}
      {hasBadge && (
        <span className={styles.badge} title={badge.text}>
          <span aria-hidden="true">{badge.count}</span>
          <span id={badgeId} className={styles.badgeText}>
            {badge.text}
          </span>
        </span>
      )}
    </li>
  );
}
