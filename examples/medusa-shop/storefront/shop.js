// From the product to a paid order, by Medusa's store API alone.
const key = document.documentElement.dataset.key;
const orderId = new URLSearchParams(location.search).get('order');
const POLL_MS = 2000;
const ORDER_FIELDS = 'id,display_id,status,total,payment_status,*payment_collections.payment_sessions';

const at = (id) => document.querySelector(id);
const reais = (amount) => amount.toLocaleString('pt-BR', { style: 'currency', currency: 'BRL' });
const day = (date) => new Date(`${date}T12:00:00Z`).toLocaleDateString('pt-BR');

async function store(path, body) {
  const response = await fetch(`/store${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'x-publishable-api-key': key, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.message ?? response.statusText);
  return answer;
}

async function showProduct() {
  const [region] = (await store('/regions')).regions;
  const query = `region_id=${region.id}&fields=*variants.calculated_price`;
  const [product] = (await store(`/products?${query}`)).products;
  const [variant] = product.variants;
  at('#product h1').textContent = product.title;
  at('#product .text').textContent = product.description;
  at('#product .price').textContent = reais(variant.calculated_price.calculated_amount);
  at('#product').hidden = false;
  at('#product form').addEventListener('submit', (event) => {
    event.preventDefault();
    const form = Object.fromEntries(new FormData(event.target));
    at('#product button').disabled = true;
    attempt(() => buy(region, variant, form)).finally(() => {
      at('#product button').disabled = false;
    });
  });
}

/** The order comes first and the money later: the cart is completed while the code is still to be paid. */
async function buy(region, variant, { name, email, document: cpf, phone, way }) {
  const [first_name, ...rest] = name.split(' ');
  const address = {
    first_name,
    last_name: rest.join(' '),
    address_1: 'Rua A, 1',
    city: 'São Paulo',
    country_code: 'br',
  };
  const { cart } = await store('/carts', {
    region_id: region.id,
    email,
    shipping_address: { ...address, province: 'SP', postal_code: '01001-000' },
    items: [{ variant_id: variant.id, quantity: 1 }],
  });
  const { shipping_options } = await store(`/shipping-options?cart_id=${cart.id}`);
  await store(`/carts/${cart.id}/shipping-methods`, { option_id: shipping_options[0].id });
  const { payment_collection } = await store('/payment-collections', { cart_id: cart.id });
  await store(`/payment-collections/${payment_collection.id}/payment-sessions`, {
    provider_id: way,
    // Banks ask who pays; Medusa has no field for a CPF.
    data: { payer: { name, email, document: cpf, phone } },
  });
  const completed = await store(`/carts/${cart.id}/complete`, {});
  if (completed.type !== 'order') throw new Error(completed.error?.message ?? 'O pedido não foi feito.');
  location.href = `/loja?order=${completed.order.id}`;
}

async function showOrder() {
  const { order } = await store(`/orders/${orderId}?fields=${ORDER_FIELDS}`);
  const [session] = order.payment_collections.flatMap((collection) => collection.payment_sessions ?? []);
  const isPaid = ['captured', 'partially_refunded', 'refunded'].includes(order.payment_status);
  const isOpen = !isPaid && order.status !== 'canceled';
  at('#order .badge').textContent = isPaid ? 'Pago' : isOpen ? 'Aguardando pagamento' : 'Cancelado';
  at('#order h1').textContent = `Pedido ${order.display_id}`;
  at('#order .price').textContent = reais(order.total);
  showCharge(isOpen ? session?.data : undefined);
  at('#order').hidden = false;
  if (isOpen) setTimeout(() => attempt(showOrder), POLL_MS);
}

function showCharge(data) {
  const code = data?.pix_qr_code;
  const line = data?.boleto_digitable_line;
  at('.pix').hidden = !code;
  at('.boleto').hidden = !line;
  at('.more').hidden = !data;
  if (code) {
    at('.pix img').src = data.pix_qr_code_url;
    at('.pix textarea').value = code;
  }
  if (line) {
    at('.boleto strong').textContent = day(data.due_date);
    at('.boleto textarea').value = line;
    at('.boleto a').href = data.boleto_url;
  }
  if (data) at('.payment').href = data.payment_url;
}

async function attempt(deed) {
  try {
    await deed();
    at('#problem').textContent = '';
  } catch (error) {
    at('#problem').textContent = error.message;
  }
}

attempt(orderId ? showOrder : showProduct);
