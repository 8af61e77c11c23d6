import { textsOf } from '../../i18n/texts.ts';
import { ptBr } from './booking.pt-br.ts';

export const useBookingTexts = textsOf(ptBr, () => import('./booking.en.ts'));
