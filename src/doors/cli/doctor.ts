import { fileURLToPath } from 'node:url';
import { judge } from '../../care/doctor/doctor.rules.ts';
import type { Facts } from '../../care/doctor/facts.rules.ts';
import type { Finding } from '../../care/doctor/findings.rules.ts';
import { gatherFacts, surroundings } from '../../care/doctor/gather-facts.ts';
import { summarise } from '../../care/doctor/summary.rules.ts';
import { command } from './command.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../db/migrations', import.meta.url));

export const doctor = command({
  name: 'doctor',
  description: 'Look for what stops payments or soon will, and say what to do; changes nothing',
  examples: ['vintem doctor', 'DATA_DIR=/var/lib/vintem vintem doctor', 'vintem doctor --json'],
  args: {},
  async run(_args, terminal) {
    const facts = await gatherFacts({
      ...surroundings(process.env, MIGRATIONS),
      onProgress: (what) => terminal.progress(`looking at ${what}`),
    });
    const findings = judge(facts);
    return outcomeOf(facts, findings);
  },
});

function outcomeOf(facts: Facts, findings: Finding[]) {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const warnings = findings.length - errors;
  const checked = summarise(facts);
  const count = `${counted(errors, 'error')}, ${counted(warnings, 'warning')}`;
  return {
    lines: [
      ...checked.map(({ area, says }) => `ok       ${area}: ${says}`),
      ...findings.map(({ severity, code, message, fix }) => `${severity.padEnd(8)} ${code}: ${message}. To do: ${fix}`),
      errors > 0 ? `${count}: payments stop until the errors are mended` : `${count}: nothing stops payments`,
    ],
    json: { works: errors === 0, findings, checked },
    isBad: errors > 0,
  };
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
