import { ActionIcon, type MenuProps } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useUiTexts } from '../ui.texts.ts';
import { IconDots } from './icons.ts';
import type { MenuAction } from './menu-action.ts';

const OpenMenu = lazy(async () => ({ default: (await import('./open-menu.tsx')).OpenMenu }));

interface ActionMenuProps {
  actions: readonly MenuAction[];
  /** What the three dots are called, where there are several of them. */
  label?: string;
  /** What opens it; three dots without it. Gets what a button needs. */
  renderTarget?: (props: { onClick: () => void; 'aria-haspopup': 'menu'; 'aria-expanded': boolean }) => ReactNode;
  position?: MenuProps['position'];
}

/** What floats is fetched when somebody opens a menu for the first time. */
export function ActionMenu({ actions, label, renderTarget, position = 'bottom-end' }: ActionMenuProps) {
  const t = useUiTexts();
  const [isOpen, setIsOpen] = useState(false);
  const props = { onClick: () => setIsOpen(!isOpen), 'aria-haspopup': 'menu' as const, 'aria-expanded': isOpen };
  const target = renderTarget?.(props) ?? (
    <ActionIcon variant="default" size={36} aria-label={label ?? t.more} {...props}>
      <IconDots size={18} />
    </ActionIcon>
  );
  if (!isOpen) return target;
  return (
    <Suspense fallback={target}>
      <OpenMenu target={target} actions={actions} position={position} onClose={() => setIsOpen(false)} />
    </Suspense>
  );
}
