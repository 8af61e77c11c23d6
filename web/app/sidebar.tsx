import { useEffect } from 'react';
import { useSession } from '../api/session.ts';
import iconUrl from '../icon.svg';
import { useAddress } from '../ui/address.ts';
import { Link } from '../ui/link.tsx';
import { useUiTexts } from '../ui/ui.texts.ts';
import { useAppTexts } from './app.texts.ts';
import styles from './frame.module.css';
import { NAVIGATION, type NavItem, SANDBOX_ITEM } from './navigation.ts';

/** On a phone it opens over the page; Escape and a tap beside it close it. */
export function Sidebar({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useAppTexts();
  const ui = useUiTexts();
  const { mode } = useSession();
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
                <NavEntry key={item.to} item={item} />
              ))}
              {name === 'account' && mode === 'sandbox' && <NavEntry item={SANDBOX_ITEM} />}
            </ul>
          </div>
        ))}
      </nav>
    </>
  );
}

function NavEntry({ item: { name, to, icon: Icon, isOutside } }: { item: NavItem }) {
  const t = useAppTexts();
  const { path } = useAddress();
  const isHere = to === '/' ? path === '/' : path === to || path.startsWith(`${to}/`);
  const shown = (
    <>
      <Icon size={20} stroke={1.75} aria-hidden="true" />
      <span className={styles.name}>{t.pages[name]}</span>
    </>
  );
  const look = { className: styles.item, title: t.pages[name] };
  return (
    <li>
      {isOutside ? (
        <a href={to} {...look}>
          {shown}
        </a>
      ) : (
        <Link to={to} {...look} {...(isHere ? { 'aria-current': 'page' } : {})}>
          {shown}
        </Link>
      )}
    </li>
  );
}
