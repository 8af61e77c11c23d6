import { Input } from '@mantine/core';
import { useId } from 'react';
import styles from './acquirers.module.css';

interface FileFieldProps {
  label: string;
  description?: string;
  error?: string | undefined;
  isRequired: boolean;
  /** As base64 where it is no text. */
  isBinary: boolean;
  onContent: (content: string) => void;
}

/** A file that is read here: only its content is sent, and its name and place stay where they are. */
export function FileField({ label, description, error, isRequired, isBinary, onContent }: FileFieldProps) {
  const id = useId();
  return (
    <Input.Wrapper id={id} label={label} description={description} error={error} required={isRequired}>
      <input
        id={id}
        className={styles.file}
        type="file"
        aria-invalid={error !== undefined}
        onChange={async ({ currentTarget: { files } }) => {
          const [file] = files ?? [];
          onContent(file ? await (isBinary ? base64Of(file) : file.text()) : '');
        }}
      />
    </Input.Wrapper>
  );
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
