import { parseArgs } from 'node:util';
import { type ArgsDef, type CommandDef, type CommandMeta, defineCommand, type ParsedArgs } from 'citty';
import { openTerminal, type Terminal } from './terminal.ts';

/** The person at the terminal can put this right: it is printed in one line, without a stack. */
export class CliError extends Error {}

/** The result of a command, for people and for machines. */
export interface Outcome {
  lines: string[];
  json: unknown;
  /** The command did its work and found what must not be: it prints as usual and ends with exit code 1. */
  isBad?: boolean;
}

/** What help shows of a command, beside its options. */
export interface HelpMeta extends CommandMeta {
  examples?: readonly string[];
}

interface Definition<Args extends ArgsDef> {
  name: string;
  description: string;
  /** Whole lines as a person would type them. */
  examples?: readonly string[];
  args: Args;
  /** The last argument may be given several times; all of them are in `_`. */
  takesMore?: boolean;
  run(args: ParsedArgs<Args>, terminal: Terminal): Promise<Outcome>;
}

export function command<const Args extends ArgsDef>(definition: Definition<Args>): CommandDef {
  const { name, description, examples = [], takesMore = false } = definition;
  const args: ArgsDef = {
    ...definition.args,
    json: { type: 'boolean', description: 'print JSON instead of text, and errors as {"error": …}' },
  };
  const meta: HelpMeta = { name, description, examples };
  return defineCommand({
    meta,
    args,
    async run(context) {
      refuseUnknown(context.rawArgs, args, takesMore);
      const terminal = openTerminal(context.args['json'] === true);
      try {
        const outcome = await definition.run(context.args as unknown as ParsedArgs<Args>, terminal);
        terminal.print(outcome);
        if (outcome.isBad) process.exitCode = 1;
      } finally {
        terminal.clear();
      }
    },
  });
}

/** `byItself` names the sub-command that the group alone stands for. */
export function group(
  meta: CommandMeta,
  subCommands: Record<string, CommandDef | (() => Promise<CommandDef>)>,
  byItself?: string,
): CommandDef {
  return defineCommand({
    meta,
    ...(byItself === undefined ? {} : { default: byItself }),
    // The object has no prototype: with one, `constructor` would count as a command.
    subCommands: Object.assign(Object.create(null), subCommands) as typeof subCommands,
    setup({ rawArgs }) {
      if (byItself === undefined && rawArgs[0]?.startsWith('-'))
        throw new CliError(`${rawArgs[0]}: options come after the whole command`);
    },
  });
}

/** No option begins with a digit: what follows one and looks like a number below zero is its value. */
export function joinNegativeValues(words: readonly string[]): string[] {
  const joined: string[] = [];
  for (const word of words) {
    const option = joined.at(-1);
    if (/^-\d/.test(word) && option !== undefined && /^--[^=]+$/.test(option))
      joined.splice(-1, 1, `${option}=${word}`);
    else joined.push(word);
  }
  return joined;
}

/** The library ignores options that it does not know; a misspelt option must not count as absent. */
export function refuseUnknown(rawArgs: string[], args: ArgsDef, takesMore = false): void {
  const positionals = Object.values(args).filter((arg) => arg.type === 'positional').length;
  const options = Object.entries(args)
    .filter(([, arg]) => arg.type !== 'positional')
    .map(([name, arg]) => [name, { type: arg.type === 'boolean' ? 'boolean' : 'string' }] as const);
  const parsed = parseArgs({
    args: joinNegativeValues(rawArgs),
    options: Object.fromEntries(options),
    allowPositionals: true,
    strict: true,
  });
  const surplus = parsed.positionals[positionals];
  if (surplus !== undefined && !takesMore) throw new CliError(`unexpected argument: ${surplus}`);
}
