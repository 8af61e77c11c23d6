import { Menu, type MenuProps } from '@mantine/core';
import type { ReactNode } from 'react';
import type { MenuAction } from './menu-action.ts';

interface OpenMenuProps {
  target: ReactNode;
  actions: readonly MenuAction[];
  position: MenuProps['position'];
  onClose: () => void;
}

export function OpenMenu({ target, actions, position = 'bottom-end', onClose }: OpenMenuProps) {
  return (
    <Menu opened onClose={onClose} position={position} shadow="md">
      <Menu.Target>{target as never}</Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ key, label, icon: Icon, isDestructive, href, onChoose }) => (
          <Menu.Item
            key={key}
            {...(Icon ? { leftSection: <Icon size={16} aria-hidden="true" /> } : {})}
            {...(isDestructive ? { color: 'red' } : {})}
            {...(href === undefined ? {} : { component: 'a' as const, href })}
            onClick={() => {
              onClose();
              onChoose?.();
            }}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
