import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatDocument, maskDocument } from '../../../src/ground/brazil/documents.rules.ts';
import { Link } from '../../ui/page/link.tsx';
import { Section } from '../../ui/page/section.tsx';
import { Facts } from '../../ui/values/facts.tsx';
import styles from '../payments.module.css';
import type { Details } from '../payments.queries.ts';
import { usePaymentTexts } from '../payments.texts.ts';

export function CustomerSection({ transaction: { customer } }: { transaction: Details }) {
  const { customer: t } = usePaymentTexts();
  const [isShown, setIsShown] = useState(false);
  return (
    <Section title={t.title} actions={<Link to={`/customers/${customer.id}`}>{t.all}</Link>}>
      <p className={styles.sum}>{customer.name}</p>
      <Facts
        facts={[
          ['E-mail', customer.email],
          [
            t.document,
            <>
              {isShown ? formatDocument(customer.document) : maskDocument(customer.document)}{' '}
              <Button size="compact-xs" variant="subtle" onClick={() => setIsShown(!isShown)}>
                {isShown ? t.hide : t.show}
              </Button>
            </>,
          ],
          [t.phone, customer.phone],
        ]}
      />
    </Section>
  );
}
