import { Button, Group, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { useErrorText } from '../../api/error-text.ts';
import { ApiFailure } from '../../api/failure.ts';
import { SkeletonRows } from '../lists/skeletons.tsx';
import { ErrorCard } from '../page/error-card.tsx';
import { useUiTexts } from '../ui.texts.ts';
import { CopyText } from '../values/copy-text.tsx';
import { QrPicture } from '../values/qr-picture.tsx';
import { useSecurityTexts } from './security.texts.ts';
import styles from './settings.module.css';

interface Begun {
  secret: string;
  otpauth_url: string;
  qr_png: string;
}

interface SetUpFormProps {
  onCancel?: () => void;
  /** Told the recovery codes, which nobody shows again. */
  onDone: (codes: string[]) => void;
}

/** A new secret as a picture and as text; nothing changes until a code of it was given. */
export function SetUpForm({ onCancel, onDone }: SetUpFormProps) {
  const { factor: t } = useSecurityTexts();
  const begin = useMutation({ mutationFn: () => call<Begun>('/users/me/second-factor', { method: 'POST', body: {} }) });
  const { mutate } = begin;
  useEffect(() => mutate(), [mutate]);
  if (begin.error) return <ErrorCard error={begin.error} onRetry={() => mutate()} />;
  if (!begin.data) return <SkeletonRows rows={4} />;
  const { secret, qr_png: picture } = begin.data;
  return (
    <>
      <p className={styles.note}>{t.scan}</p>
      <div className={styles.setUp}>
        <QrPicture path={picture} alt={t.qr} />
        <div className={styles.fields}>
          <div>
            <div className={styles.muted}>{t.secret}</div>
            <div className={styles.secret}>
              <CopyText text={secret} />
            </div>
          </div>
          <ConfirmForm onDone={onDone} {...(onCancel ? { onCancel } : {})} />
        </div>
      </div>
    </>
  );
}

function ConfirmForm({ onCancel, onDone }: SetUpFormProps) {
  const { factor: t } = useSecurityTexts();
  const ui = useUiTexts();
  const textOf = useErrorText();
  const [code, setCode] = useState('');
  const confirm = useMutation({
    mutationFn: () =>
      call<{ recovery_codes: string[] }>('/users/me/second-factor/confirm', { method: 'POST', body: { otp: code } }),
    onSuccess: ({ recovery_codes }) => onDone(recovery_codes),
  });
  const isWrong = confirm.error instanceof ApiFailure && confirm.error.field === 'otp';
  return (
    <form
      className={styles.fields}
      onSubmit={(event) => {
        event.preventDefault();
        confirm.mutate();
      }}
    >
      <TextInput
        label={t.code}
        description={t.codeText}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={10}
        value={code}
        error={confirm.error ? (isWrong ? t.wrongCode : textOf(confirm.error)) : undefined}
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
      />
      <Group gap="xs">
        <Button type="submit" loading={confirm.isPending} disabled={code.trim() === ''}>
          {t.confirm}
        </Button>
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            {ui.cancel}
          </Button>
        )}
      </Group>
    </form>
  );
}
