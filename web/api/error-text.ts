import { textsOf } from '../i18n/texts.ts';
import { ApiFailure } from './failure.ts';

/** In Portuguese the answer brings its own text; only what comes from no answer needs one here. */
const ptBr = { offline: 'Sem resposta do servidor. Verifique a conexão.', of: (_code: string) => '' };

const useTexts = textsOf(ptBr, async () => {
  const { errorsInEnglish } = await import('./errors.en.ts');
  const texts: Record<string, string> = errorsInEnglish;
  return {
    en: { offline: 'The server does not answer. Check your connection.', of: (code: string) => texts[code] ?? '' },
  };
});

/** Codes that have several reasons: in Portuguese the answer's own text names the one, in English the technical one. */
const MANY_REASONS = new Set([
  'BANK_SETUP_REFUSED',
  'CHANGE_REFUSED',
  'REFUND_REFUSED',
  'REMESSA_NOT_POSSIBLE',
  'RETORNO_INVALID',
]);

/** What to show a person about a failure. */
export function useErrorText(): (error: unknown) => string {
  const t = useTexts();
  return (error) => {
    if (!(error instanceof ApiFailure)) return error instanceof Error ? error.message : String(error);
    if (error.code === 'OFFLINE') return t.offline;
    const english = t.of(error.code);
    if (english !== '' && MANY_REASONS.has(error.code)) return `${english}: ${error.technical}`;
    const text = english || error.message;
    // The field at fault is named in English by the interface: better than nothing.
    return error.code === 'VALIDATION_ERROR' && error.technical !== '' ? `${text} (${error.technical})` : text;
  };
}
