import { SegmentedControl, Table } from '@mantine/core';
import { useState } from 'react';
import { Link } from '../page/link.tsx';
import { useUiTexts } from '../ui.texts.ts';
import styles from './bar-chart.module.css';
import { type Bar, type BarChartProps, BarPicture } from './bar-picture.tsx';

/** Stacked bars, and the same as a table for whoever prefers to read. */
export function BarChart(props: BarChartProps) {
  const { chart: t } = useUiTexts();
  const [view, setView] = useState<'chart' | 'table'>('chart');
  const [pointed, setPointed] = useState<Bar | null>(null);
  return (
    <div>
      <div className={styles.head}>
        <Legend {...props} pointed={pointed} />
        <SegmentedControl
          size="xs"
          aria-label={props.label}
          value={view}
          data={[
            { value: 'chart', label: t.chart },
            { value: 'table', label: t.table },
          ]}
          onChange={(next) => setView(next as 'chart' | 'table')}
        />
      </div>
      {view === 'chart' ? <BarPicture {...props} pointed={pointed} onPoint={setPointed} /> : <Figures {...props} />}
    </div>
  );
}

/** The sums of all bars, or the figures of the one that is pointed at. */
function Legend({ series, bars, format, pointed }: BarChartProps & { pointed: Bar | null }) {
  const { chart: t } = useUiTexts();
  const shown = pointed ? [pointed] : bars;
  return (
    <ul className={styles.legend}>
      <li className={styles.pointed}>{pointed?.label ?? t.total}</li>
      {series.map(({ key, label, isHatched }, position) => (
        <li key={key}>
          <i className={isHatched ? styles.hatchedSample : styles.solidSample} aria-hidden="true" />
          {label}
          <strong>{format(shown.reduce((sum, { values }) => sum + (values[position] ?? 0), 0))}</strong>
        </li>
      ))}
    </ul>
  );
}

function Figures({ label, series, bars, format }: BarChartProps) {
  const { chart: t } = useUiTexts();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={styles.figures} tabIndex={0} aria-label={label}>
      <Table aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t.day}</Table.Th>
            {series.map((one) => (
              <Table.Th key={one.key} scope="col" ta="right">
                {one.label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {bars.map(({ key, label: name, values, link }) => (
            <Table.Tr key={key}>
              <Table.Td>{link ? <Link {...link}>{name}</Link> : name}</Table.Td>
              {series.map((one, position) => (
                <Table.Td key={one.key} ta="right">
                  {format(values[position] ?? 0)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
