/** How settings are read: a setting that is absent has a fallback, and one that is wrong stops the start. */
export class ConfigError extends Error {
  /** Each begins with the name of its setting. */
  readonly problems: readonly string[];

  constructor(message: string, problems: readonly string[] = [message]) {
    super(message);
    this.problems = problems;
  }
}

export type Env = Record<string, string | undefined>;

export function oneOf<const Value extends string>(
  env: Env,
  name: string,
  allowed: readonly Value[],
  fallback: Value,
): Value {
  const text = env[name];
  if (!text) return fallback;
  const found = allowed.find((value) => value === text);
  if (!found) throw new ConfigError(`${name} must be one of ${allowed.join(', ')}, got "${text}"`);
  return found;
}

export function integer(env: Env, name: string, fallback: number, min: number, max: number): number {
  const text = env[name];
  if (!text) return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max) {
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, got "${text}"`);
  }
  return value;
}

export function address(env: Env, name: string, fallback: string): string {
  const text = env[name] || fallback;
  if (!URL.canParse(text))
    throw new ConfigError(`${name} must be an address such as https://pay.example.com, got "${text}"`);
  return text.replace(/\/+$/, '');
}
