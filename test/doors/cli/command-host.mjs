// Runs commands one after the other in one process: most of a command's time is the start of Node. Each has the
// environment that it is given and nothing else.
import { vintem } from '../../../dist/doors/cli/commands.js';
import { runCommandLine } from '../../../dist/doors/cli/run-command-line.js';

async function run({ number, env, args }) {
  const said = { out: '', err: '' };
  const writers = { out: process.stdout.write, err: process.stderr.write };
  const keep = (stream) => (text, encoding, done) => {
    said[stream] += text;
    (typeof encoding === 'function' ? encoding : done)?.();
    return true;
  };
  process.env = { ...env };
  process.exitCode = 0;
  process.stdout.write = keep('out');
  process.stderr.write = keep('err');
  try {
    await runCommandLine(vintem, args);
  } finally {
    process.stdout.write = writers.out;
    process.stderr.write = writers.err;
  }
  process.send({ number, code: process.exitCode, ...said });
  process.exitCode = 0;
}

let last = Promise.resolve();
process.on('message', (request) => {
  last = last.then(() => run(request));
});
process.on('disconnect', () => process.exit());
