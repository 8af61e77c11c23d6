import { EmptyState } from '../lists/empty-state.tsx';
import { IconMapPinOff } from '../page/icons.ts';
import { Link } from '../page/link.tsx';
import { PageHeader } from '../page/page-header.tsx';
import { useShellTexts } from './shell.texts.ts';

export function NotFoundPage() {
  const { notFound: t } = useShellTexts();
  return (
    <>
      <PageHeader title={t.title} />
      <EmptyState icon={IconMapPinOff} title={t.text}>
        <Link to="/">{t.action}</Link>
      </EmptyState>
    </>
  );
}
