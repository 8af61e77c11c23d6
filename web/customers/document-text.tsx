import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatDocument, maskDocument } from '../../src/ground/brazil/documents.rules.ts';
import { CopyText } from '../ui/values/copy-text.tsx';
import styles from './customers.module.css';
import { useCustomerTexts } from './customers.texts.ts';

/** Hidden from whoever looks over a shoulder, until it is asked for. */
export function DocumentText({ document }: { document: string }) {
  const t = useCustomerTexts();
  const [isShown, setIsShown] = useState(false);
  return (
    <span className={styles.document}>
      {isShown ? <CopyText text={document} shown={formatDocument(document)} /> : maskDocument(document)}
      <Button variant="subtle" size="compact-sm" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
        {isShown ? t.hide : t.show}
      </Button>
    </span>
  );
}
