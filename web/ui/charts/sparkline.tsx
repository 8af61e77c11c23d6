const WIDTH = 120;
const HEIGHT = 28;

/** The course of a figure, without axes: the figure itself stands beside it. */
export function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
  const top = Math.max(...values, 1);
  const step = WIDTH / Math.max(values.length - 1, 1);
  const points = values.map((value, index) => `${index * step},${HEIGHT - 2 - (value / top) * (HEIGHT - 4)}`);
  return (
    <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <polyline points={points.join(' ')} fill="none" stroke="var(--v-primary)" strokeWidth="2" />
    </svg>
  );
}
