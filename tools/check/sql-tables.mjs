// Finds the tables that the SQL inside a TypeScript source touches, in every style of quotes.
import ts from 'typescript';

/** Marks where the running program puts a value into the text: it may be anything. */
const HOLE = '\ue000';

const READS = new Set(['FROM', 'JOIN', 'USING']);
const WRITES = new Set(['INTO', 'UPDATE', 'TRUNCATE', 'COPY', 'LOCK', 'TABLE', 'REFERENCES']);
/** Words that may stand between such a word and its table. */
const FILLERS = new Set(['ONLY', 'LATERAL', 'TABLE', 'IF', 'EXISTS', 'NOT']);
/** After these, the word names no table: `FOR UPDATE`, `FOR NO KEY UPDATE`, `DO UPDATE`, `IS DISTINCT FROM`. */
const NOT_AFTER = { UPDATE: new Set(['FOR', 'KEY', 'DO', 'BEFORE', 'OR', 'AFTER', 'ON']), FROM: new Set(['DISTINCT']) };
/** Words that end a list of tables; before them, a comma outside brackets introduces another table. */
const ENDS_LIST = new Set(
  'WHERE GROUP HAVING ORDER LIMIT OFFSET UNION SET VALUES RETURNING SELECT FOR WINDOW'.split(' '),
);
/**
 * A text that begins like this is a statement, in capitals or not. Elsewhere only capitals distinguish SQL
 * from a sentence.
 */
const STATEMENT = /^[\s(]*(select|insert|update|delete|with|merge|truncate|copy|lock|table|from|join)\s/i;
/** A word that begins a query in brackets is not a table. */
const NAME = /^(?!(?:select|with|values)$)[a-z_][\w$.]*$/;

/**
 * Every table named where SQL names tables: `{ name, access: 'read' | 'write', line }`. `name` is null where the text
 * leaves the name open: a value is put in its place, or the text ends there.
 */
export function tablesIn(source, fileName) {
  const file = treeOf(source, fileName);
  const inTexts = textsOf(file).flatMap(({ text, line }) => tablesOf(text).map((table) => ({ ...table, line })));
  return [...inTexts, ...tablesInCalls(file)];
}

function treeOf(source, fileName) {
  return ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, false);
}

/** Functions that write the tables which the call names, and at which places it does. */
const WRITERS_BY_NAME = { removeOldest: [1], foldDeltas: [1, 2] };

function tablesInCalls(file) {
  const found = [];
  const visit = (node) => {
    const places = (ts.isCallExpression(node) && WRITERS_BY_NAME[node.expression.getText(file)]) || [];
    for (const place of places) {
      const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
      const argument = node.arguments[place];
      const isLiteral = argument !== undefined && ts.isStringLiteral(argument);
      found.push({ name: isLiteral ? argument.text.toLowerCase() : null, access: 'write', line });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Every text of a source: `{ text, line }`. What is put into a text is a text of its own. */
export function textsIn(source, fileName) {
  return textsOf(treeOf(source, fileName));
}

function textsOf(file) {
  const found = [];
  const visit = (node) => {
    const part = textOf(node);
    if (part === null) return ts.forEachChild(node, visit);
    const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
    found.push({ text: part.text, line });
    // What is put into the text is code again.
    for (const hole of part.holes) visit(hole);
  };
  visit(file);
  return found;
}

/**
 * The text of a literal, a template or a sum of them, with the expressions whose values only the running program
 * knows; or null.
 */
function textOf(node) {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return { text: node.text, holes: [] };
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
    return textOf(node.expression);
  if (ts.isTemplateExpression(node)) {
    const parts = node.templateSpans.map((span) => [
      textOf(span.expression) ?? holeFor(span.expression),
      span.literal.text,
    ]);
    const text = node.head.text + parts.map(([value, after]) => value.text + after).join('');
    return { text, holes: parts.flatMap(([value]) => value.holes) };
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const [left, right] = [textOf(node.left), textOf(node.right)];
    if (left === null && right === null) return null;
    const parts = [left ?? holeFor(node.left), right ?? holeFor(node.right)];
    return { text: parts.map(({ text }) => text).join(''), holes: parts.flatMap(({ holes }) => holes) };
  }
  return null;
}

function holeFor(expression) {
  return { text: HOLE, holes: [expression] };
}

export function tablesOf(text) {
  const words = wordsOf(text);
  const isStatement = STATEMENT.test(text);
  const found = [];
  /** For each open bracket: how a table after a comma inside it is touched, or null where commas bring none. */
  const lists = [null];
  let isAboutRoles = false;
  words.forEach((written, at) => {
    const word = written.toUpperCase();
    if (word === '(') lists.push(null);
    if (word === ')' && lists.length > 1) lists.pop();
    if (word === ';') lists.splice(0, lists.length, null);
    if (ENDS_LIST.has(word)) lists[lists.length - 1] = null;
    // REVOKE … FROM names a role.
    if (word === 'REVOKE' || word === ';') isAboutRoles = word === 'REVOKE';
    const access = isAboutRoles ? null : accessOf(words, at);
    // In lower case it is more likely a sentence for people.
    const isSql = isStatement || written === word;
    if (access && isSql && word !== 'JOIN') lists[lists.length - 1] = access;
    const wanted = access ?? (word === ',' ? lists.at(-1) : null);
    if (wanted === null) return;
    const name = nameAfter(words, at)?.replaceAll('"', '').toLowerCase();
    // `FROM (${query})` contains a query, whose text is read where it is written; SQL allows no brackets around a
    // single table.
    const isLeftOpen = (name === HOLE && words[at + 1] !== '(') || (name === undefined && word !== ',');
    if (isLeftOpen && isSql) found.push({ name: null, access: wanted });
    else if (NAME.test(name ?? '')) found.push({ name: name.replace(/^public\./, ''), access: wanted });
  });
  return found;
}

/** How the word at this place touches the table that follows it, or null when none does. */
function accessOf(words, at) {
  const [before, word] = [words[at - 1]?.toUpperCase(), words[at].toUpperCase()];
  if (NOT_AFTER[word]?.has(before)) return null;
  if (WRITES.has(word) || (word === 'FROM' && before === 'DELETE')) return 'write';
  return READS.has(word) ? 'read' : null;
}

/** Brackets may stand around a table, but `USING (…)` lists columns. */
function nameAfter(words, at) {
  const mayBracket = words[at].toUpperCase() !== 'USING';
  let next = at + 1;
  while (FILLERS.has(words[next]?.toUpperCase()) || (mayBracket && words[next] === '(')) next++;
  return words[next];
}

const WORDS = new RegExp(
  [
    String.raw`--[^\n]*|/\*[\s\S]*?\*/`, // Comments.
    String.raw`[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$`, // Values.
    String.raw`(?<word>(?:"[^"]+"|[A-Za-z_][\w$]*)(?:\s*\.\s*(?:"[^"]+"|[A-Za-z_][\w$]*|\ue000))*|[(),;]|\ue000)`,
  ].join('|'),
  'g',
);

/** Names (qualified ones whole), words, commas, brackets and holes; comments and values say nothing. */
function wordsOf(text) {
  const found = [...text.matchAll(WORDS)].flatMap(({ groups: { word } }) => word ?? []);
  return found.map((word) => (word.includes(HOLE) ? HOLE : word.replace(/\s*\.\s*/g, '.')));
}
