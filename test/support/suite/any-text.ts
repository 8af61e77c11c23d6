import fc from 'fast-check';

/** Latin, other scripts, private and compatibility forms, and what takes two units; no half of a pair. */
const RANGES = [
  { min: 0, max: 0xff },
  { min: 0x100, max: 0xd7ff },
  { min: 0xe000, max: 0xffff },
  { min: 0x1_0000, max: 0x10_ffff },
];

/**
 * Texts that nobody thought of: of any code points, controls and unassigned ones included. Of fast-check's `binary` the
 * first example takes most of a second in each process.
 */
export function anyText(lengths: { maxLength?: number } = {}): fc.Arbitrary<string> {
  const unit = fc.oneof(...RANGES.map((range) => fc.integer(range))).map((code) => String.fromCodePoint(code));
  return fc.string({ ...lengths, unit });
}
