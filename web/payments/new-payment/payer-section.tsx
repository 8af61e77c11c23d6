import { Button } from '@mantine/core';
import { useCompanyName } from '../../api/session.ts';
import { useFormats } from '../../i18n/formats.ts';
import { IconCheck, IconCopy, IconExternalLink, IconFileTypePdf } from '../../ui/page/icons.ts';
import { Section } from '../../ui/page/section.tsx';
import { businessNow } from '../../ui/values/business-clock.ts';
import { CopyText, useCopy } from '../../ui/values/copy-text.tsx';
import { QrPicture } from '../../ui/values/qr-picture.tsx';
import { WhatsAppButton } from '../../ui/values/whatsapp-button.tsx';
import styles from '../payments.module.css';
import { usePaymentTexts } from '../payments.texts.ts';

/** What both a new payment and a stored one have. */
export interface Payable {
  amount: number;
  company_id: number;
  expires_at: string;
  payment_url: string;
  pix_qr_code?: unknown;
  pix_qr_code_url?: unknown;
  boleto_url?: unknown;
  boleto_digitable_line?: unknown;
  due_date?: unknown;
}

const PENDING = 1;

/** The service may be known by another name to this browser than to payers: what a page loads, it loads by path. */
const pathOf = (url: string) => new URL(url).pathname;
const textOf = (value: unknown) => (typeof value === 'string' ? value : null);

export function PayerSection({ transaction }: { transaction: Payable & { status: number } }) {
  const { payer: t } = usePaymentTexts();
  const isPayable = transaction.status === PENDING && new Date(transaction.expires_at).getTime() > businessNow();
  return (
    <Section title={t.title} actions={<ShareButtons transaction={transaction} />}>
      {isPayable ? <Instrument transaction={transaction} /> : <p className={styles.note}>{t.over}</p>}
    </Section>
  );
}

/** The code or the line, ready to be copied. */
export function Instrument({ transaction }: { transaction: Payable }) {
  const { payer: t } = usePaymentTexts();
  const { dateTime, date } = useFormats();
  const [pixCode, qrUrl] = [textOf(transaction.pix_qr_code), textOf(transaction.pix_qr_code_url)];
  const [line, pdfUrl] = [textOf(transaction.boleto_digitable_line), textOf(transaction.boleto_url)];
  const due = textOf(transaction.due_date);
  if (!pixCode && !line) return <p className={styles.note}>{t.preparing}</p>;
  return (
    <>
      {pixCode && qrUrl && (
        <>
          <QrPicture path={pathOf(qrUrl)} alt={t.qr} />
          <p className={styles.note}>{t.pixCode}</p>
          <div className={styles.code}>
            <CopyText text={pixCode} />
          </div>
        </>
      )}
      {line && (
        <>
          <p className={styles.note}>{t.line}</p>
          <div className={styles.code}>
            <CopyText text={line} />
          </div>
        </>
      )}
      {pdfUrl && (
        <Button
          component="a"
          href={pathOf(pdfUrl)}
          target="_blank"
          rel="noopener"
          variant="default"
          mt="sm"
          leftSection={<IconFileTypePdf size={16} aria-hidden="true" />}
        >
          {t.pdf}
        </Button>
      )}
      <p className={styles.note}>
        {due ? t.due({ date: date(due) }) : t.validUntil({ time: dateTime(transaction.expires_at) })}
      </p>
    </>
  );
}

export function ShareButtons({ transaction }: { transaction: Payable }) {
  const { payer: t } = usePaymentTexts();
  const { money } = useFormats();
  const companyName = useCompanyName();
  const { isCopied, copy } = useCopy();
  const { payment_url: url, amount, company_id } = transaction;
  const text = t.share({ company: companyName(company_id), amount: money(amount), url });
  const CopyIcon = isCopied ? IconCheck : IconCopy;
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<CopyIcon size={14} aria-hidden="true" />}
        onClick={() => copy(url)}
      >
        {t.copyLink}
      </Button>
      <WhatsAppButton text={text} />
      <Button
        component="a"
        size="xs"
        variant="default"
        href={pathOf(url)}
        target="_blank"
        rel="noopener"
        aria-label={t.open}
        px={8}
      >
        <IconExternalLink size={14} aria-hidden="true" />
      </Button>
    </>
  );
}
