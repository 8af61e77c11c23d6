import type { TablerIcon } from './icons.ts';

export interface MenuAction {
  key: string;
  label: string;
  icon?: TablerIcon;
  isDestructive?: boolean;
  /** Opens a page of ours or a file instead of doing something. */
  href?: string;
  onChoose?: () => void;
}
