export interface PaymentSession {
  id: string;
  provider_id: string;
  status: string;
}

export interface OrderWithSessions {
  payment_collections?: ({ payment_sessions?: (PaymentSession | null)[] | null } | null)[] | null;
}

const OURS = /^pp_vintem-(pix|boleto)(_|$)/;

/** Sessions of ours in which the money is still to come. */
export function openSessionsOf(orders: readonly OrderWithSessions[]): PaymentSession[] {
  return orders
    .flatMap((order) => order.payment_collections ?? [])
    .flatMap((collection) => collection?.payment_sessions ?? [])
    .filter((session) => session !== null)
    .filter(({ provider_id, status }) => OURS.test(provider_id) && status === 'pending_authorization');
}
