import { parseArgs } from 'node:util';
import { type ArgsDef, type CommandDef, type CommandMeta, defineCommand, type ParsedArgs } from 'citty';

/** The person at the terminal can put this right: it is printed in one line, without a stack. */
export class CliError extends Error {}

/** The result of a command, for people and for machines. */
export interface Outcome {
  lines: string[];
  json: unknown;
}

interface Definition<Args extends ArgsDef> {
  name: string;
  description: string;
  args: Args;
  run(args: ParsedArgs<Args>): Promise<Outcome>;
}

export function command<const Args extends ArgsDef>(definition: Definition<Args>): CommandDef {
  const args: ArgsDef = {
    ...definition.args,
    json: { type: 'boolean', description: 'print one JSON value instead of text' },
  };
  return defineCommand({
    meta: { name: definition.name, description: definition.description },
    args,
    async run(context) {
      refuseUnknown(context.rawArgs, args);
      const { lines, json } = await definition.run(context.args as unknown as ParsedArgs<Args>);
      process.stdout.write(
        context.args['json'] ? `${JSON.stringify(json)}\n` : lines.map((line) => `${line}\n`).join(''),
      );
    },
  });
}

export function group(
  meta: CommandMeta,
  subCommands: Record<string, CommandDef | (() => Promise<CommandDef>)>,
): CommandDef {
  return defineCommand({
    meta,
    // The object has no prototype: with one, `constructor` would count as a command.
    subCommands: Object.assign(Object.create(null), subCommands) as typeof subCommands,
    setup({ rawArgs }) {
      if (rawArgs[0]?.startsWith('-')) throw new CliError(`${rawArgs[0]}: options come after the whole command`);
    },
  });
}

/** The library ignores options that it does not know; a misspelt option must not count as absent. */
function refuseUnknown(rawArgs: string[], args: ArgsDef): void {
  const positionals = Object.values(args).filter((arg) => arg.type === 'positional').length;
  const options = Object.entries(args)
    .filter(([, arg]) => arg.type !== 'positional')
    .map(([name, arg]) => [name, { type: arg.type === 'boolean' ? 'boolean' : 'string' }] as const);
  const parsed = parseArgs({
    args: rawArgs,
    options: Object.fromEntries(options),
    allowPositionals: true,
    strict: true,
  });
  const surplus = parsed.positionals[positionals];
  if (surplus !== undefined) throw new CliError(`unexpected argument: ${surplus}`);
}
