// Receivers of webhooks in a process of their own, each on its own port: some answer at once, some never do.
import { createServer } from 'node:http';

const [healthy, hanging] = process.argv.slice(2).map(Number);

const listen = (handler) =>
  new Promise((resolve) => {
    const server = createServer(handler);
    server.keepAliveTimeout = 60_000;
    server.listen(0, '127.0.0.1', () => resolve(server.address().port));
  });

const answerAtOnce = (request, response) => {
  request.resume();
  request.once('end', () => response.end('ok'));
};
const neverAnswer = (request) => request.resume();

const ports = { healthy: [], hanging: [] };
for (let index = 0; index < healthy; index++) ports.healthy.push(await listen(answerAtOnce));
for (let index = 0; index < hanging; index++) ports.hanging.push(await listen(neverAnswer));
process.send(ports);
process.once('disconnect', () => process.exit(0));
