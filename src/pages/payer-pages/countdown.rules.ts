const SECONDS_PER_MINUTE = 60;
const SECONDS_PER_HOUR = 3_600;

/** `29:59`, or `1:02:03` where there are hours. The page and its script write it alike. */
export function countdownText(seconds: number): string {
  const left = Math.max(0, seconds);
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(left / SECONDS_PER_HOUR);
  const minutes = Math.floor((left % SECONDS_PER_HOUR) / SECONDS_PER_MINUTE);
  const rest = twoDigits(left % SECONDS_PER_MINUTE);
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${rest}` : `${twoDigits(minutes)}:${rest}`;
}

/** Nobody is hurried before the last quarter of the time there is. */
export function isSoonOver(secondsLeft: number, secondsInAll: number): boolean {
  return secondsLeft * 4 <= secondsInAll;
}
