import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CreatedTransaction } from '../../api/types.ts';
import { useFormats } from '../../i18n/formats.ts';
import { ButtonLink } from '../../ui/page/button-link.tsx';
import { IconPlus } from '../../ui/page/icons.ts';
import { Section } from '../../ui/page/section.tsx';
import { businessNow } from '../../ui/values/business-clock.ts';
import { StatusBadge } from '../../ui/values/status-badge.tsx';
import styles from '../payments.module.css';
import { transactionQuery } from '../payments.queries.ts';
import { usePaymentTexts } from '../payments.texts.ts';
import { SandboxSection } from '../sandbox-section.tsx';
import { Instrument, ShareButtons } from './payer-section.tsx';

interface CreatedPaymentProps {
  created: CreatedTransaction;
  onAgain: () => void;
}

const PENDING = 1;

/** What to give the payer, at once; it turns to "paid" by itself. Who tries it out pays it right here. */
export function CreatedPayment({ created: { success, transaction }, onAgain }: CreatedPaymentProps) {
  const { create: t, timeline } = usePaymentTexts();
  const { money } = useFormats();
  const { data } = useQuery(transactionQuery(String(transaction.id)));
  const isPayable = success && (data?.status ?? PENDING) === PENDING;
  return (
    <div className={styles.created}>
      <Section title={success ? t.done : t.refused} actions={isPayable && <ShareButtons transaction={transaction} />}>
        <div className={styles.summary}>
          <p className={styles.amount}>{money(transaction.amount)}</p>
          {data && <StatusBadge payment={data} nowMs={businessNow()} />}
          <span>{transaction.order_number}</span>
        </div>
        {isPayable && <Instrument transaction={transaction} />}
        {data?.paid_at && <p className={styles.note}>{timeline.paid}</p>}
        <Group mt="md" gap="xs">
          <ButtonLink to={`/transactions/${transaction.id}`}>{t.open}</ButtonLink>
          <Button variant="default" leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={onAgain}>
            {t.again}
          </Button>
        </Group>
      </Section>
      {data && <SandboxSection transaction={data} />}
    </div>
  );
}
