// What a run found, as a table for the terminal, as Markdown and as a chart. Pure: the same rows give the same text.
import { shown } from './figures.mjs';

/**
 * A row of the report. `figure` is what the goal speaks of: a ratio, or an amount with its unit. Null where it could
 * not be measured, and `note` says why.
 */
export function row({
  measure,
  ours = null,
  reference = null,
  unit = '',
  figure,
  figureUnit = '',
  goal = null,
  note = '',
}) {
  return {
    measure,
    ours,
    reference,
    unit,
    figure,
    figureUnit,
    goal,
    met: goal === null ? null : isMet(figure, goal),
    note,
  };
}

/** For a measure that could not be taken: a goal nobody looked at is not met. */
export function notMeasured(measure, reason) {
  return { ...row({ measure, figure: null, note: `NOT MEASURED: ${reason}` }), met: false };
}

function isMet(figure, { atLeast, atMost }) {
  if (figure === null || Number.isNaN(figure)) return false;
  return atLeast === undefined ? figure <= atMost : figure >= atLeast;
}

const HEADS = ['measure', 'ours', 'reference', 'ratio', 'goal', 'met'];

function cellsOf({ measure, ours, reference, unit, figure, figureUnit, goal, met }) {
  const amount = (value, valueUnit) => (value === null ? '–' : `${shown(value)}${valueUnit && ` ${valueUnit}`}`);
  return [
    measure,
    amount(ours, unit),
    amount(reference, unit),
    amount(figure, figureUnit),
    goalText(goal, figureUnit),
    verdictOf(met),
  ];
}

function goalText(goal, unit) {
  if (goal === null) return '–';
  const [sign, bound] = goal.atLeast === undefined ? ['≤', goal.atMost] : ['≥', goal.atLeast];
  return `${sign} ${bound.toLocaleString('en')}${unit && ` ${unit}`}`;
}

const verdictOf = (met) => (met === null ? '–' : met ? 'yes' : 'NO');

export function tableOf(rows) {
  const lines = [HEADS, ...rows.map(cellsOf)];
  const widths = HEADS.map((_, column) => Math.max(...lines.map((cells) => cells[column].length)));
  const isNumber = (column) => column > 0 && column < HEADS.length - 1;
  const line = (cells) =>
    cells
      .map((cell, column) => (isNumber(column) ? cell.padStart(widths[column]) : cell.padEnd(widths[column])))
      .join('  ');
  const [head, ...body] = lines.map((cells) => line(cells).trimEnd());
  return [head, widths.map((width) => '-'.repeat(width)).join('  '), ...body, ...notesOf(rows)].join('\n');
}

const notesOf = (rows) => rows.filter(({ note }) => note).map(({ measure, note }) => `  ${measure}: ${note}`);

export function markdownOf(rows) {
  const line = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const notes = rows.filter(({ note }) => note).map(({ measure, note }) => `- ${measure}: ${note}`);
  return [line(HEADS), '|---|---:|---:|---:|---:|---|', ...rows.map((each) => line(cellsOf(each))), '', ...notes]
    .join('\n')
    .trimEnd();
}

const LABEL_WIDTH = 470;
const BAR_WIDTH = 300;
const ROW_HEIGHT = 26;
/** Bars go to twice the goal; what is further away ends there with an arrow. */
const LONGEST = 2;

/**
 * How near each measure is to its goal: the line is the goal, to the right of it is better, whether more or
 * less is wanted.
 */
export function chartOf(rows, title) {
  const goals = rows.filter(({ goal }) => goal !== null);
  const height = (goals.length + 2) * ROW_HEIGHT;
  const lineAt = LABEL_WIDTH + BAR_WIDTH / LONGEST;
  const bars = goals.map((each, index) => barOf(each, (index + 1.5) * ROW_HEIGHT));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${LABEL_WIDTH + BAR_WIDTH + 180} ${height}" ` +
      'font-family="sans-serif" font-size="13" role="img">',
    `<title>${escapeXml(title)}</title>`,
    `<rect width="100%" height="100%" fill="#fff"/>`,
    `<text x="8" y="18" font-weight="bold">${escapeXml(title)}</text>`,
    ...bars,
    `<line x1="${lineAt}" y1="${ROW_HEIGHT}" x2="${lineAt}" y2="${height - 8}" stroke="#333" stroke-dasharray="3 3"/>`,
    `<text x="${lineAt}" y="${height - 4}" text-anchor="middle" font-size="11">goal</text>`,
    '</svg>',
    '',
  ].join('\n');
}

function barOf(each, y) {
  const share = shareOfGoal(each);
  const width = Math.max(2, (Math.min(share, LONGEST) / LONGEST) * BAR_WIDTH);
  const [, , , figure, goal] = cellsOf(each);
  const isBeyond = share > LONGEST ? ' →' : '';
  return [
    `<text x="${LABEL_WIDTH - 8}" y="${y + 13}" text-anchor="end">${escapeXml(each.measure)}</text>`,
    `<rect x="${LABEL_WIDTH}" y="${y + 2}" width="${width.toFixed(1)}" height="15" ` +
      `fill="${each.met ? '#2e7d5b' : '#b5483a'}"/>`,
    `<text x="${LABEL_WIDTH + BAR_WIDTH + 8}" y="${y + 13}">${escapeXml(`${figure}${isBeyond} (${goal})`)}</text>`,
  ].join('');
}

/** 1 is the goal, more is better. */
function shareOfGoal({ figure, goal }) {
  if (figure === null || Number.isNaN(figure)) return 0;
  return goal.atLeast === undefined ? goal.atMost / Math.max(figure, Number.EPSILON) : figure / goal.atLeast;
}

const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeXml = (text) => text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character]);
