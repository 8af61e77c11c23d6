import { stripVTControlCharacters } from 'node:util';
import { type ArgsDef, type CommandDef, renderUsage, runCommand, runMain } from 'citty';
import { ConfigError } from '../../ground/config.ts';
import { ApiError } from '../../ground/errors.ts';
import { CliError, type HelpMeta, joinNegativeValues } from './command.ts';

const UNREACHABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH']);

/** Runs what the words ask for; whatever goes wrong is one line on stderr and exit code 1. */
export async function runCommandLine(root: CommandDef, rawArgs: string[]): Promise<void> {
  try {
    await run(root, joinNegativeValues(rawArgs));
  } catch (error) {
    const problem = explain(error)
      .trim()
      .replaceAll(/\s*\n\s*/g, ' ');
    process.stderr.write(
      rawArgs.includes('--json') ? `${JSON.stringify({ error: problem })}\n` : `vintem: ${problem}\n`,
    );
    process.exitCode = 1;
  }
}

async function run(root: CommandDef, rawArgs: string[]): Promise<void> {
  const asksForHelp = rawArgs.some((word) => word === '--help' || word === '-h');
  if (asksForHelp || (rawArgs.length === 1 && ['--version', '-v'].includes(rawArgs[0] as string)))
    return runMain(root, { rawArgs, showUsage: showHelp });
  await runCommand(root, { rawArgs });
}

/** What the library shows, and examples. */
async function showHelp<Args extends ArgsDef>(command: CommandDef<Args>, parent?: CommandDef<Args>): Promise<void> {
  const { examples = [] } = (command.meta ?? {}) as HelpMeta;
  const shown = examples.length > 0 ? ['EXAMPLES', '', ...examples.map((example) => `  ${example}`), ''] : [];
  process.stdout.write(`${[await renderUsage(command, parent), ...shown].join('\n')}\n`);
}

/** Returns one line that an operator can act on, whatever happened, and never a stack. */
function explain(error: unknown): string {
  const { code, name, message } = error as { code?: string; name?: string; message?: string };
  if (error instanceof CliError || error instanceof ConfigError || error instanceof ApiError) return error.message;
  if (code === 'E_NO_COMMAND') return 'no command given; see vintem --help';
  if (name === 'CLIError') return `${stripVTControlCharacters(message ?? '')}; see --help`;
  // The library's texts continue with how to pass such a value on purpose.
  if (code?.startsWith('ERR_PARSE_ARGS'))
    return (message ?? code).replaceAll('\n', ' ').replace(/(?<=['.]) *(To specify|Did you).*$/, '');
  if (code && UNREACHABLE.has(code)) return `the database cannot be reached (${code})`;
  return message || code || String(error);
}
