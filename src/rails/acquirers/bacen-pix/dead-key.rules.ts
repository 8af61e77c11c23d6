const UNKNOWN_KEY = /chave[^.;]*(n[ãa]o (foi |p[ôo]de ser )?(encontrad|localizad|existe)|inexistente)/i;
/** An invalid key may be ours: only where it is said to be the receiver's, nothing more goes there. */
const INVALID_KEY = /chave[^.;]*favorecido[^.;]*inv[áa]lid|favorecido[^.;]*chave[^.;]*inv[áa]lid/i;
const OURS = /pagador/i;

/**
 * Whether the words of a bank say that nobody has the receiver's key, as far as banks say so at all. Each sentence is
 * read alone: another may be about our own key, which blocks nobody's destination.
 */
export function saysDeadKey(words: string): boolean {
  return words
    .split(/[.;]/)
    .some((sentence) => !OURS.test(sentence) && (UNKNOWN_KEY.test(sentence) || INVALID_KEY.test(sentence)));
}
