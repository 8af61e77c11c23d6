/** What stands in `options` of the provider in medusa-config. */
export interface VintemProviderOptions {
  /** Where the gateway is, such as https://pay.example.com. */
  url: string;
  /** An API key (`vk_…`) with the scopes read, charge and refund; or a login by `email` and `password`. */
  apiKey?: string | undefined;
  email?: string | undefined;
  password?: string | undefined;
  /** The access token (`est_…`) of the establishment that sells. */
  accessToken: string;
  /** The secret of the webhook (`whsec_…`); several while it is changed. */
  webhookSecret: string | readonly string[];
  /** In how many days a boleto is due; the gateway's own default when left out. */
  dueDays?: number | undefined;
  /** What the payer reads as the item that is paid; "Pedido" when left out. */
  itemName?: string | undefined;
}

/** Options that have been looked at. */
export interface Settings {
  access: { url: string; apiKey: string } | { url: string; email: string; password: string };
  accessToken: string;
  webhookSecrets: string[];
  dueDays: number | undefined;
  itemName: string;
}

const KNOWN = ['url', 'apiKey', 'email', 'password', 'accessToken', 'webhookSecret', 'dueDays', 'itemName'];
const SECRET = /^whsec_[A-Za-z0-9+/]{32,43}={0,2}$/;
const MAX_DUE_DAYS = 180;
const MAX_ITEM_NAME = 200;
const DEFAULT_ITEM_NAME = 'Pedido';

/** Reads the options, or throws one error that names everything that is wrong with them. */
export function readOptions(given: unknown): Settings {
  const options = typeof given === 'object' && given !== null ? (given as Record<string, unknown>) : {};
  const problems = problemsOf(options);
  if (problems.length > 0) throw new Error(`the options of @vintem/medusa are wrong: ${problems.join('; ')}`);
  const { url, apiKey, email, password, accessToken, webhookSecret, dueDays, itemName } =
    options as unknown as VintemProviderOptions;
  return {
    access: apiKey === undefined ? { url, email: email ?? '', password: password ?? '' } : { url, apiKey },
    accessToken,
    webhookSecrets: [webhookSecret].flat(),
    dueDays,
    itemName: itemName ?? DEFAULT_ITEM_NAME,
  };
}

function problemsOf(options: Record<string, unknown>): string[] {
  const { url, accessToken, webhookSecret, dueDays, itemName } = options;
  const secrets = [webhookSecret].flat();
  return [
    ...Object.keys(options).flatMap((name) => when(!KNOWN.includes(name), `there is no option ${name}`)),
    ...when(!isHttpAddress(url), 'url must be the http or https address of the gateway'),
    ...accessProblems(options),
    ...when(!isText(accessToken), 'accessToken must be the access token of the establishment that sells (est_…)'),
    ...when(
      secrets.length === 0 || !secrets.every((secret) => isText(secret) && SECRET.test(secret)),
      'webhookSecret must be the secret of the webhook (whsec_…), or a list of them',
    ),
    ...when(
      dueDays !== undefined && !isWholeBetween(dueDays, 0, MAX_DUE_DAYS),
      `dueDays must be a whole number from 0 to ${MAX_DUE_DAYS}`,
    ),
    ...when(
      itemName !== undefined && !(isText(itemName) && itemName.length <= MAX_ITEM_NAME),
      `itemName must be a text of at most ${MAX_ITEM_NAME} characters`,
    ),
  ];
}

function accessProblems({ apiKey, email, password }: Record<string, unknown>): string[] {
  const hasLogin = isText(email) && isText(password);
  const hasPartOfLogin = email !== undefined || password !== undefined;
  if (apiKey !== undefined && hasPartOfLogin) return ['give either apiKey, or email and password'];
  if (apiKey !== undefined) return when(!isText(apiKey), 'apiKey must be an API key of the gateway (vk_…)');
  return when(!hasLogin, 'apiKey is missing (or email and password)');
}

const when = (isWrong: boolean, problem: string): string[] => (isWrong ? [problem] : []);
const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
const isWholeBetween = (value: unknown, least: number, most: number) =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most;

function isHttpAddress(value: unknown): boolean {
  return isText(value) && URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol);
}
