export const FIELD_FORMS = ['text', 'number', 'choice', 'secret', 'content'] as const;

/** How much of what an operator said may be seen again. */
export type Visibility = 'value' | 'end' | 'whether it is set';

/** One thing that a form asks about a bank. */
export interface FormField {
  /** The member of the operator's file; where the file would name another, that name without `_file`. */
  name: string;
  form: (typeof FIELD_FORMS)[number];
  isRequired: boolean;
  shown: Visibility;
  choices?: readonly string[];
}

/** What there is to say of a bank of one profile, where there is a form and no file. */
export interface BankForm {
  profile: string;
  /** Whether its addresses are known in this mode; a form cannot tell them. */
  isReachable: boolean;
  fields: readonly FormField[];
}

/** What an operator's file says; a file that it names stands there by its content. */
export type Members = Readonly<Record<string, unknown>>;
