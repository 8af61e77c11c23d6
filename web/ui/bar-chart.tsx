import { SegmentedControl, Table } from '@mantine/core';
import { useId, useState } from 'react';
import styles from './bar-chart.module.css';
import { useUiTexts } from './ui.texts.ts';

export interface Series {
  key: string;
  label: string;
  /** Hatched ones can be told apart without their colour. */
  isHatched?: boolean;
}

export interface Bar {
  key: string;
  label: string;
  /** One value for each series, in its order. */
  values: readonly number[];
}

interface BarChartProps {
  label: string;
  series: readonly Series[];
  bars: readonly Bar[];
  format: (value: number) => string;
  onChoose?: (bar: Bar) => void;
}

const WIDTH = 640;
const HEIGHT = 200;
const FLOOR = 176;
const GAP = 0.25;
const MOST_LABELS = 10;

/** Stacked bars, and the same as a table for whoever prefers to read. */
export function BarChart(props: BarChartProps) {
  const t = useUiTexts();
  const [view, setView] = useState<'chart' | 'table'>('chart');
  const choices = [
    { value: 'chart', label: t.chart.chart },
    { value: 'table', label: t.chart.table },
  ];
  return (
    <div>
      <div className={styles.head}>
        <ul className={styles.legend}>
          {props.series.map(({ key, label, isHatched }) => (
            <li key={key}>
              <i className={isHatched ? styles.hatchedSample : styles.solidSample} aria-hidden="true" />
              {label}
            </li>
          ))}
        </ul>
        <SegmentedControl
          size="xs"
          aria-label={props.label}
          value={view}
          data={choices}
          onChange={(next) => setView(next as 'chart' | 'table')}
        />
      </div>
      {view === 'chart' ? <Picture {...props} /> : <Figures {...props} />}
    </div>
  );
}

function Picture({ label, series, bars, format, onChoose }: BarChartProps) {
  const pattern = useId();
  const sums = bars.map(({ values }) => values.reduce((sum, value) => sum + value, 0));
  const top = Math.max(...sums, 1);
  const step = WIDTH / Math.max(bars.length, 1);
  const everyNth = Math.ceil(bars.length / MOST_LABELS);
  return (
    <svg className={styles.picture} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <defs>
        <pattern id={pattern} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="6" height="6" className={styles.hatchedBack} />
          <line x1="0" y1="0" x2="0" y2="6" className={styles.hatchedLine} />
        </pattern>
      </defs>
      <line x1="0" x2={WIDTH} y1={FLOOR} y2={FLOOR} className={styles.floor} />
      {bars.map((bar, index) => {
        let y = FLOOR;
        return (
          <g key={bar.key} {...(onChoose ? { onClick: () => onChoose(bar), className: styles.choosable } : {})}>
            <title>{`${bar.label}: ${format(sums[index] ?? 0)}`}</title>
            <rect x={index * step} y={0} width={step} height={FLOOR} fill="transparent" />
            {series.map(({ key, isHatched }, position) => {
              const height = ((bar.values[position] ?? 0) / top) * (FLOOR - 8);
              y -= height;
              return (
                <rect
                  key={key}
                  x={index * step + (step * GAP) / 2}
                  y={y}
                  width={step * (1 - GAP)}
                  height={height}
                  {...(isHatched ? { fill: `url(#${pattern})` } : { className: styles.solid })}
                />
              );
            })}
            {index % everyNth === 0 && (
              <text x={index * step + step / 2} y={HEIGHT - 6} className={styles.tick}>
                {bar.label}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

function Figures({ label, series, bars, format }: BarChartProps) {
  const t = useUiTexts();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={styles.figures} tabIndex={0} aria-label={label}>
      <Table aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t.chart.day}</Table.Th>
            {series.map((one) => (
              <Table.Th key={one.key} scope="col" ta="right">
                {one.label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {bars.map((bar) => (
            <Table.Tr key={bar.key}>
              <Table.Td>{bar.label}</Table.Td>
              {series.map((one, position) => (
                <Table.Td key={one.key} ta="right">
                  {format(bar.values[position] ?? 0)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
