/** Whoever cannot be told apart is counted together. */
const UNREADABLE = 'unreadable';
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;

/**
 * What limits count a caller by. An IPv6 customer has a whole /64 and may use another address of it for every request, so the
 * /64 counts; an IPv4 address written as IPv6 is that IPv4 address.
 */
export function addressKey(ip: string): string {
  if (IPV4.test(ip)) return ip;
  const groups = groupsOf(ip);
  if (!groups) return UNREADABLE;
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return [groups[6] as number, groups[7] as number].flatMap((group) => [group >> 8, group & 0xff]).join('.');
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight groups of an IPv6 address, whichever way it is written; the zone of a link-local one says nothing about who calls. */
function groupsOf(ip: string): number[] | null {
  const address = ip.replace(/%.*$/s, '');
  const url = `http://[${address}]`;
  if (!/^[0-9a-f:.]+$/i.test(address) || !URL.canParse(url)) return null;
  const [head = '', tail] = new URL(url).hostname.slice(1, -1).split('::');
  const read = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
  const [left, right] = [read(head), read(tail ?? '')];
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
}
