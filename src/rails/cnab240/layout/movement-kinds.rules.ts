/** What a movement of a retorno means to us, whatever the bank's code for it. */
export const MOVEMENT_KINDS = [
  'registered',
  'rejected',
  'paid',
  'written_off',
  'paid_after_write_off',
  'fee',
  'taken_back',
  'instruction_refused',
  'due_date_changed',
  'information',
  'unknown',
] as const;
export type MovementKind = (typeof MOVEMENT_KINDS)[number];

export type MovementKinds = Readonly<Record<string, MovementKind>>;

/** `all('information', '04', '05')`: each of these codes means that. */
export function all(kind: MovementKind, ...codes: readonly string[]): MovementKinds {
  return Object.fromEntries(codes.map((code) => [code, kind]));
}

/** `range(33, 46)`: the codes from the one to the other. */
export function range(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => String(first + index).padStart(2, '0'));
}

/**
 * The codes that FEBRABAN lists up to 30 and that its banks share (C044). Beyond them each bank says its own; a code
 * that a bank's table does not name is unknown and never guessed.
 */
export const FEBRABAN_KINDS: MovementKinds = {
  '02': 'registered',
  '03': 'rejected',
  '06': 'paid',
  '09': 'written_off',
  '14': 'due_date_changed',
  '17': 'paid_after_write_off',
  '28': 'fee',
  ...all('instruction_refused', '26', '30'),
  // Transfers, discounts, abatements, still open, protest, changes of data, statements of the payer.
  ...all('information', '04', '05', '07', '08', '11', '12', '13', '19', '20', '23', '24', '25', '27', '29'),
};

/** What FEBRABAN lists beyond 30: changes confirmed, protest, electronic presentation (DDA). */
export const FEBRABAN_LATER_KINDS: MovementKinds = all(
  'information',
  ...['40', '41', '42', '43', '46', '47', '51', '52', '53', '61'],
);
