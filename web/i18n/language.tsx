import { createContext, type ReactNode, startTransition, use, useState } from 'react';
import { rememberInCookie } from '../ui/cookies.ts';

export type Language = 'pt-BR' | 'en';

interface LanguageChoice {
  language: Language;
  setLanguage: (language: Language) => void;
}

const ChosenLanguage = createContext<LanguageChoice>({ language: 'pt-BR', setLanguage: () => {} });

/** The server wrote into the page which language the address or the cookie asks for. */
export function firstLanguage(): Language {
  return document.documentElement.lang === 'en' ? 'en' : 'pt-BR';
}

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, choose] = useState(firstLanguage);
  const setLanguage = (next: Language) => {
    document.documentElement.lang = next;
    rememberInCookie('vintem_lang', next);
    // The page stays as it is until the texts of the other language have come.
    startTransition(() => choose(next));
  };
  return <ChosenLanguage value={{ language, setLanguage }}>{children}</ChosenLanguage>;
}

export function useLanguage(): LanguageChoice {
  return use(ChosenLanguage);
}
