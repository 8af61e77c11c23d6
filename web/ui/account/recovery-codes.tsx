import { Button, Group } from '@mantine/core';
import { useUiTexts } from '../ui.texts.ts';
import { useCopy } from '../values/copy-text.tsx';
import { useSecurityTexts } from './security.texts.ts';
import styles from './settings.module.css';

/** Each lets its owner in once without the telephone. They stand on the page until somebody says they are kept. */
export function RecoveryCodes({ codes, onStored }: { codes: readonly string[]; onStored: () => void }) {
  const { factor: t } = useSecurityTexts();
  const ui = useUiTexts();
  const { isCopied, copy } = useCopy();
  return (
    <>
      <p>{t.codesText}</p>
      <ul className={styles.codes} aria-label={t.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="xs">
        <Button onClick={() => copy(codes.join('\n'))}>{isCopied ? ui.copied : ui.copy}</Button>
        <Button variant="default" onClick={onStored}>
          {ui.secret.stored}
        </Button>
      </Group>
    </>
  );
}
