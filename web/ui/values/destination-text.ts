import type { Destination } from '../../api/payouts.ts';
import { useUiTexts } from '../ui.texts.ts';

type Masked = Pick<Destination, 'type' | 'key_type' | 'key' | 'ispb' | 'agency' | 'account'>;

/** Where money goes, in one line: masked, as everywhere. */
export function useDestinationText(): (destination: Masked) => string {
  const { destination: t } = useUiTexts();
  return ({ type, key_type, key = '', ispb = '', agency = '', account = '' }) =>
    type === 'pix_key' && key_type ? `${t.keys[key_type]} ${key}` : t.account({ ispb, agency, account });
}
