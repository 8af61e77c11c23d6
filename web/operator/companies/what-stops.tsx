import type { Company } from './companies.queries.ts';
import { useCompanyTexts } from './companies.texts.ts';

/** Before an establishment is switched off: what stops with it, and what goes on. */
export function WhatStops({ company: { would_stop: stops } }: { company: Company }) {
  const { stopping: t } = useCompanyTexts();
  return (
    <>
      <p>{t.title}</p>
      <ul>
        <li>{t.tokens({ count: stops.access_tokens })}</li>
        <li>{t.links({ count: stops.payment_links })}</li>
        {stops.splits > 0 && <li>{t.splits({ count: stops.splits })}</li>}
      </ul>
      <p>{t.pending({ count: stops.pending_payments })}</p>
    </>
  );
}
