import { useFormats } from '../../i18n/formats.ts';

/** From cents. */
export function Money({ cents }: { cents: number }) {
  return <span>{useFormats().money(cents)}</span>;
}
