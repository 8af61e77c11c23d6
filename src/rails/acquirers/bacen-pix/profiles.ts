import type { TokenStyle } from '../bank-connection/bank-token.ts';
import type { ErrorStyle } from '../bank-connection/problem.wire.ts';

/**
 * Where banks differ from Bacen's document, as data. Built from what the banks and their clients publish, and certified
 * by no bank: an operator's first run of `vintem acquirer check` is the proof.
 */
export interface Profile {
  /** Without the version where a bank has several, which `versions` adds. Null: the operator must give the address. */
  readonly base: { readonly live: string | null; readonly test: string | null };
  /** Put between the base and the resource. */
  readonly versions: {
    readonly cob: string;
    readonly patchCob: string;
    readonly cobv: string;
    readonly patchCobv: string;
    readonly pix: string;
    readonly webhook: string;
  };
  /** Charges with a due date. False where no public paper of the bank at hand shows them. */
  readonly hasCobv: boolean;
  readonly token: ProfileToken;
  /** Sent with every call, the token's excepted. `{client_id}`, `{app_key}`, `{account}` and `{uuid}` are filled in. */
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** What the file of the configuration must contain besides what every bank needs. */
  readonly required: readonly ExtraSetting[];
  readonly instants: 'milliseconds' | 'seconds';
  /** What the bank calls the member of that name. */
  readonly copyAndPaste: 'pixCopiaECola' | 'brcode';
  readonly errors: readonly ErrorStyle[];
  readonly webhook: WebhookStyle;
  /** How it sends PIX, which Bacen's document leaves to the banks. Null: not by its API. */
  readonly sending: SendingStyle | null;
}

/** Paths on the host of the base, their version included. */
export interface SendingStyle {
  /** `PUT`, followed by our id, by which a repeat is the same payout. */
  readonly send: string;
  /** `GET`: a list, and, followed by `/id-envio/` and our id, one. */
  readonly sent: string;
  /** What the token needs besides. */
  readonly scopes: readonly string[];
}

export interface ProfileToken extends Omit<TokenStyle, 'scopes' | 'extraScopes'> {
  /** Absolute, or a path on the host of the base. Null: the operator must give the address. */
  readonly live: string | null;
  readonly test: string | null;
  readonly sendsScopes: boolean;
}

export interface WebhookStyle {
  /** Put at the end of the registered address, where a bank appends `/pix` without being asked. */
  readonly suffix: string;
  /** Sent while our side asks the bank for no certificate. */
  readonly withoutMtls: Readonly<Record<string, string>>;
  /** The answer to an address that is registered already. */
  readonly alreadyRegistered: number | null;
}

export type ExtraSetting = 'app_key' | 'account';

export const SCOPES = ['cob.read', 'cob.write', 'pix.read', 'pix.write', 'webhook.read', 'webhook.write'] as const;

/** Asked for besides, where a bank has charges with a due date; everything else works without them. */
export const COBV_SCOPES = ['cobv.read', 'cobv.write'] as const;

const ONE_VERSION = { cob: '', patchCob: '', cobv: '', patchCobv: '', pix: '', webhook: '' };
const PLAIN_WEBHOOK: WebhookStyle = { suffix: '', withoutMtls: {}, alreadyRegistered: null };
const FORM_WITH_BASIC = { authentication: 'basic', encoding: 'form', sendsScopes: true } as const;

const standard: Profile = {
  base: { live: null, test: null },
  versions: ONE_VERSION,
  hasCobv: true,
  token: { live: null, test: null, ...FORM_WITH_BASIC },
  headers: {},
  query: {},
  required: [],
  instants: 'milliseconds',
  copyAndPaste: 'pixCopiaECola',
  errors: ['problem'],
  webhook: PLAIN_WEBHOOK,
  sending: null,
};

export const PROFILES = {
  standard,
  efi: {
    ...standard,
    base: { live: 'https://pix.api.efipay.com.br/v2', test: 'https://pix-h.api.efipay.com.br/v2' },
    // Its scopes belong to the application, so that none is asked for.
    token: {
      live: '/oauth/token',
      test: '/oauth/token',
      authentication: 'basic',
      encoding: 'json',
      sendsScopes: false,
    },
    errors: ['problem', 'nome'],
    webhook: { ...PLAIN_WEBHOOK, suffix: '?ignorar=', withoutMtls: { 'x-skip-mtls-checking': 'true' } },
    sending: { send: '/v3/gn/pix', sent: '/v2/gn/pix/enviados', scopes: ['pix.send', 'gn.pix.send.read'] },
  },
  itau: {
    ...standard,
    base: { live: 'https://secure.api.itau/pix_recebimentos/v2', test: null },
    hasCobv: false,
    token: {
      live: 'https://sts.itau.com.br/as/token.oauth2',
      test: null,
      authentication: 'body',
      encoding: 'form',
      sendsScopes: false,
    },
    headers: { 'x-correlationID': '{uuid}' },
    webhook: { ...PLAIN_WEBHOOK, alreadyRegistered: 422 },
  },
  bb: {
    ...standard,
    base: { live: 'https://api-pix.bb.com.br/pix/v2', test: 'https://api-pix.hm.bb.com.br/pix/v2' },
    token: {
      ...FORM_WITH_BASIC,
      live: 'https://oauth.bb.com.br/oauth/token',
      test: 'https://oauth.hm.bb.com.br/oauth/token',
    },
    query: { 'gw-dev-app-key': '{app_key}' },
    required: ['app_key'],
    errors: ['problem', 'erros', 'statusCode'],
  },
  santander: {
    ...standard,
    base: { live: 'https://trust-pix.santander.com.br/api', test: 'https://trust-pix-h.santander.com.br/api' },
    versions: { cob: '/v1', patchCob: '/v2', cobv: '/v1', patchCobv: '/v2', pix: '/v1', webhook: '/v1' },
    token: {
      live: '/oauth/token?grant_type=client_credentials',
      test: '/oauth/token?grant_type=client_credentials',
      authentication: 'body',
      encoding: 'form',
      sendsScopes: false,
    },
    instants: 'seconds',
  },
  bradesco: {
    ...standard,
    base: { live: 'https://qrpix.bradesco.com.br/v2', test: 'https://qrpix-h.bradesco.com.br/v2' },
    hasCobv: false,
    token: { ...FORM_WITH_BASIC, live: '/oauth/token', test: '/oauth/token', sendsScopes: false },
  },
  sicoob: {
    ...standard,
    base: { live: 'https://api.sicoob.com.br/pix/api/v2', test: null },
    token: {
      live: 'https://auth.sicoob.com.br/auth/realms/cooperado/protocol/openid-connect/token',
      test: null,
      authentication: 'id-only',
      encoding: 'form',
      sendsScopes: true,
    },
    headers: { client_id: '{client_id}' },
    copyAndPaste: 'brcode',
  },
  inter: {
    ...standard,
    base: { live: 'https://cdpj.partners.bancointer.com.br/pix/v2', test: null },
    token: { live: '/oauth/v2/token', test: null, authentication: 'body', encoding: 'form', sendsScopes: true },
    // Only where a client has several accounts; left out while `account` is absent.
    headers: { 'x-conta-corrente': '{account}' },
  },
  sicredi: {
    ...standard,
    base: { live: 'https://api-pix.sicredi.com.br/api', test: 'https://api-pix-h.sicredi.com.br/api' },
    versions: { cob: '/v3', patchCob: '/v3', cobv: '/v2', patchCobv: '/v2', pix: '/v2', webhook: '/v2' },
    token: { ...FORM_WITH_BASIC, live: '/oauth/token', test: '/oauth/token' },
  },
} as const satisfies Record<string, Profile>;

export type ProfileName = keyof typeof PROFILES;

export const PROFILE_NAMES = Object.keys(PROFILES) as ProfileName[];

export function profileOf(name: ProfileName): Profile {
  return PROFILES[name];
}
