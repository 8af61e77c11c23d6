import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { IconBookmark } from '../page/icons.ts';
import { useUiTexts } from '../ui.texts.ts';
import type { Filter } from './filters.ts';

const ViewsDialog = lazy(async () => ({ default: (await import('./views-dialog.tsx')).ViewsDialog }));

interface SavedViewsProps {
  /** Small letters and hyphens: what the views are kept under. */
  page: string;
  filters: readonly Filter[];
}

/** Names for lists that are looked at often; kept for each user on the server. */
export function SavedViews(props: SavedViewsProps) {
  const { views: t } = useUiTexts();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconBookmark size={16} aria-hidden="true" />}
        onClick={() => setIsOpen(true)}
      >
        {t.label}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ViewsDialog {...props} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
