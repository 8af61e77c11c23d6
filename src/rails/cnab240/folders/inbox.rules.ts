/** A file in a folder, as one look shows it. */
export interface SeenFile {
  name: string;
  bytes: number;
  changedMs: number;
}

/** Since when each file of a folder has been as it is. */
export type Looks = ReadonlyMap<string, SeenFile & { sinceMs: number }>;

/** As long as a transfer may rest between two of its pieces. */
export const QUIET_MS = 8_000;

/** Which files have stopped growing: two looks, some time apart, saw the same of them. */
export function lookAgain(
  before: Looks,
  files: readonly SeenFile[],
  nowMs: number,
): { settled: SeenFile[]; looks: Looks } {
  const looks = new Map(
    files.map((file) => {
      const known = before.get(file.name);
      const isSame = known?.bytes === file.bytes && known.changedMs === file.changedMs;
      return [file.name, { ...file, sinceMs: isSame ? known.sinceMs : nowMs }];
    }),
  );
  return { settled: files.filter(({ name }) => nowMs - (looks.get(name)?.sinceMs ?? nowMs) >= QUIET_MS), looks };
}

/** Where a file goes that must not take the place of another: `x.ret`, `x-2.ret`, `x-3.ret` … */
export function nameOfCopy(name: string, copy: number): string {
  if (copy === 1) return name;
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? `${name}-${copy}` : `${name.slice(0, dot)}-${copy}${name.slice(dot)}`;
}
