// Runs the compiled launcher in a Node of its own, for tests that kill it or run it as another user.
// It is given to Node as a text. Arguments: path of the compiled launcher, data directory, and `stay` or `leave`.
import process from 'node:process';

const [launcher, dataDir, mode] = process.argv.slice(1);
const { startEmbeddedPostgres } = await import(launcher);
const write = (line) => process.stdout.write(`${line}\n`);
try {
  const server = await startEmbeddedPostgres({
    dataDir,
    log: (message) => write(`LOG ${message}`),
    settings: { fsync: 'off' },
  });
  write(`READY ${server.url}`);
  if (mode === 'leave') {
    await server.stop();
    write('STOPPED'); // Now Node must end by itself: an open handle would hang the test.
  } else {
    setInterval(() => {}, 60_000);
  }
} catch (error) {
  write(`FAILED ${error.message}`);
  process.exitCode = 1;
}
