export const CHECKED = [
  'certificate',
  'token',
  'scopes',
  'charges',
  'key',
  'webhook',
  'payouts',
  'numbers',
  'bank',
] as const;

/** One thing that was tried, and what came of it. What payments cannot do without is thrown instead. */
export interface CheckStep {
  step: (typeof CHECKED)[number];
  says: string;
  /** It can be done without. */
  isWarning?: true;
}

/** As the command line says them. */
export async function checkLines(steps: AsyncIterable<CheckStep>): Promise<string[]> {
  const lines: string[] = [];
  for await (const { step, says, isWarning } of steps) lines.push(`${isWarning ? 'warning' : step}: ${says}`);
  return lines;
}
