import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';

export interface Builder {
  /** Says what it did; nothing when there was nothing to do. */
  build(): Promise<string>;
  stop(): void;
}

/**
 * Runs this function of a build each time that it is told to, in one process of a copy of the repository: loading the
 * tools takes longer than most builds.
 */
export function openBuilder(copy: string, tool: string, name: string): Builder {
  const script = `
    import { ${name} } from './${tool}';
    process.on('message', async () => {
      const said = [];
      const problem = await ${name}((line) => said.push(line + '\\n')).then(() => null, (error) => error.message);
      process.send({ said: said.join(''), problem });
    });`;
  let builder: ChildProcess | null = null;
  return {
    async build() {
      if (!builder) {
        writeFileSync(path.join(copy, 'builder.mjs'), script);
        builder = fork(path.join(copy, 'builder.mjs'), { cwd: copy, execArgv: [], silent: true });
      }
      builder.send('build');
      const ended = once(builder, 'exit').then(([code]) => Promise.reject(new Error(`the builder ended with ${code}`)));
      const [{ said, problem }] = await Promise.race([once(builder, 'message'), ended]);
      if (problem !== null) throw new Error(problem);
      return said;
    },
    stop: () => void builder?.kill(),
  };
}
