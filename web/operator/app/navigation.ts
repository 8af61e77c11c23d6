import { useQuery } from '@tanstack/react-query';
import type { OperatorAct } from '../../../src/parties/operators/operator-acts.rules.ts';
import {
  IconArrowBackUp,
  IconBook2,
  IconBuildingStore,
  IconCircleHalf2,
  IconCreditCard,
  IconHome,
  IconListSearch,
  IconReceipt,
  IconScale,
  IconSend,
  IconUsers,
  IconWallet,
  type TablerIcon,
} from '../../ui/page/icons.ts';
import type { NavBadge, NavGroup } from '../../ui/shell/navigation.ts';
import { homeQuery } from '../home/home.queries.ts';
import type { ptBr } from './console.pt-br.ts';
import { useConsoleTexts } from './console.texts.ts';
import { useSession } from './session.ts';

type PageName = keyof (typeof ptBr)['pages'];

interface Place {
  name: PageName;
  to: string;
  icon: TablerIcon;
  key?: string;
  /** What one has to be allowed to do there; everybody reads. */
  need?: OperatorAct;
}

interface Places {
  name: keyof (typeof ptBr)['groups'] | null;
  items: readonly Place[];
}

const PLACES: readonly Places[] = [
  { name: null, items: [{ name: 'home', to: '/', icon: IconHome, key: 'i' }] },
  { name: 'clients', items: [{ name: 'merchants', to: '/merchants', icon: IconBuildingStore, key: 'l' }] },
  {
    name: 'money',
    items: [
      { name: 'payments', to: '/payments', icon: IconCreditCard, key: 't' },
      { name: 'divergences', to: '/divergences', icon: IconScale, key: 'd' },
      { name: 'receipts', to: '/receipts', icon: IconReceipt },
      { name: 'refunds', to: '/refunds', icon: IconArrowBackUp },
      { name: 'payouts', to: '/payouts', icon: IconSend },
      { name: 'comparisons', to: '/comparisons', icon: IconCircleHalf2 },
    ],
  },
  {
    name: 'banks',
    items: [
      { name: 'acquirers', to: '/acquirers', icon: IconWallet, key: 'a' },
      { name: 'files', to: '/files', icon: IconReceipt, key: 'f', need: 'files' },
    ],
  },
  {
    name: 'house',
    items: [
      { name: 'books', to: '/books', icon: IconReceipt, key: 'b' },
      { name: 'audits', to: '/audits', icon: IconBook2 },
      { name: 'team', to: '/team', icon: IconUsers, need: 'operators' },
      { name: 'auditLog', to: '/audit-log', icon: IconListSearch },
    ],
  },
];

/** Where this operator can go, and where something waits. */
export function useNavigation(): readonly NavGroup[] {
  const t = useConsoleTexts();
  const { can } = useSession();
  const badges = useBadges();
  return PLACES.map(({ name, items }) => ({
    label: name && t.groups[name],
    items: items
      .filter(({ need }) => need === undefined || can.includes(need))
      .map(({ need: _, name: page, ...item }) => ({ ...item, label: t.pages[page], badge: badges[page] })),
  }));
}

/** As home tells it, which is asked for again by itself. */
function useBadges(): Partial<Record<PageName, NavBadge>> {
  const { badges: t } = useConsoleTexts();
  const open = useQuery(homeQuery).data?.open;
  const [count, unknown] = [open?.divergences ?? 0, open?.unknown_receipts?.count ?? 0];
  return {
    divergences: { count, text: t.divergences({ count }) },
    receipts: { count: unknown, text: t.receipts({ count: unknown }) },
  };
}
