/** What a request says about the page that sent it. */
export interface Sender {
  method: string;
  /** Browsers write these themselves; no script can. */
  fetchSite: string | undefined;
  origin: string | undefined;
  /** A page of somebody else's cannot send this without being asked first, and nobody is answered such a question. */
  hasOwnHeader: boolean;
  /** Opened by an address alone, as downloads and streams are: there is no way to add a header. */
  isHeaderless: boolean;
}

export const OWN_HEADER = 'x-vintem-dashboard';

const SAFE_METHODS = new Set(['GET', 'HEAD']);

/**
 * Why a request cannot have come from a page of ours, or null. `hosts` are the names under which we are known.
 */
export function whyForeign(sender: Sender, hosts: readonly string[]): string | null {
  const isSafe = SAFE_METHODS.has(sender.method);
  if (!sender.hasOwnHeader && !(isSafe && sender.isHeaderless)) return `the header ${OWN_HEADER} is missing`;
  // Not sent to a plain http host other than loopback.
  if (sender.fetchSite !== undefined)
    return sender.fetchSite === 'same-origin' ? null : `the request comes from another site (${sender.fetchSite})`;
  if (sender.origin !== undefined)
    return hosts.includes(hostOf(sender.origin) ?? '') ? null : 'the request comes from another origin';
  // Browsers name no origin when a page reads from its own; they always do when it writes.
  return isSafe ? null : 'the request names no origin';
}

function hostOf(origin: string): string | null {
  return /^https?:\/\/([^/]+)$/.exec(origin)?.[1]?.toLowerCase() ?? null;
}
