/** A body that `POST /payments/order` accepts, with the changes that a test wants. */
export function orderBody(changes: Record<string, unknown> = {}) {
  return {
    access_token: 'est_demo_loja',
    customer: {
      name: 'Maria da Silva',
      email: 'maria@example.com',
      document: '52998224725',
      phone: { country_code: '55', area_code: '11', number: '987654321' },
      address: { line_1: 'Rua das Flores, 10', zip_code: '01310100', city: 'São Paulo', state: 'SP', country: 'BR' },
    },
    items: [{ name: 'Camiseta', quantity: 2, price: 4000 }],
    payment: { type: 'pix', installments: 1 },
    shipping: { name: 'Sedex', price: 2000 },
    subtotal: 8000,
    total: 10_000,
    ...changes,
  };
}

export function boletoBody(changes: Record<string, unknown> = {}) {
  return orderBody({ payment: { type: 'invoice', installments: 1 }, ...changes });
}

/** An order of exactly this many cents. */
export function orderOf(totalCents: number, changes: Record<string, unknown> = {}) {
  return orderBody({
    items: [{ name: 'Item', quantity: 1, price: totalCents }],
    shipping: { name: 'Digital', price: 0 },
    subtotal: totalCents,
    total: totalCents,
    ...changes,
  });
}
