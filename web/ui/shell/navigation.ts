import type { TablerIcon } from '../page/icons.ts';

export interface NavItem {
  to: string;
  label: string;
  icon: TablerIcon;
  /** Stands outside of the application: `to` is its whole address. */
  isOutside?: true | undefined;
  /** The key after `g` that leads there. */
  key?: string | undefined;
  badge?: NavBadge | undefined;
}

export interface NavBadge {
  count: number;
  /** What is counted, for whoever hears the page. */
  text: string;
}

export interface NavGroup {
  /** None for what stands at the top. */
  label: string | null;
  items: readonly NavItem[];
}
