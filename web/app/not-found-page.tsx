import { EmptyState } from '../ui/empty-state.tsx';
import { IconMapPinOff } from '../ui/icons.ts';
import { Link } from '../ui/link.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { useAppTexts } from './app.texts.ts';

export function NotFoundPage() {
  const { notFound: t } = useAppTexts();
  return (
    <>
      <PageHeader title={t.title} />
      <EmptyState icon={IconMapPinOff} title={t.text}>
        <Link to="/">{t.action}</Link>
      </EmptyState>
    </>
  );
}
