/** What a browser sent of its cookies, in the order in which it sent them: the oldest first. */
export function readCookies(header: string | undefined): [name: string, value: string][] {
  return (header?.split(';') ?? []).map((part) => {
    const [name = '', value = ''] = part.split('=', 2);
    return [name.trim(), value.trim()];
  });
}

export function readCookie(header: string | undefined, name: string): string | null {
  return readCookies(header).find(([key]) => key === name)?.[1] ?? null;
}
