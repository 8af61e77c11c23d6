// `npm run build`: makes dist/ what its sources say, as quickly as it can. `npm start` and `npm test` run it each time,
// and where nothing has changed it says nothing.
import { bringNatives } from './bring-natives.mjs';
import { buildPrograms } from './build-programs.mjs';
import { buildService } from './build-service.mjs';
import { buildWeb } from './build-web.mjs';
import { BuildError } from './support/made-files.mjs';

/** Not on the standard output, which belongs to the command that is built for. */
const say = (line) => process.stderr.write(`${line}\n`);

const ADVICE = `
The build failed, and what was built before is as it was.
  Nothing changed by you?        npm ci      brings every package that a build needs (without --omit=dev)
  Changed something?             npm run typecheck      says more about it
  Want to run what is built?     node --max-semi-space-size=32 dist/start.js`;

// Whoever asks may be a run of tests: what is built is what people get.
process.env.NODE_ENV = 'production';
const started = performance.now();
let wasBusy = false;
const report = (line) => {
  wasBusy = true;
  say(line);
};
const ends = await Promise.allSettled([bringNatives(), buildService(report), buildPrograms(report), buildWeb(report)]);
const reasons = ends.filter(({ status }) => status === 'rejected').map(({ reason }) => reason);
if (reasons.length > 0) {
  for (const reason of reasons) say(`build: ${reason instanceof BuildError ? reason.message : reason.stack}`);
  say(ADVICE);
  process.exit(1);
}
if (wasBusy) say(`build: done in ${((performance.now() - started) / 1_000).toFixed(1)} s`);
