import { IconHammer } from '@tabler/icons-react';
import { EmptyState } from './empty-state.tsx';
import { PageHeader } from './page-header.tsx';

/** Stands in for a page until it is built. */
export function PageInWork({ title }: { title: string }) {
  return (
    <>
      <PageHeader title={title} />
      <EmptyState icon={IconHammer} title={title} />
    </>
  );
}
