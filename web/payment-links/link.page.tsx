import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { PaymentLink } from '../api/types.ts';
import { useFormats } from '../i18n/formats.ts';
import { SkeletonPage } from '../ui/lists/skeletons.tsx';
import { useAddress, usePathPart } from '../ui/page/address.ts';
import { BackLink } from '../ui/page/back-link.tsx';
import { ErrorCard } from '../ui/page/error-card.tsx';
import { IconBan, IconCheck, IconPencil } from '../ui/page/icons.ts';
import { May } from '../ui/page/may.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';
import { Section } from '../ui/page/section.tsx';
import { TwoColumns } from '../ui/page/two-columns.tsx';
import { CopyButton } from '../ui/values/copy-text.tsx';
import { Tile, Tiles } from '../ui/values/tiles.tsx';
import { LinkMenu } from './link-menu.tsx';
import { OfferSection } from './link-offer.tsx';
import { PaymentsSection } from './link-payments.tsx';
import { ShareSection } from './link-share.tsx';
import { LinkBadge } from './link-state.tsx';
import styles from './links.module.css';
import { linkQuery, useLinkSwitch } from './links.queries.ts';
import { useLinkTexts } from './links.texts.ts';

const EditDialog = lazy(async () => ({ default: (await import('./edit-link-dialog.tsx')).EditLinkDialog }));

export function Page() {
  const { detail: t, actions } = useLinkTexts();
  const id = usePathPart('id');
  const address = useAddress();
  const { data: link, error, refetch } = useQuery(linkQuery(id));
  const back = <BackLink to="/links" label={t.back} />;
  if (error && !link)
    return (
      <>
        <PageHeader title={t.back} above={back} />
        <ErrorCard error={error} onRetry={() => refetch()} />
      </>
    );
  if (!link) return <SkeletonPage />;
  return (
    <>
      <PageHeader
        title={link.title}
        above={back}
        aside={
          <>
            <LinkBadge link={link} />
            <CopyButton text={link.url} label={actions.copy} />
          </>
        }
        actions={<Actions link={link} />}
      />
      <div className={styles.counters}>
        <Counters link={link} />
      </div>
      <TwoColumns
        main={
          <>
            <PaymentsSection link={link} />
            <OfferSection link={link} />
          </>
        }
        aside={
          <>
            <ShareSection link={link} />
            <Section title={t.preview}>
              {/* Anew after a change: it shows the page as it is now. */}
              <iframe
                key={`${link.status} ${link.updated_at}`}
                className={styles.preview}
                src={`/l/${link.slug}`}
                title={t.previewTitle({ title: link.title })}
                loading="lazy"
              />
            </Section>
          </>
        }
      />
      {address.one('edit') === '1' && (
        <Suspense fallback={null}>
          <EditDialog link={link} onClose={() => address.change({ edit: null }, { replace: true })} />
        </Suspense>
      )}
    </>
  );
}

function Actions({ link }: { link: PaymentLink }) {
  const { actions: t } = useLinkTexts();
  const address = useAddress();
  const switchLink = useLinkSwitch();
  const isOff = link.status === 'DISABLED';
  const SwitchIcon = isOff ? IconCheck : IconBan;
  return (
    <>
      <May need="charge">
        <Button
          variant="default"
          leftSection={<IconPencil size={16} aria-hidden="true" />}
          onClick={() => address.change({ edit: '1' })}
        >
          {t.edit}
        </Button>
        <Button
          variant="default"
          leftSection={<SwitchIcon size={16} aria-hidden="true" />}
          onClick={() => switchLink(link)}
        >
          {isOff ? t.enable : t.disable}
        </Button>
      </May>
      <LinkMenu link={link} />
    </>
  );
}

function Counters({ link }: { link: PaymentLink }) {
  const { detail: t } = useLinkTexts();
  const { money, number } = useFormats();
  const tiles = [
    [t.paid, number(link.paid_count)],
    [t.received, money(link.paid_amount)],
    [t.waiting, number(link.open_count)],
    [t.remaining, link.remaining === null ? t.noLimit : number(link.remaining)],
  ] as const;
  return (
    <Tiles>
      {tiles.map(([label, value]) => (
        <Tile key={label} label={label} value={value} />
      ))}
    </Tiles>
  );
}
