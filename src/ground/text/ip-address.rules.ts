/** IPv4 in four decimal parts, or IPv6 in any of its forms; nothing around it. */
export function isIpAddress(text: string): boolean {
  if (!text.includes(':')) return /^(?:(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])(?:\.(?!$)|$)){4}$/.test(text);
  return URL.canParse(`http://[${text}]`);
}
