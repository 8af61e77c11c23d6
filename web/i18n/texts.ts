import { use } from 'react';
import { type Language, useLanguage } from './language.tsx';

/** The same keys as the source, each text any text, each function with the same parameters. */
export type Messages<Source> = {
  [Key in keyof Source]: Source[Key] extends string
    ? string
    : Source[Key] extends (...parameters: infer Parameters) => string
      ? (...parameters: Parameters) => string
      : Messages<Source[Key]>;
};

/**
 * The texts of a room as a hook. Portuguese comes with the room, English when somebody asks for it; until then the
 * page waits in its boundary.
 */
export function textsOf<Source extends object>(
  ptBr: Source,
  loadEnglish: () => Promise<{ en: Messages<Source> }>,
): () => Messages<Source> {
  const portuguese = ptBr as Messages<Source>;
  let english: Promise<Messages<Source>> | null = null;
  const load = (language: Language) => {
    if (language === 'pt-BR') return portuguese;
    english ??= loadEnglish().then(({ en }) => en);
    return english;
  };
  return function useTexts() {
    const texts = load(useLanguage().language);
    return texts instanceof Promise ? use(texts) : texts;
  };
}
