import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { call } from '../api/call.ts';
import { useErrorText } from '../api/error-text.ts';
import { useCan } from '../api/session.ts';
import type { CreatedTransaction } from '../api/types.ts';
import { useFormats } from '../i18n/formats.ts';
import { newKey } from '../ui/forms/new-key.ts';
import { ActionMenu } from '../ui/page/action-menu.tsx';
import { useAddress } from '../ui/page/address.ts';
import { IconArrowBackUp, IconBan, IconPlus, IconRefresh, IconRotate, IconWebhook } from '../ui/page/icons.ts';
import type { MenuAction } from '../ui/page/menu-action.ts';
import { toast } from '../ui/page/toasts.tsx';
import { type Details, transactionQuery } from './payments.queries.ts';
import { usePaymentTexts } from './payments.texts.ts';

const RefundDialog = lazy(async () => ({ default: (await import('./refund-dialog.tsx')).RefundDialog }));
const ConfirmDialog = lazy(async () => ({ default: (await import('../ui/forms/confirm-dialog.tsx')).ConfirmDialog }));

const PENDING = 1;
const APPROVED = 2;
const FAILED = 3;
const SYNC_TYPES = { pix: 'PIX', invoice: 'BILLET', credit: 'CREDIT_CARD', debit: 'CREDIT_CARD' };

/** Each state offers what can be done in it, and nothing that cannot. */
export function TransactionActions({ transaction }: { transaction: Details }) {
  const { actions: t } = usePaymentTexts();
  const address = useAddress();
  // In the address, so that a reload keeps what was open.
  const dialog = address.one('open');
  const open = (name: string | null) => address.change({ open: name }, { replace: name === null });
  const { resend, sync } = useQuietActions(transaction);
  const { status, customer } = transaction;
  const [canCharge, canRefund, canResend] = [useCan('charge'), useCan('refund'), useCan('webhooks')];
  const more: MenuAction[] = [
    { key: 'sync', label: t.sync, icon: IconRefresh, onChoose: () => sync.mutate() },
    ...(canCharge
      ? [
          {
            key: 'again',
            label: t.duplicate,
            icon: IconPlus,
            onChoose: () => address.go('/transactions/new', { customer_id: String(customer.id) }),
          },
        ]
      : []),
    ...(canCharge && status === PENDING
      ? [{ key: 'cancel', label: t.cancel, icon: IconBan, isDestructive: true, onChoose: () => open('cancel') }]
      : []),
  ];
  return (
    <>
      {canRefund && status === APPROVED && (
        <Button
          leftSection={<IconArrowBackUp size={16} aria-hidden="true" />}
          onClick={() => open('refund')}
          data-shortcut="r"
        >
          {t.refund}
        </Button>
      )}
      {canCharge && status === FAILED && (
        <Button leftSection={<IconRotate size={16} aria-hidden="true" />} onClick={() => open('retry')}>
          {t.retry}
        </Button>
      )}
      {canResend && (
        <Button
          variant="default"
          leftSection={<IconWebhook size={16} aria-hidden="true" />}
          loading={resend.isPending}
          onClick={() => resend.mutate()}
        >
          {t.resend}
        </Button>
      )}
      <ActionMenu actions={more} />
      <Suspense fallback={null}>
        {dialog === 'refund' && canRefund && status === APPROVED && (
          <RefundDialog transaction={transaction} onClose={() => open(null)} />
        )}
        {dialog === 'cancel' && canCharge && status === PENDING && (
          <CancelDialog transaction={transaction} onClose={() => open(null)} />
        )}
        {dialog === 'retry' && canCharge && status === FAILED && (
          <RetryDialog transaction={transaction} onClose={() => open(null)} />
        )}
      </Suspense>
    </>
  );
}

interface Resent {
  deliveries: { webhook_id: number; url?: string }[];
}

/** What changes no money, and so asks nothing first. */
function useQuietActions({ id, payment_type }: Details) {
  const { actions: t } = usePaymentTexts();
  const textOf = useErrorText();
  const client = useQueryClient();
  const onError = (error: unknown) => toast(textOf(error), { isFailure: true });
  const resend = useMutation({
    mutationFn: () => call<Resent>(`/webhooks/${id}/retry`, { method: 'POST' }),
    onSuccess: ({ deliveries }) => {
      const hosts = deliveries.map(({ url, webhook_id }) => (url ? new URL(url).host : `webhook ${webhook_id}`));
      toast(deliveries.length === 0 ? t.nobody : t.resent({ hosts: hosts.join(', ') }));
      return client.invalidateQueries({ queryKey: ['transactions', 'one', String(id)] });
    },
    onError,
  });
  const sync = useMutation({
    mutationFn: () => call<Details>(`/transactions/${id}`, { query: { payment_type: SYNC_TYPES[payment_type] } }),
    onSuccess: (synced) => {
      client.setQueryData(transactionQuery(String(id)).queryKey, synced);
      toast(t.synced);
      return client.invalidateQueries({ queryKey: ['transactions'] });
    },
    onError,
  });
  return { resend, sync };
}

interface DialogProps {
  transaction: Details;
  onClose: () => void;
}

function CancelDialog({ transaction: { id }, onClose }: DialogProps) {
  const { actions: t } = usePaymentTexts();
  const client = useQueryClient();
  return (
    <ConfirmDialog
      title={t.cancel}
      action={t.cancel}
      isDestructive
      onClose={onClose}
      onConfirm={async () => {
        const { transaction } = await call<CreatedTransaction>(`/transactions/${id}/cancel`, { method: 'POST' });
        // Some banks answer later.
        toast(transaction.status === 'PENDING' ? t.cancelAsked : t.cancelled);
        await client.invalidateQueries({ queryKey: ['transactions'] });
      }}
    >
      {t.cancelText}
    </ConfirmDialog>
  );
}

function RetryDialog({ transaction: { id, amount }, onClose }: DialogProps) {
  const { actions: t } = usePaymentTexts();
  const { money } = useFormats();
  const client = useQueryClient();
  const address = useAddress();
  const [key] = useState(newKey);
  return (
    <ConfirmDialog
      title={t.retry}
      action={t.retry}
      onClose={onClose}
      onConfirm={async () => {
        const { transaction } = await call<CreatedTransaction>(`/transactions/${id}/retry`, {
          method: 'POST',
          idempotencyKey: key,
        });
        toast(t.retried);
        await client.invalidateQueries({ queryKey: ['transactions'] });
        address.go(`/transactions/${transaction.id}`);
      }}
    >
      {t.retryText({ amount: money(amount) })}
    </ConfirmDialog>
  );
}
