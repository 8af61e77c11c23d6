import type { ApiAnswer, TestGateway } from './gateway.ts';

/** A body that `POST /payment-links` accepts, with the changes that a test wants. */
export function linkBody(changes: Record<string, unknown> = {}) {
  return {
    company_id: 1,
    title: 'Camiseta azul',
    methods: ['pix', 'invoice'],
    items: [{ name: 'Camiseta', quantity: 1, price: 4_000 }],
    shipping: { name: 'Sedex', price: 2_000 },
    ...changes,
  };
}

/** What the page's form sends, filled in rightly. */
export const FORM: Readonly<Record<string, string>> = {
  name: 'João Pereira',
  email: 'joao@example.com',
  document: '390.533.447-05',
  phone: '(11) 91234-5678',
  method: 'pix',
};

export interface Link {
  id: string;
  url: string;
  slug: string;
  status: string;
  open_count: number;
  paid_count: number;
  paid_amount: number;
  remaining: number | null;
}

export function linksOf(gateway: TestGateway) {
  const create = (changes: Record<string, unknown> = {}) => gateway.post('/payment-links', linkBody(changes));
  const send = (
    slug: string,
    form: Record<string, string>,
    at: TestGateway = gateway,
    address?: string,
  ): Promise<ApiAnswer> =>
    at.call('POST', `/l/${slug}`, {
      rawBody: new URLSearchParams(form).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        // Believed where the gateway was started with TRUST_PROXY=1.
        ...(address === undefined ? {} : { 'x-forwarded-for': address }),
      },
      redirect: 'manual',
    });
  return {
    create,
    async make(changes: Record<string, unknown> = {}): Promise<Link> {
      const { status, body } = await create(changes);
      if (status !== 201) throw new Error(`no link: ${JSON.stringify(body)}`);
      return body;
    },
    read: async (id: string): Promise<Link> => (await gateway.get(`/payment-links/${id}`)).body,
    change: (id: string, body: unknown) =>
      gateway.call('PATCH', `/payment-links/${id}`, { token: gateway.token, body }),
    open: (slug: string, query = '') => gateway.call('GET', `/l/${slug}${query}`, { redirect: 'manual' }),
    send,
    order: (slug: string, changes: Record<string, string> = {}, at?: TestGateway, address?: string) =>
      send(slug, { ...FORM, ...changes }, at, address),
  };
}

/** Where a redirect leads to. */
export function ledTo({ status, headers }: ApiAnswer): string | null {
  return status === 303 ? headers.get('location') : null;
}

/** What the browser that ordered sends from then on. */
export function cookieOf({ headers }: ApiAnswer): string {
  return headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

/** The transaction behind a payer's page, whichever of its two addresses that is. */
export async function paymentAt(gateway: TestGateway, path: string | null): Promise<{ id: number; status: number }> {
  const token = path?.split('/').at(-1)?.split('?')[0];
  const [row] = await gateway.database.db.query<{ id: number; status: number }>(
    'SELECT id, status FROM payments WHERE public_token = $1 OR order_number = left($1, 19)',
    [token],
  );
  if (!row) throw new Error(`no payment at ${path}`);
  return row;
}
