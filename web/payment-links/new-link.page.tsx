import { useQuery } from '@tanstack/react-query';
import { useSession } from '../api/session.ts';
import { SkeletonRows } from '../ui/lists/skeletons.tsx';
import { useAddress } from '../ui/page/address.ts';
import { PageHeader } from '../ui/page/page-header.tsx';
import { draftLike, emptyDraft } from './link-draft.ts';
import { linkQuery } from './links.queries.ts';
import { useLinkTexts } from './links.texts.ts';
import { NewLinkForm } from './new-link-form.tsx';

/** Begins with the establishment that was chosen, or with the link that the address names. */
export function Page() {
  const { form: t } = useLinkTexts();
  const { companies } = useSession();
  const address = useAddress();
  const from = address.one('from');
  const { data: link, isLoading } = useQuery({ ...linkQuery(from ?? ''), enabled: from !== undefined });
  const companyId = Number(address.one('company_id') ?? companies.find(({ status }) => status === 'ACTIVE')?.id ?? 0);
  return (
    <>
      <PageHeader title={t.title} />
      {isLoading ? <SkeletonRows rows={6} /> : <NewLinkForm first={link ? draftLike(link) : emptyDraft(companyId)} />}
    </>
  );
}
