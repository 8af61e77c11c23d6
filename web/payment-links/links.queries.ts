import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type QueryValues } from '../api/call.ts';
import { useErrorText } from '../api/error-text.ts';
import type { ListOf, PaymentLink, TransactionList } from '../api/types.ts';
import { toast } from '../ui/page/toasts.tsx';
import { useLinkTexts } from './links.texts.ts';

const LATEST_PAYMENTS = '10';

export const linksQuery = (query: QueryValues) =>
  queryOptions({
    queryKey: ['payment-links', 'list', query],
    queryFn: ({ signal }) => call<ListOf<PaymentLink>>('/payment-links', { query, signal }),
    placeholderData: keepPreviousData,
  });

export const linkQuery = (id: string) =>
  queryOptions({
    queryKey: ['payment-links', 'one', id],
    queryFn: ({ signal }) => call<PaymentLink>(`/payment-links/${id}`, { signal }),
  });

export const paymentsOfLinkQuery = (id: string) =>
  queryOptions({
    queryKey: ['transactions', 'list', { payment_link_id: id, limit: LATEST_PAYMENTS }],
    queryFn: ({ signal }) =>
      call<TransactionList>('/transactions', { query: { payment_link_id: id, limit: LATEST_PAYMENTS }, signal }),
  });

/** What the screen shows of a link, wherever it shows it. */
function useShownLinks() {
  const client = useQueryClient();
  return {
    put(id: string, change: (link: PaymentLink) => PaymentLink) {
      client.setQueryData<PaymentLink>(linkQuery(id).queryKey, (link) => link && change(link));
      client.setQueriesData<ListOf<PaymentLink>>({ queryKey: ['payment-links', 'list'] }, (list) =>
        list ? { ...list, data: list.data.map((link) => (link.id === id ? change(link) : link)) } : list,
      );
    },
    hold: () => client.cancelQueries({ queryKey: ['payment-links'] }),
    refresh: () => client.invalidateQueries({ queryKey: ['payment-links'] }),
  };
}

type Switch = 'ACTIVE' | 'DISABLED';

/** Seen at once, told with a way back; where it fails, the screen shows again how it is. */
export function useLinkSwitch(): (link: PaymentLink) => void {
  const { actions: t } = useLinkTexts();
  const textOf = useErrorText();
  const shown = useShownLinks();
  const { mutate } = useMutation({
    mutationFn: ({ link, status }: { link: PaymentLink; status: Switch }) =>
      call<PaymentLink>(`/payment-links/${link.id}`, { method: 'PATCH', body: { status } }),
    onMutate: async ({ link, status }) => {
      await shown.hold();
      shown.put(link.id, (one) => ({ ...one, status }));
    },
    onSuccess: (changed) => shown.put(changed.id, () => changed),
    onError: (error, { link }) => {
      shown.put(link.id, () => link);
      toast(textOf(error), { isFailure: true });
    },
    onSettled: () => shown.refresh(),
  });
  return (link) => {
    const status = link.status === 'DISABLED' ? 'ACTIVE' : 'DISABLED';
    mutate({ link, status });
    toast((status === 'DISABLED' ? t.disabled : t.enabled)({ title: link.title }), {
      action: {
        label: t.undo,
        run: () => mutate({ link: { ...link, status }, status: status === 'DISABLED' ? 'ACTIVE' : 'DISABLED' }),
      },
    });
  };
}

export type LinkChange = Partial<
  Pick<
    PaymentLink,
    | ('title' | 'description' | 'max_payments' | 'stock' | 'expires_at' | 'success_url' | 'inactive_message')
    | ('fine' | 'interest' | 'payable_days_after_due')
  >
>;

export function useLinkChange(id: string, onDone: () => void) {
  const { edit: t } = useLinkTexts();
  const shown = useShownLinks();
  return useMutation({
    mutationFn: (body: LinkChange) => call<PaymentLink>(`/payment-links/${id}`, { method: 'PATCH', body }),
    onSuccess: (changed) => {
      shown.put(id, () => changed);
      toast(t.saved);
      onDone();
      return shown.refresh();
    },
  });
}
