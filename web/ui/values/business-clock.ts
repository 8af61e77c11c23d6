let aheadMs = 0;

/** The sandbox's clock may be ahead of the browser's; what is "3 minutes ago" is judged by it. */
export function setBusinessNow(now: string): void {
  aheadMs = new Date(now).getTime() - Date.now();
}

export function businessNow(): number {
  return Date.now() + aheadMs;
}
