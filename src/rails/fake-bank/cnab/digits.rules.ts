/** The check digits of the eight banks, each as its own paper has it. */

/** Weights 2 to `highest` and again, from the right; what is left of the sum after division by 11. */
function remainder11(figures: string, highest: number): number {
  const span = highest - 1;
  return sumFromRight(figures, (figure, place) => figure * (2 + (place % span))) % 11;
}

/** Itaú: the products of weights 2 and 1, from the right, are added up figure by figure. */
export function modulo10(figures: string): string {
  const sum = sumFromRight(figures, (figure, place) => {
    const product = figure * (place % 2 === 0 ? 2 : 1);
    return product > 9 ? product - 9 : product;
  });
  return String((10 - (sum % 10)) % 10);
}

/** Santander, Caixa, Sicredi: 11 less the remainder, and 0 where that has two figures. */
export function modulo11(figures: string): string {
  const digit = 11 - remainder11(figures, 9);
  return digit > 9 ? '0' : String(digit);
}

/** Bradesco and BTG: weights 2 to 7; 10 is P. */
export function modulo11WithP(figures: string): string {
  const digit = 11 - remainder11(figures, 7);
  if (digit === 10) return 'P';
  return digit === 11 ? '0' : String(digit);
}

/** Banco do Brasil: weights 9 down to 2, and the digit is the remainder; 10 is X. */
export function modulo11WithX(figures: string): string {
  const remainder = sumFromRight(figures, (figure, place) => figure * (9 - (place % 8))) % 11;
  return remainder === 10 ? 'X' : String(remainder);
}

const WEIGHTS = [3, 1, 9, 7];

/** Sicoob: weights from the left. */
export function sicoobDigit(figures: string): string {
  const sum = [...figures].reduce((total, figure, place) => total + Number(figure) * (WEIGHTS[place % 4] ?? 0), 0);
  const remainder = sum % 11;
  return remainder < 2 ? '0' : String(11 - remainder);
}

function sumFromRight(figures: string, termOf: (figure: number, place: number) => number): number {
  return [...figures].reverse().reduce((sum, figure, place) => sum + termOf(Number(figure), place), 0);
}
