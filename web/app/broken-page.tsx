import { Button } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorCard } from '../ui/page/error-card.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';
import { useAppTexts } from './app.texts.ts';

/** What a page did not see coming, such as a file of a build that is gone: the frame stays usable. */
export function BrokenPage({ error }: ErrorComponentProps) {
  const { broken: t } = useAppTexts();
  return (
    <>
      <PageHeader title={t.title} actions={<Button onClick={() => location.reload()}>{t.action}</Button>} />
      <ErrorCard error={error} />
    </>
  );
}
