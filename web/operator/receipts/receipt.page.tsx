import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useFormats } from '../../i18n/formats.ts';
import { SkeletonRows } from '../../ui/lists/skeletons.tsx';
import { usePathPart } from '../../ui/page/address.ts';
import { BackLink } from '../../ui/page/back-link.tsx';
import { ErrorCard } from '../../ui/page/error-card.tsx';
import { Link } from '../../ui/page/link.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { Section } from '../../ui/page/section.tsx';
import { TwoColumns } from '../../ui/page/two-columns.tsx';
import { CopyText } from '../../ui/values/copy-text.tsx';
import { Facts } from '../../ui/values/facts.tsx';
import { Timestamp } from '../../ui/values/timestamp.tsx';
import { useCan } from '../app/session.ts';
import { NamedPayments } from './named-payments.tsx';
import type { ReceiptAct } from './receipt-dialogs.tsx';
import { ReceiptHistory } from './receipt-history.tsx';
import { ReceiptState } from './receipt-state.tsx';
import { receiptQuery, type SeenReceipt } from './receipts.queries.ts';
import { useReceiptTexts } from './receipts.texts.ts';

const ReceiptDialog = lazy(async () => ({ default: (await import('./receipt-dialogs.tsx')).ReceiptDialog }));

/** Money that is nobody's, with everything that is known of it. */
export function Page() {
  const t = useReceiptTexts();
  const { money } = useFormats();
  const id = usePathPart('id');
  const { data, error, refetch } = useQuery(receiptQuery(id));
  return (
    <>
      <PageHeader
        title={t.one({ id })}
        shown={data && money(data.amount)}
        aside={
          data && (
            <>
              <ReceiptState state={data.state} />
              <span>{t.one({ id })}</span>
            </>
          )
        }
        above={<BackLink to="/receipts" label={t.title} />}
        actions={data?.state === 'OPEN' && <Actions receipt={data} />}
      />
      {error && <ErrorCard error={error} onRetry={() => refetch()} />}
      {!data && !error && <SkeletonRows rows={6} />}
      {data && (
        <TwoColumns
          main={
            <>
              {data.named.length > 0 && <NamedPayments payments={data.named} />}
              <ReceiptHistory receipt={data} />
            </>
          }
          aside={
            <>
              <Known receipt={data} />
              {data.line && <Line line={data.line} />}
            </>
          }
        />
      )}
    </>
  );
}

/** What is in the books already is not a transaction's any more, and is not closed. */
function Actions({ receipt }: { receipt: SeenReceipt }) {
  const t = useReceiptTexts();
  const [act, setAct] = useState<ReceiptAct | null>(null);
  if (!useCan('money')) return null;
  const isBooked = receipt.bookings.length > 0;
  return (
    <>
      {!isBooked && (
        <Button variant="default" onClick={() => setAct('close')}>
          {t.close.act}
        </Button>
      )}
      <Button variant={isBooked ? 'filled' : 'default'} onClick={() => setAct('book')}>
        {t.book.act}
      </Button>
      {!isBooked && <Button onClick={() => setAct('bind')}>{t.bind.act}</Button>}
      <Suspense fallback={null}>
        {act && <ReceiptDialog act={act} receipt={receipt} onClose={() => setAct(null)} />}
      </Suspense>
    </>
  );
}

function Known({ receipt }: { receipt: SeenReceipt }) {
  const t = useReceiptTexts();
  const { money, date } = useFormats();
  const { refunded_amount: refunded, booked_amount: booked, transaction_id: transaction } = receipt;
  return (
    <Section title={t.known.title}>
      <Facts
        facts={[
          [t.bank, receipt.acquirer],
          [t.reference, receipt.reference && <CopyText text={receipt.reference} />],
          [t.known.endToEnd, <CopyText key="id" text={receipt.end_to_end_id} />],
          [t.known.paid, <Timestamp key="paid" at={receipt.paid_at} absolute />],
          [t.known.credit, receipt.credit_on && date(receipt.credit_on)],
          [t.amount, money(receipt.amount)],
          [t.known.refunded, refunded > 0 ? money(refunded) : null],
          [t.known.booked, booked === 0 ? null : money(booked)],
          [
            t.known.transaction,
            transaction && <Link to={`/payments/${transaction}`}>{t.known.number({ id: transaction })}</Link>,
          ],
        ]}
      />
    </Section>
  );
}

function Line({ line }: { line: NonNullable<SeenReceipt['line']> }) {
  const { line: t } = useReceiptTexts();
  const { date } = useFormats();
  return (
    <Section title={t.title}>
      <Facts
        facts={[
          [t.file, t.place({ number: line.file_number, line: line.line })],
          [t.made, date(line.made_on)],
          [t.movement, line.code],
          [t.ourNumber, line.our_number],
          [t.why, line.note],
        ]}
      />
    </Section>
  );
}
