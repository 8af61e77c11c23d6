import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { PaymentLink } from '../api/types.ts';
import { useAddress } from '../ui/page/address.ts';
import { IconDownload, IconExternalLink, IconPrinter } from '../ui/page/icons.ts';
import { Section } from '../ui/page/section.tsx';
import { CopyText } from '../ui/values/copy-text.tsx';
import { QrPicture } from '../ui/values/qr-picture.tsx';
import { WhatsAppButton } from '../ui/values/whatsapp-button.tsx';
import styles from './links.module.css';
import { useLinkTexts } from './links.texts.ts';

/** How a link gets to people: by its address, and on paper. */
export function ShareSection({ link }: { link: PaymentLink }) {
  const { detail: t, actions } = useLinkTexts();
  const picture = `/l/${link.slug}/qr.png`;
  const text = t.shareText({ title: link.title, url: link.url });
  const qr = usePrintOnArrival();
  return (
    <Section title={t.share}>
      <CopyText text={link.url} label={actions.copy} />
      <div className={styles.share}>
        <WhatsAppButton text={text} />
        <Button
          component="a"
          size="xs"
          variant="default"
          href={`/l/${link.slug}`}
          target="_blank"
          rel="noopener"
          leftSection={<IconExternalLink size={14} aria-hidden="true" />}
        >
          {actions.open}
        </Button>
        <Button
          size="xs"
          variant="default"
          onClick={() => print()}
          leftSection={<IconPrinter size={14} aria-hidden="true" />}
        >
          {t.print}
        </Button>
        <Button
          component="a"
          size="xs"
          variant="default"
          href={picture}
          download={`${link.slug}.png`}
          leftSection={<IconDownload size={14} aria-hidden="true" />}
        >
          {t.download}
        </Button>
      </div>
      <div className={styles.poster}>
        <h3>{link.title}</h3>
        <QrPicture ref={qr} path={picture} alt={t.qr({ title: link.title })} />
        <p>{t.scan}</p>
      </div>
    </Section>
  );
}

/** Whoever chose "to print" in the list gets the dialog of the printer as soon as the picture is there. */
function usePrintOnArrival() {
  const address = useAddress();
  const picture = useRef<HTMLImageElement>(null);
  const isWanted = address.one('print') === '1';
  const { change } = address;
  useEffect(() => {
    const image = picture.current;
    if (!isWanted || !image) return;
    const show = () => {
      change({ print: null }, { replace: true });
      print();
    };
    if (image.complete) show();
    else image.addEventListener('load', show, { once: true });
    return () => image.removeEventListener('load', show);
  }, [isWanted, change]);
  return picture;
}
