/** Of rates over the same amount of work: the harmonic one, which is all the work over all the time. */
export function mean(rates) {
  return rates.length / rates.reduce((sum, rate) => sum + 1 / rate, 0);
}

export function median(figures) {
  const sorted = figures.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

export function percentile(figures, percent) {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length * percent) / 100) - 1)];
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

export function verdict(name, figure, isMet, goal) {
  console.log(`${isMet ? 'met    ' : 'NOT MET'}  ${name}: ${shown(figure)} (goal ${goal})`);
}
