import { Link } from '../../ui/page/link.tsx';
import { usePartTexts } from './parts.texts.ts';

/** Whose something is, and the way there. */
export function Whose({ merchant, company }: { merchant: number; company: number }) {
  const { whose: t } = usePartTexts();
  return (
    <>
      <Link to={`/merchants/${merchant}`}>{t.merchant({ id: merchant })}</Link>
      {', '}
      <Link to={`/companies/${company}`}>{t.company({ id: company })}</Link>
    </>
  );
}
