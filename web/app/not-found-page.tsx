import { EmptyState } from '../ui/lists/empty-state.tsx';
import { IconMapPinOff } from '../ui/page/icons.ts';
import { Link } from '../ui/page/link.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';
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
