let isPageChanged = false;

/** Told by the router when the path has changed. */
export function notePageChange(): void {
  isPageChanged = true;
}

/** Whether another page was opened since this was last asked: the first page after a load leaves the focus alone. */
export function takePageChange(): boolean {
  const wasChanged = isPageChanged;
  isPageChanged = false;
  return wasChanged;
}
