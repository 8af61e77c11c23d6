export const LANGUAGES = ['pt-BR', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Banks, due dates and settlement follow São Paulo, whatever the reader's machine says. */
const ZONE = 'America/Sao_Paulo';

interface Formatters {
  money: Intl.NumberFormat;
  date: Intl.DateTimeFormat;
  time: Intl.DateTimeFormat;
}

const MONTHS: Record<Language, 'numeric' | 'short'> = { 'pt-BR': 'numeric', en: 'short' };
/** Made once, for the first text in that language: a formatter costs more than what it formats. */
const FORMATTERS: Partial<Record<Language, Formatters>> = {};

function formattersFor(language: Language): Formatters {
  FORMATTERS[language] ??= formattersOf(language, MONTHS[language]);
  return FORMATTERS[language];
}

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
  return formattersFor(language).money.format(cents / 100);
}

export function dateText(language: Language, instant: Date): string {
  return formattersFor(language).date.format(instant);
}

export function timeText(language: Language, instant: Date): string {
  return formattersFor(language).time.format(instant);
}

/** A calendar day has no zone; noon of it is that day in São Paulo, too. */
export function dayText(language: Language, isoDate: string): string {
  return dateText(language, new Date(`${isoDate}T15:00:00Z`));
}
