import type { LinkDraft } from './link-draft.ts';

/** What each part of the form gets. */
export interface DraftProps {
  draft: LinkDraft;
  onChange: (changes: Partial<LinkDraft>) => void;
  /** What is wrong at a field, in words; nothing before the first try. */
  problemAt: (field: string) => string | undefined;
}
