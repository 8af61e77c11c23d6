import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { formatDocument } from '../../../src/ground/brazil/documents.rules.ts';
import { useFormats } from '../../i18n/formats.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { Section } from '../../ui/page/section.tsx';
import { CardLines } from '../../ui/values/card-lines.tsx';
import { useCan } from '../app/session.ts';
import { StateBadge } from '../parts/state-badge.tsx';
import type { Merchant } from './merchants.queries.ts';
import { useMerchantTexts } from './merchants.texts.ts';

const NewCompany = lazy(async () => ({ default: (await import('./new-company.tsx')).NewCompany }));

type Company = Merchant['establishments'][number];

export function CompaniesSection({ merchant }: { merchant: Merchant }) {
  const { companies: t } = useMerchantTexts();
  const { number } = useFormats();
  const mayAdd = useCan('merchants');
  const [isAdding, setIsAdding] = useState(false);
  const columns: readonly Column<Company>[] = [
    { key: 'name', header: t.name, isMain: true, cell: ({ name }) => name },
    { key: 'document', header: t.document, isUnbroken: true, cell: ({ document }) => shownDocument(document) },
    { key: 'tokens', header: t.tokens, align: 'right', cell: ({ active_tokens }) => number(active_tokens) },
    { key: 'status', header: t.status, cell: ({ status }) => <StateBadge status={status} /> },
  ];
  return (
    <Section
      title={t.title}
      isBare
      actions={
        mayAdd && (
          <Button variant="default" size="xs" onClick={() => setIsAdding(true)}>
            {t.add}
          </Button>
        )
      }
    >
      {merchant.establishments.length === 0 ? (
        <p>{t.none}</p>
      ) : (
        <DataTable
          caption={t.title}
          columns={columns}
          rows={merchant.establishments}
          rowKey={({ id }) => id}
          rowLink={({ id }) => `/companies/${id}`}
          card={({ name, document, active_tokens, status }) => (
            <CardLines
              start={name}
              end={<StateBadge status={status} />}
              lines={[shownDocument(document), `${t.tokens}: ${number(active_tokens)}`]}
            />
          )}
        />
      )}
      {isAdding && (
        <Suspense fallback={null}>
          <NewCompany merchantId={merchant.id} onClose={() => setIsAdding(false)} />
        </Suspense>
      )}
    </Section>
  );
}

/** A person's own number comes masked, and is shown as it came. */
function shownDocument(document: string): string {
  return /^[0-9A-Z]+$/.test(document) ? formatDocument(document) : document;
}
