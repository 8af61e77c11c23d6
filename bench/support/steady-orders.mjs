const ORDER_EVERY_MS = 50;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Orders at a steady pace, whether or not earlier ones are answered; how long each took. `order` answers `{ status }`.
 */
export async function orderTimes(order, seconds) {
  const times = [];
  const running = [];
  const until = performance.now() + seconds * 1_000;
  while (performance.now() < until) {
    const startedAt = performance.now();
    running.push(
      order().then((answer) => {
        if (answer.status !== 200) throw new Error(`an order was answered ${JSON.stringify(answer)}`);
        times.push(performance.now() - startedAt);
      }),
    );
    await pause(ORDER_EVERY_MS);
  }
  await Promise.all(running);
  return times;
}
