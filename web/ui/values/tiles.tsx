import type { ReactNode } from 'react';
import type { QueryChanges } from '../page/address.ts';
import { Link } from '../page/link.tsx';
import styles from './tiles.module.css';

/** Figures side by side, as many in a row as there is room for. */
export function Tiles({ children }: { children: ReactNode }) {
  return <div className={styles.tiles}>{children}</div>;
}

interface TileProps {
  label: string;
  value: ReactNode;
  /** Below it: how it changed, what it consists of. */
  note?: ReactNode;
  /** The list behind the figure. */
  to?: string;
  query?: QueryChanges;
}

export function Tile({ label, value, note, to, query }: TileProps) {
  const content = (
    <>
      <span className={styles.label}>{label}</span>
      <span className={styles.value}>{value}</span>
      {note && <span className={styles.note}>{note}</span>}
    </>
  );
  return to === undefined ? (
    <div className={styles.tile}>{content}</div>
  ) : (
    <Link to={to} className={styles.tile} {...(query ? { query } : {})}>
      {content}
    </Link>
  );
}
