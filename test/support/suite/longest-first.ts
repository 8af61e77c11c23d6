import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Begins with the files that start programs, which wait most of the time, each beside one that computes: so no core is
 * idle, neither then nor when the last of them waits alone. Rules come last: they are short, and a project of their
 * own, which has workers of its own.
 */
export function longestFirst(files: { process: readonly string[]; rules: readonly string[] }) {
  const [waiting, rules] = [new Set(files.process), new Set(files.rules)];
  return class extends BaseSequencer {
    override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
      const nameOf = ({ moduleId }: TestSpecification) => moduleId.slice(this.ctx.config.root.length + 1);
      const sorted = await super.sort(specifications);
      const turns = { waiting: 0, computing: 0 };
      const turnOf = new Map(
        sorted.map((each) => {
          if (rules.has(nameOf(each))) return [each, Number.POSITIVE_INFINITY] as const;
          return [each, waiting.has(nameOf(each)) ? turns.waiting++ : turns.computing++] as const;
        }),
      );
      return sorted.sort((one, other) => compare(turnOf.get(one) ?? 0, turnOf.get(other) ?? 0));
    }
  };
}

/** Two infinities are equal, and their difference is no number. */
const compare = (one: number, other: number) => (one === other ? 0 : one - other);
