import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const DRILL = fileURLToPath(new URL('../../tools/drills/boleto-day.mjs', import.meta.url));
const WITHIN_MS = 1_200_000;

it(
  'a day of boletos in live mode, killed between every two steps and repeated, ends as planned',
  async () => {
    const { code, told } = await new Promise<{ code: number; told: string }>((resolve) => {
      const child = execFile(process.execPath, [DRILL, '--boletos', '60'], (_, out, err) =>
        resolve({ code: child.exitCode ?? -1, told: out + err }),
      );
    });
    expect(told).toContain(' 0 findings');
    expect(code).toBe(0);
  },
  WITHIN_MS,
);
