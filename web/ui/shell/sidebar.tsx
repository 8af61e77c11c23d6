import { useEffect, useId } from 'react';
import iconUrl from '../icon.svg';
import { useAddress } from '../page/address.ts';
import { Link } from '../page/link.tsx';
import { useUiTexts } from '../ui.texts.ts';
import styles from './frame.module.css';
import type { NavGroup, NavItem } from './navigation.ts';
import { useShellTexts } from './shell.texts.ts';

interface SidebarProps {
  groups: readonly NavGroup[];
  /** Beside the name, where this is not what everybody knows by it. */
  mark?: string | undefined;
  isOpen: boolean;
  onClose: () => void;
}

/** On a phone it opens over the page; Escape and a tap beside it close it. */
export function Sidebar({ groups, mark, isOpen, onClose }: SidebarProps) {
  const t = useShellTexts();
  const ui = useUiTexts();
  useEffect(() => {
    if (!isOpen) return;
    const close = ({ key }: KeyboardEvent) => key === 'Escape' && onClose();
    document.addEventListener('keydown', close);
    return () => document.removeEventListener('keydown', close);
  }, [isOpen, onClose]);
  return (
    <>
      {isOpen && <button type="button" className={styles.shade} aria-label={ui.close} onClick={onClose} />}
      <nav className={styles.sidebar} aria-label={t.navigation} data-open={isOpen} data-bar="side">
        <Link to="/" className={styles.brand} tabIndex={-1} aria-hidden="true">
          <img src={iconUrl} alt="" width="28" height="28" />
          <span className={styles.name}>Vintém {mark && <span className={styles.mark}>{mark}</span>}</span>
        </Link>
        {groups.map(({ label, items }) => (
          <div key={label ?? 'top'}>
            {label && <p className={styles.group}>{label}</p>}
            <ul className={styles.items}>
              {items.map((item) => (
                <NavEntry key={item.to} item={item} />
              ))}
            </ul>
          </div>
        ))}
      </nav>
    </>
  );
}

function NavEntry({ item: { label, to, icon: Icon, isOutside, badge } }: { item: NavItem }) {
  const { path } = useAddress();
  const badgeId = useId();
  const isHere = to === '/' ? path === '/' : path === to || path.startsWith(`${to}/`);
  const hasBadge = badge !== undefined && badge.count > 0;
  const shown = (
    <>
      <Icon size={20} stroke={1.75} aria-hidden="true" />
      <span className={styles.name}>{label}</span>
    </>
  );
  const look = { className: styles.item, title: label };
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
