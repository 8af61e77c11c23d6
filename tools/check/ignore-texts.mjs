// For `npm run mutate`: the words of an error, or of what the reference says about an event, are for people, and no
// test checks them word by word. Tests check codes, fields and figures.

/** Their arguments besides a code, a field or a figure are text. */
const TEXT_TAKERS = new Set([
  'ApiError',
  'RangeError',
  'Error',
  'invalidField',
  'refusal',
  'assertCents',
  'notNegative',
  // Of the descriptions of events.
  'describeEvent',
  'text',
  'word',
  'time',
  'cents',
  'number',
  'nullableNumber',
]);

/** Sentences have spaces, codes and names have none; the name of a figure is the last argument of a check. */
function isText(path) {
  if (path.isTemplateLiteral()) return true;
  if (!path.isStringLiteral()) return false;
  return /\s/.test(path.node.value) || /^(assertCents|notNegative)$/.test(path.parent.callee?.name);
}

export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'texts',
    value: {
      shouldIgnore(path) {
        if (!isText(path)) return;
        const call = path.findParent(
          (parent) => parent.isNewExpression() || parent.isCallExpression() || parent.isFunction(),
        );
        return TEXT_TAKERS.has(call?.node.callee?.name) ? 'text for people' : undefined;
      },
    },
  },
];
