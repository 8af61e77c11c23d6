// Sends one flood from a process of its own, so that the measuring loop keeps its time: so many connections, each
// asking again at once.
import { Pool } from 'undici';

process.once('message', async ({ url, connections, requests }) => {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const counts = {};
  let isOver = false;
  let isUnderWay = false;
  let next = 0;
  const loop = async () => {
    while (!isOver) {
      const { method, path, headers, body } = requests[next++ % requests.length];
      try {
        const answer = await pool.request({ method, path, headers, body });
        await answer.body.dump();
        counts[answer.statusCode] = (counts[answer.statusCode] ?? 0) + 1;
      } catch (error) {
        counts[error.code ?? 'error'] = (counts[error.code ?? 'error'] ?? 0) + 1;
      }
      if (!isUnderWay) process.send('under way');
      isUnderWay = true;
    }
  };
  const loops = Array.from({ length: connections }, loop);
  process.once('message', async () => {
    isOver = true;
    await Promise.all(loops);
    process.send(counts, () => process.exit(0));
  });
});
process.once('disconnect', () => process.exit(0));
