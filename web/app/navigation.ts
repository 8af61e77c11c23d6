import { useQuery } from '@tanstack/react-query';
import { openDivergencesQuery, troubleOf, waitingApprovalsQuery, webhooksQuery } from '../api/attention.ts';
import { useCan, useSession } from '../api/session.ts';
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
import { useIsPageSettled } from '../ui/page/settled.ts';
import type { NavBadge, NavGroup } from '../ui/shell/navigation.ts';
import type { ptBr } from './app.pt-br.ts';
import { useAppTexts } from './app.texts.ts';

type PageName = keyof (typeof ptBr)['pages'];

interface Place {
  name: PageName;
  to: string;
  isOutside?: true;
  icon: TablerIcon;
  key?: string;
}

interface Places {
  name: keyof (typeof ptBr)['groups'] | null;
  items: readonly Place[];
}

const PLACES: readonly Places[] = [
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

const SANDBOX_ITEM: Place = { name: 'sandbox', to: '/sandbox', icon: IconFlask };

/** Where one can go in the dashboard, and where something waits. */
export function useNavigation(): readonly NavGroup[] {
  const t = useAppTexts();
  const { mode } = useSession();
  const badges = useBadges();
  const shown = ({ name, ...place }: Place) => ({ ...place, label: t.pages[name], badge: badges[name] });
  return PLACES.map(({ name, items }) => ({
    label: name && t.groups[name],
    items: [...items, ...(name === 'account' && mode === 'sandbox' ? [SANDBOX_ITEM] : [])].map(shown),
  }));
}

/** How much waits on a page for a person. */
function useBadges(): Partial<Record<PageName, NavBadge>> {
  const { badges: t } = useAppTexts();
  const { data: divergences = 0 } = useQuery(openDivergencesQuery);
  const mayPayOut = useCan('payout');
  // What a page shows comes first.
  const isSettled = useIsPageSettled();
  const { data: approvals = 0 } = useQuery({ ...waitingApprovalsQuery, enabled: mayPayOut && isSettled });
  const { data: webhooks } = useQuery(webhooksQuery);
  const failing = webhooks?.data.filter((webhook) => troubleOf(webhook) !== null).length ?? 0;
  return {
    payouts: { count: approvals, text: t.payouts({ count: approvals }) },
    divergences: { count: divergences, text: t.divergences({ count: divergences }) },
    webhooks: { count: failing, text: t.webhooks({ count: failing }) },
  };
}
