/** What the axis of a chart shows: round steps around every sum of a bar, and zero among them. */
export function axisOf(lowest: number, highest: number): readonly number[] {
  const step = roundStep((Math.max(highest, 0) - Math.min(lowest, 0)) / 3 || 1);
  const first = Math.floor(Math.min(lowest, 0) / step);
  const last = Math.max(Math.ceil(Math.max(highest, 0) / step), first + 1);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

/** The next of 1, 2, 2.5, 5 and 10 times a power of ten. */
function roundStep(atLeast: number): number {
  const power = 10 ** Math.floor(Math.log10(atLeast));
  return (([1, 2, 2.5, 5].find((factor) => factor * power >= atLeast) ?? 10) * power) as number;
}

/** From where to where each value of a bar reaches: those above zero stand on each other, those below hang. */
export function stackOf(values: readonly number[]): readonly { from: number; to: number }[] {
  let [above, below] = [0, 0];
  return values.map((value) => {
    const from = value < 0 ? below : above;
    const to = from + value;
    if (value < 0) below = to;
    else above = to;
    return { from, to };
  });
}
