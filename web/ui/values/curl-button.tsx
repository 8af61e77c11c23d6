import { type QueryValues, queryText } from '../../api/call.ts';
import { useUiTexts } from '../ui.texts.ts';
import { useCopy } from './copy-text.tsx';
import styles from './curl-button.module.css';

/** What the screen shows, the interface gives: the same list for a terminal, with a place for the token, never one. */
export function CurlButton({ path, query = {} }: { path: string; query?: QueryValues }) {
  const t = useUiTexts();
  const { isCopied, copy } = useCopy();
  const command = `curl -H "Authorization: Bearer $TOKEN" '${location.origin}${path}${queryText(query)}'`;
  return (
    <button type="button" className={styles.curl} onClick={() => copy(command)}>
      {isCopied ? t.copied : t.curl}
    </button>
  );
}
