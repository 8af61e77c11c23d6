import { type FormEvent, type RefObject, useRef, useState } from 'react';

/** What each part of a form gets. */
export interface DraftProps<Draft> {
  draft: Draft;
  onChange: (changes: Partial<Draft>) => void;
  /** What is wrong at a field, in words; nothing before the first try. */
  problemAt: (field: string) => string | undefined;
}

interface DraftForm<Draft> extends DraftProps<Draft> {
  form: RefObject<HTMLFormElement | null>;
  submit: (event: FormEvent) => void;
  /** It was tried, and something is wrong. */
  isRefused: boolean;
}

/** A form that is judged here before it is sent: whoever tries too early is led to the first field that is wrong. */
export function useDraftForm<Draft, Problem extends string>(
  first: Draft,
  problemsOf: (draft: Draft) => ReadonlyMap<string, Problem>,
  words: Record<Problem, string>,
  send: (draft: Draft) => void,
): DraftForm<Draft> {
  const [draft, setDraft] = useState(first);
  const [isTried, setIsTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const problems = problemsOf(draft);
  return {
    draft,
    form,
    onChange: (changes) => setDraft({ ...draft, ...changes }),
    problemAt: (field) => {
      const problem = isTried ? problems.get(field) : undefined;
      return problem && words[problem];
    },
    submit: (event) => {
      event.preventDefault();
      setIsTried(true);
      if (problems.size === 0) return send(draft);
      // After the fields have been marked.
      setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
    },
    isRefused: isTried && problems.size > 0,
  };
}
