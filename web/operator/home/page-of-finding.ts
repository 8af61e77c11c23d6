/** Where a finding can be put right here; null where only whoever has the machine can. */
export function pageOfFinding(_code: string): string | null {
  return null;
}
