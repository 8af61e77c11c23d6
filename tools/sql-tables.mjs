// Finds the tables that the SQL inside a TypeScript source touches, whatever quotes the SQL stands in.
import ts from 'typescript';

/** Where a value is put into SQL text: it may hold anything, so no table may be named by one. */
const HOLE = '\ue000';

const READS = new Set(['FROM', 'JOIN', 'USING']);
const WRITES = new Set(['INTO', 'UPDATE', 'TRUNCATE', 'COPY', 'LOCK', 'TABLE']);
/** Words that may stand between such a keyword and its table. */
const FILLERS = new Set(['ONLY', 'LATERAL', 'TABLE', 'IF', 'EXISTS', 'NOT']);
/** `FOR UPDATE`, `FOR NO KEY UPDATE`, `DO UPDATE` and `BEFORE UPDATE` name no table; neither does `IS DISTINCT FROM`. */
const NOT_A_STATEMENT = { UPDATE: new Set(['FOR', 'KEY', 'DO', 'BEFORE', 'OR', 'AFTER']), FROM: new Set(['DISTINCT']) };
/** What ends a list of tables after FROM; until then a comma brings another one. */
const ENDS_LIST = new Set('WHERE GROUP HAVING ORDER LIMIT OFFSET UNION SET VALUES RETURNING ON SELECT FOR WINDOW'.split(' '));

/**
 * Every table named where SQL names tables: `{ name, access: 'read' | 'write', line }`. `name` is `null` where a value is
 * put in place of a name.
 */
export function tablesIn(source, fileName) {
  const file = ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true);
  const found = [];
  const visit = (node) => {
    const text = textOf(node);
    if (text === null) return ts.forEachChild(node, visit);
    const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
    found.push(...tablesOf(text).map((table) => ({ ...table, line })));
    // What stands inside `${…}` is code again.
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** The text of a literal, a template or a sum of them, with a hole for what only the running program knows; else null. */
function textOf(node) {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isTemplateExpression(node)) return node.head.text + node.templateSpans.map((span) => HOLE + span.literal.text).join('');
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const [left, right] = [textOf(node.left), textOf(node.right)];
    return left === null && right === null ? null : (left ?? HOLE) + (right ?? HOLE);
  }
  return null;
}

function tablesOf(text) {
  const words = wordsOf(text);
  const found = [];
  let isListOpen = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at].toUpperCase();
    if (ENDS_LIST.has(word)) isListOpen = false;
    const startsList = (READS.has(word) || WRITES.has(word)) && !NOT_A_STATEMENT[word]?.has(words[at - 1]?.toUpperCase());
    if (!startsList && !(word === ',' && isListOpen)) continue;
    let next = at + 1;
    while (FILLERS.has(words[next]?.toUpperCase())) next++;
    const isDelete = word === 'FROM' && words[at - 1]?.toUpperCase() === 'DELETE';
    const access = WRITES.has(word) || isDelete ? 'write' : 'read';
    if (startsList) isListOpen = word === 'FROM' || word === 'TRUNCATE';
    const name = words[next];
    // In lower case it is more likely a sentence for people; our SQL is written in capitals.
    if (name === HOLE && words[at] === word) found.push({ name: null, access });
    else if (name !== undefined && /^[a-z_][\w.]*$/i.test(name)) found.push({ name: name.replace(/^public\./, ''), access });
  }
  return found;
}

/** Names (quotes dropped, qualified ones whole), commas, brackets and holes; comments and quoted values say nothing. */
function wordsOf(text) {
  const bare = text.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, ' ').replace(/'(?:[^']|'')*'/g, ' ');
  const words = bare.match(/"?[A-Za-z_]\w*"?(?:\s*\.\s*"?[A-Za-z_]\w*"?)*|[(),;]|\ue000/g) ?? [];
  return words.map((word) => word.replace(/["\s]/g, ''));
}
