/** Interleaved 2 of 5: each pair of digits is five bars (first digit) woven with five spaces (second digit). */

const NARROW = 1;
const WIDE = 3;
const START = [NARROW, NARROW, NARROW, NARROW];
const STOP = [WIDE, NARROW, NARROW];
/** Which two of the five elements are wide, for the digits 0 to 9. */
const PATTERNS = ['00110', '10001', '01001', '11000', '00101', '10100', '01100', '00011', '10010', '01010'];

export interface Bar {
  /** Distance from the left edge of the symbol, in modules. */
  start: number;
  /** Width in modules. */
  width: number;
}

/** Bars of the symbol without quiet zones, and its whole width: 405 modules for the 44 digits of a boleto. */
export function itfBars(digits: string): { bars: Bar[]; modules: number } {
  if (!/^(\d\d)+$/.test(digits)) throw new RangeError('interleaved 2 of 5 needs an even count of digits');
  const widths = [...START];
  for (let index = 0; index < digits.length; index += 2) {
    const bars = PATTERNS[Number(digits[index])] ?? '';
    const spaces = PATTERNS[Number(digits[index + 1])] ?? '';
    for (let element = 0; element < bars.length; element += 1) {
      widths.push(bars[element] === '1' ? WIDE : NARROW, spaces[element] === '1' ? WIDE : NARROW);
    }
  }
  widths.push(...STOP);

  const bars: Bar[] = [];
  let position = 0;
  for (const [index, width] of widths.entries()) {
    if (index % 2 === 0) bars.push({ start: position, width });
    position += width;
  }
  return { bars, modules: position };
}
