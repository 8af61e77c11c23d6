import { createContext, type ReactNode, startTransition, use, useState } from 'react';

export type Language = 'pt-BR' | 'en';

interface LanguageChoice {
  language: Language;
  setLanguage: (language: Language) => void;
}

const ChosenLanguage = createContext<LanguageChoice>({ language: 'pt-BR', setLanguage: () => {} });

const YEAR_SECONDS = 31_536_000;

/** The server wrote into the page which language the address or the cookie asks for. */
export function firstLanguage(): Language {
  return document.documentElement.lang === 'en' ? 'en' : 'pt-BR';
}

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, choose] = useState(firstLanguage);
  const setLanguage = (next: Language) => {
    rememberLanguage(next);
    // The page stays as it is until the texts of the other language have come.
    startTransition(() => choose(next));
  };
  return <ChosenLanguage value={{ language, setLanguage }}>{children}</ChosenLanguage>;
}

export function useLanguage(): LanguageChoice {
  return use(ChosenLanguage);
}

function rememberLanguage(language: Language): void {
  document.documentElement.lang = language;
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads it before the next page is painted.
  document.cookie = `vintem_lang=${language}; path=/dashboard; max-age=${YEAR_SECONDS}; samesite=strict`;
}
