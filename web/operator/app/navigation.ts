import { IconBuildingStore, IconHome, type TablerIcon } from '../../ui/page/icons.ts';
import type { NavGroup } from '../../ui/shell/navigation.ts';
import type { ptBr } from './console.pt-br.ts';
import { useConsoleTexts } from './console.texts.ts';

interface Place {
  name: keyof (typeof ptBr)['pages'];
  to: string;
  icon: TablerIcon;
  key?: string;
}

interface Places {
  name: keyof (typeof ptBr)['groups'] | null;
  items: readonly Place[];
}

const PLACES: readonly Places[] = [
  { name: null, items: [{ name: 'home', to: '/', icon: IconHome, key: 'i' }] },
  { name: 'clients', items: [{ name: 'merchants', to: '/merchants', icon: IconBuildingStore, key: 'l' }] },
];

export function useNavigation(): readonly NavGroup[] {
  const t = useConsoleTexts();
  return PLACES.map(({ name, items }) => ({
    label: name && t.groups[name],
    items: items.map((item) => ({ ...item, label: t.pages[item.name] })),
  }));
}
