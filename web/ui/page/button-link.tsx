import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import type { QueryChanges } from './address.ts';
import type { TablerIcon } from './icons.ts';
import { Link } from './link.tsx';

interface ButtonLinkProps extends ButtonProps {
  to: string;
  query?: QueryChanges;
  icon?: TablerIcon;
  children: ReactNode;
  'data-shortcut'?: string;
  'aria-label'?: string;
}

/** Looks like a button and is a link: it opens a page, with every kind of click. */
export function ButtonLink({ to, query, icon: Icon, ...props }: ButtonLinkProps) {
  return (
    <Button
      renderRoot={(root) => <Link {...root} to={to} {...(query ? { query } : {})} />}
      {...(Icon ? { leftSection: <Icon size={16} aria-hidden="true" /> } : {})}
      {...props}
    />
  );
}
