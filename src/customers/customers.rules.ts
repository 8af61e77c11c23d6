/** Case and accents dropped, so that `jose` finds `José`; also the order of names in lists. */
export function foldName(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
