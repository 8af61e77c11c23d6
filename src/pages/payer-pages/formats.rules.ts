export const LANGUAGES = ['pt-BR', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Banks, due dates and settlement follow São Paulo, whatever the reader's machine says. */
const ZONE = 'America/Sao_Paulo';

interface Formatters {
  money: Intl.NumberFormat;
  date: Intl.DateTimeFormat;
  time: Intl.DateTimeFormat;
}

/** Made once: a formatter costs more than what it formats. */
const FORMATTERS: Record<Language, Formatters> = {
  'pt-BR': formattersOf('pt-BR', 'numeric'),
  en: formattersOf('en', 'short'),
};

function formattersOf(language: Language, month: 'numeric' | 'short'): Formatters {
  const digits = month === 'numeric' ? '2-digit' : 'numeric';
  return {
    money: new Intl.NumberFormat(language, { style: 'currency', currency: 'BRL' }),
    date: new Intl.DateTimeFormat(language, {
      day: digits,
      month: month === 'numeric' ? '2-digit' : 'short',
      year: 'numeric',
      timeZone: ZONE,
    }),
    time: new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: ZONE }),
  };
}

export function moneyText(language: Language, cents: number): string {
  return FORMATTERS[language].money.format(cents / 100);
}

export function dateText(language: Language, instant: Date): string {
  return FORMATTERS[language].date.format(instant);
}

export function timeText(language: Language, instant: Date): string {
  return FORMATTERS[language].time.format(instant);
}

/** A calendar day has no zone; noon of it is that day in São Paulo, too. */
export function dayText(language: Language, isoDate: string): string {
  return dateText(language, new Date(`${isoDate}T15:00:00Z`));
}
