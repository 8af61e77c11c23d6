import type { TablerIcon } from '@tabler/icons-react';

export interface MenuAction {
  key: string;
  label: string;
  icon?: TablerIcon;
  isDestructive?: boolean;
  /** Opens a page of ours or a file instead of doing something. */
  href?: string;
  onChoose?: () => void;
}
