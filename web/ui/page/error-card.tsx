import { Button } from '@mantine/core';
import { useErrorText } from '../../api/error-text.ts';
import { ApiFailure } from '../../api/failure.ts';
import { useUiTexts } from '../ui.texts.ts';
import { CopyText } from '../values/copy-text.tsx';
import styles from '../values/states.module.css';
import { IconAlertTriangle } from './icons.ts';

/** Stands where the content would: the other parts of the page stay usable. */
export function ErrorCard({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const t = useUiTexts();
  const textOf = useErrorText();
  const failure = error instanceof ApiFailure ? error : null;
  return (
    <div className={`${styles.state} ${styles.error}`} role="alert">
      <IconAlertTriangle size={28} aria-hidden="true" />
      <p className={styles.title}>{failure ? textOf(error) : t.errors.unknown}</p>
      {failure && (
        <p className={styles.detail}>
          {t.errors.code}: {failure.code}
          {failure.requestId && (
            <>
              {' · '}
              {t.errors.requestId}: <CopyText text={failure.requestId} />
            </>
          )}
        </p>
      )}
      {onRetry && (
        <Button variant="default" onClick={onRetry}>
          {t.retry}
        </Button>
      )}
    </div>
  );
}
