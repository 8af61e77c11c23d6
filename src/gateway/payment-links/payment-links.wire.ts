import { type PaymentLink, remainingOf } from './payment-links.rules.ts';

/** The page of a link; payers type it off paper, too. */
export function linkUrl(publicUrl: string, { slug }: Pick<PaymentLink, 'slug'>): string {
  return `${publicUrl}/l/${slug}`;
}

export function linkRecord(publicUrl: string, link: PaymentLink) {
  return {
    id: link.public_id,
    url: linkUrl(publicUrl, link),
    status: link.state,
    company_id: link.company_id,
    title: link.title,
    description: link.description,
    slug: link.slug,
    methods: link.methods,
    items: link.items,
    shipping: link.shipping,
    open_amount: link.open_amount,
    quantity: link.quantity,
    max_payments: link.max_payments,
    stock: link.stock,
    expires_at: link.expires_at?.toISOString() ?? null,
    due_days: link.due_days,
    fine: link.fine,
    interest: link.interest,
    payable_days_after_due: link.payable_days_after_due,
    collect_address: link.collect_address,
    success_url: link.success_url,
    inactive_message: link.inactive_message,
    metadata: link.metadata,
    paid_count: link.paid_count,
    paid_amount: link.paid_cents,
    open_count: link.open_count,
    remaining: remainingOf(link),
    created_at: link.created_at.toISOString(),
    updated_at: link.updated_at.toISOString(),
  };
}
