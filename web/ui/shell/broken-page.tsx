import { Button } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorCard } from '../page/error-card.tsx';
import { PageHeader } from '../page/page-header.tsx';
import { useShellTexts } from './shell.texts.ts';

/** What a page did not see coming, such as a file of a build that is gone: the frame stays usable. */
export function BrokenPage({ error }: ErrorComponentProps) {
  const { broken: t } = useShellTexts();
  return (
    <>
      <PageHeader title={t.title} actions={<Button onClick={() => location.reload()}>{t.action}</Button>} />
      <ErrorCard error={error} />
    </>
  );
}
