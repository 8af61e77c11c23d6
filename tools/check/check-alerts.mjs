// Tries ops/alerts.yml with Prometheus' own tool (Debian package: prometheus): whether it reads the rules, and what
// rings when. Run by hand: node tools/check/check-alerts.mjs
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const OPS = fileURLToPath(new URL('../../ops', import.meta.url));

for (const args of [
  ['check', 'rules', 'alerts.yml'],
  ['test', 'rules', 'alerts.test.yml'],
]) {
  const { status, error } = spawnSync(process.env.PROMTOOL ?? 'promtool', args, { cwd: OPS, stdio: 'inherit' });
  if (error) console.error(`promtool cannot be run (${error.message}); set PROMTOOL=/path/to/it`);
  if (status !== 0) process.exit(1);
}
