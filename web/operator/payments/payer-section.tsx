import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { formatDocument } from '../../../src/ground/brazil/documents.rules.ts';
import { Section } from '../../ui/page/section.tsx';
import { Facts } from '../../ui/values/facts.tsx';
import { useCan } from '../app/session.ts';
import { type RevealedPayer, revealPayer, type SeenPayment } from './payments.queries.ts';
import { usePaymentTexts } from './payments.texts.ts';

const ReasonDialog = lazy(async () => ({ default: (await import('../parts/reason-dialog.tsx')).ReasonDialog }));

/** Masked until a reason was given; forgotten when the page is left. */
export function PayerSection({ transaction }: { transaction: SeenPayment['transaction'] }) {
  const { payer: t } = usePaymentTexts();
  const mayReveal = useCan('reveal');
  const [isAsking, setIsAsking] = useState(false);
  const [revealed, setRevealed] = useState<RevealedPayer | null>(null);
  const { name, email, document, phone } = revealed?.customer ?? transaction.customer;
  const metadata = Object.entries(revealed?.metadata ?? {});
  return (
    <Section title={t.title}>
      <Facts
        facts={[
          [t.name, name],
          [t.email, email],
          [t.document, revealed ? formatDocument(document) : document],
          [t.phone, phone],
          ...metadata.map(([key, value]) => [key, String(value)] as const),
        ]}
      />
      {!revealed && (
        <>
          <p>{t.masked}</p>
          {mayReveal && (
            <Button variant="default" onClick={() => setIsAsking(true)}>
              {t.reveal}
            </Button>
          )}
        </>
      )}
      {isAsking && (
        <Suspense fallback={null}>
          <ReasonDialog
            title={t.reveal}
            action={t.reveal}
            onConfirm={async (reason) => setRevealed(await revealPayer(transaction.id, reason))}
            onClose={() => setIsAsking(false)}
          >
            <p>{t.revealText}</p>
          </ReasonDialog>
        </Suspense>
      )}
    </Section>
  );
}
