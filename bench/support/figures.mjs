/** Of rates over the same amount of work: the harmonic one, which is all the work over all the time. */
export function mean(rates) {
  return rates.length / rates.reduce((sum, rate) => sum + 1 / rate, 0);
}

export function median(figures) {
  const sorted = figures.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The nearest rank: a figure that was really measured. */
export function percentile(figures, percent) {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.min(sorted.length - 1, Math.ceil((sorted.length * percent) / 100) - 1))];
}

export async function ratePerSecond(count, work) {
  const start = performance.now();
  await work();
  return count / ((performance.now() - start) / 1000);
}

/** `workers` loops that share one counter, so that there are always as many under way. */
export async function inParallel(count, workers, work) {
  let next = 0;
  const loop = async () => {
    for (let index = next++; index < count; index = next++) await work(index);
  };
  await Promise.all(Array.from({ length: workers }, loop));
}

export const shown = (figure) => (figure >= 100 ? Math.round(figure).toLocaleString('en') : figure.toFixed(2));

/** The standard normal distribution below these points of it: what `logNormalDelays` needs for its two percentiles. */
const NORMAL_P99 = 2.3263478740408408;

/**
 * `count` delays of a log-normal distribution with that p50 and p99, evenly over its quantiles and in an order that
 * `random` shuffles: every run has the same delays.
 */
export function logNormalDelays({ p50, p99 }, count, random = Math.random) {
  const sigma = Math.log(p99 / p50) / NORMAL_P99;
  const delays = Array.from(
    { length: count },
    (_, index) => p50 * Math.exp(sigma * normalQuantile((index + 0.5) / count)),
  );
  for (let last = delays.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [delays[last], delays[other]] = [delays[other], delays[last]];
  }
  return delays;
}

/** By halving, over a range that no quantile of a few thousand leaves. */
function normalQuantile(probability) {
  let [low, high] = [-8, 8];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (normalBelow(middle) < probability) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Abramowitz and Stegun 26.2.17, good to seven digits. */
function normalBelow(x) {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const polynomial = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const tail = (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * polynomial;
  return x >= 0 ? 1 - tail : tail;
}
