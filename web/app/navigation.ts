import {
  IconArrowBackUp,
  IconBook2,
  IconBuildingStore,
  IconCreditCard,
  IconFlask,
  IconHome,
  IconLink,
  IconReceipt,
  IconScale,
  IconSend,
  IconSettings,
  IconTimelineEvent,
  IconUsers,
  IconWallet,
  IconWebhook,
  type TablerIcon,
} from '../ui/page/icons.ts';
import type { ptBr } from './app.pt-br.ts';

export interface NavItem {
  name: keyof (typeof ptBr)['pages'];
  to: string;
  /** Stands outside of the dashboard: `to` is its whole address. */
  isOutside?: true;
  icon: TablerIcon;
  /** The key after `g` that leads there. */
  key?: string;
}

export interface NavGroup {
  name: keyof (typeof ptBr)['groups'] | null;
  items: readonly NavItem[];
}

export const NAVIGATION: readonly NavGroup[] = [
  { name: null, items: [{ name: 'home', to: '/', icon: IconHome, key: 'i' }] },
  {
    name: 'sell',
    items: [
      { name: 'transactions', to: '/transactions', icon: IconCreditCard, key: 't' },
      { name: 'links', to: '/links', icon: IconLink, key: 'l' },
      { name: 'customers', to: '/customers', icon: IconUsers, key: 'c' },
    ],
  },
  {
    name: 'money',
    items: [
      { name: 'balances', to: '/balances', icon: IconWallet, key: 's' },
      { name: 'statement', to: '/statement', icon: IconReceipt, key: 'e' },
      { name: 'payouts', to: '/payouts', icon: IconSend, key: 'q' },
      { name: 'refunds', to: '/refunds', icon: IconArrowBackUp, key: 'd' },
      { name: 'divergences', to: '/divergences', icon: IconScale },
    ],
  },
  {
    name: 'build',
    items: [
      { name: 'webhooks', to: '/webhooks', icon: IconWebhook, key: 'w' },
      { name: 'events', to: '/events', icon: IconTimelineEvent },
      { name: 'reference', to: '/docs', icon: IconBook2, isOutside: true },
    ],
  },
  {
    name: 'account',
    items: [
      { name: 'companies', to: '/companies', icon: IconBuildingStore },
      { name: 'settings', to: '/settings', icon: IconSettings },
    ],
  },
];

export const SANDBOX_ITEM: NavItem = { name: 'sandbox', to: '/sandbox', icon: IconFlask };
