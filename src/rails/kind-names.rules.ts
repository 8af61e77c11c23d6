/** What the files of operators call the kinds of banks; `rails/kinds.ts` says what each can do. */
export const KIND_NAMES = ['bacen-pix', 'inter-cobranca', 'sicoob-cobranca', 'cnab240', 'manual'] as const;
export type KindName = (typeof KIND_NAMES)[number];
