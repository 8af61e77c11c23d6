import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAddress } from './address.ts';

interface Tab {
  name: string;
  label: string;
  content: ReactNode;
}

/** Parts of a page, one at a time. Which one stands in the address; the first one is the page without a word of it. */
export function AddressTabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const address = useAddress();
  const first = tabs[0]?.name ?? null;
  const open = tabs.find(({ name }) => name === address.one('tab'))?.name ?? first;
  return (
    <Tabs
      value={open}
      onChange={(next) => address.change({ tab: next === first ? null : next, page: null })}
      keepMounted={false}
    >
      <Tabs.List aria-label={label} mb="md">
        {tabs.map(({ name, label: word }) => (
          <Tabs.Tab key={name} value={name}>
            {word}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ name, content }) => (
        <Tabs.Panel key={name} value={name}>
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
