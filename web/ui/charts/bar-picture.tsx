import { useEffect, useId, useRef, useState } from 'react';
import { type QueryChanges, useAddress } from '../page/address.ts';
import styles from './bar-chart.module.css';
import { axisOf, stackOf } from './bar-scale.ts';

interface Series {
  key: string;
  label: string;
  /** Hatched ones can be told apart without their colour. */
  isHatched?: boolean;
}

export interface Bar {
  key: string;
  /** In full, such as a whole date. */
  label: string;
  /** Below the bar, where there is little room. */
  tick: string;
  /** One value for each series, in its order. */
  values: readonly number[];
  /** The list behind it. */
  link?: { to: string; query: QueryChanges };
}

export interface BarChartProps {
  label: string;
  series: readonly Series[];
  bars: readonly Bar[];
  format: (value: number) => string;
  /** For the axis: short and rounded. */
  formatRough: (value: number) => string;
}

interface BarPictureProps extends BarChartProps {
  pointed: Bar | null;
  onPoint: (bar: Bar | null) => void;
}

const HEIGHT = 320;
const TOP = 8;
const FLOOR = 292;
/** Room for the figures of the axis. */
const LEFT = 72;
const GAP = 0.25;
const TICK_WIDTH = 46;
/** The last one stays inside of the picture. */
const TICK_HALF = 18;
const WIDEST_BAR = 48;
const FIRST_WIDTH = 640;
const LEAST_WIDTH = 2 * LEFT;

/** Drawn in the pixels there are: letters in a picture that shrinks could not be read on a phone. */
export function BarPicture({ label, series, bars, formatRough, pointed, onPoint }: BarPictureProps) {
  const [frame, width] = useWidth();
  const sums = bars.flatMap(({ values }) => stackOf(values).flatMap(({ from, to }) => [from, to]));
  const axis = axisOf(Math.min(0, ...sums), Math.max(0, ...sums));
  const [lowest, highest] = [axis[0] ?? 0, axis.at(-1) ?? 1];
  const yOf = (value: number) => TOP + ((highest - value) / (highest - lowest)) * (FLOOR - TOP);
  const step = (width - LEFT) / Math.max(bars.length, 1);
  const everyNth = Math.max(1, Math.ceil(TICK_WIDTH / step));
  const pattern = useId();
  return (
    <div ref={frame} className={styles.frame}>
      <svg width={width} height={HEIGHT} role="img" aria-label={label} onMouseLeave={() => onPoint(null)}>
        <Hatching id={pattern} />
        {axis.map((value) => (
          <g key={value}>
            <line
              x1={LEFT}
              x2={width}
              y1={yOf(value)}
              y2={yOf(value)}
              className={styles.grid}
              data-zero={value === 0}
            />
            <text x={LEFT - 8} y={yOf(value) + 4} className={styles.figure}>
              {formatRough(value)}
            </text>
          </g>
        ))}
        {bars.map((bar, index) => (
          <Column
            key={bar.key}
            bar={bar}
            series={series}
            x={LEFT + index * step}
            width={step}
            yOf={yOf}
            hatching={`url(#${pattern})`}
            tickX={index % everyNth === 0 ? Math.min(LEFT + (index + 0.5) * step, width - TICK_HALF) : null}
            isPointed={bar === pointed}
            onPoint={onPoint}
          />
        ))}
      </svg>
    </div>
  );
}

interface ColumnProps {
  bar: Bar;
  series: BarChartProps['series'];
  x: number;
  width: number;
  yOf: (value: number) => number;
  hatching: string;
  /** Where its name stands below it; null where there is no room for the names of all. */
  tickX: number | null;
  isPointed: boolean;
  onPoint: (bar: Bar) => void;
}

/** Choosing one opens the list behind it; by keyboard the table has the same links. */
function Column({ bar, series, x, width, yOf, hatching, tickX, isPointed, onPoint }: ColumnProps) {
  const address = useAddress();
  const { link } = bar;
  const thick = Math.min(width * (1 - GAP), WIDEST_BAR);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a picture; the table beside it has links.
    <g
      className={link ? styles.choosable : undefined}
      onMouseEnter={() => onPoint(bar)}
      {...(link ? { onClick: () => address.go(link.to, link.query) } : {})}
    >
      <rect x={x} y={TOP} width={width} height={FLOOR - TOP} className={isPointed ? styles.band : styles.clear} />
      {stackOf(bar.values).map(({ from, to }, position) => {
        const [top, bottom] = [yOf(Math.max(from, to)), yOf(Math.min(from, to))];
        const isHatched = series[position]?.isHatched ?? false;
        return (
          <rect
            key={series[position]?.key ?? position}
            x={x + (width - thick) / 2}
            y={top}
            width={thick}
            height={bottom - top}
            {...(isHatched ? { fill: hatching } : { className: styles.solid })}
          />
        );
      })}
      {tickX !== null && (
        <text x={tickX} y={HEIGHT - 8} className={styles.tick}>
          {bar.tick}
        </text>
      )}
    </g>
  );
}

function Hatching({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="6" height="6" className={styles.hatchedBack} />
        <line x1="0" y1="0" x2="0" y2="6" className={styles.hatchedLine} />
      </pattern>
    </defs>
  );
}

function useWidth() {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(FIRST_WIDTH);
  useEffect(() => {
    const { current } = frame;
    if (!current) return;
    // A page that is being left has no width any more.
    const observer = new ResizeObserver(([entry]) =>
      setWidth(Math.max(Math.floor(entry?.contentRect.width ?? FIRST_WIDTH), LEAST_WIDTH)),
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return [frame, width] as const;
}
