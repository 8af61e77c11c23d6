// The pages of the shop. Everything that is put into them is escaped, unless it is HTML of this file already.

/** HTML that is fit to be shown. */
class Html {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }
}

const ESCAPES = /** @type {Record<string, string>} */ ({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
});

/** @param {unknown} value @returns {string} */
function escaped(value) {
  if (value instanceof Html) return value.text;
  return String(value ?? '').replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);
}

/** @param {TemplateStringsArray} parts @param {...unknown} values */
const html = (parts, ...values) => new Html(String.raw({ raw: parts }, ...values.map(escaped)));

const reais = (/** @type {number} */ cents) =>
  (cents / 100).toLocaleString('pt-BR', { style: 'currency', currency: 'BRL' });

const CUP = html`<svg class="cup" viewBox="0 0 120 120" role="img" aria-label="Uma xícara de café">
  <path class="steam" d="M46 18c-6 8 6 12 0 20M60 12c-6 9 6 14 0 24M74 18c-6 8 6 12 0 20" />
  <path class="china" d="M26 48h62v22a31 31 0 0 1-62 0zM88 54h6a12 12 0 0 1 0 24h-8" />
  <path class="saucer" d="M18 104h82" />
</svg>`;

/** @param {string} title @param {Html} main @param {Html} [head] */
function page(title, main, head = html``) {
  return html`<!doctype html>
<html lang="pt-BR">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${title} · Café da Serra</title>
  <link rel="stylesheet" href="/shop.css">
  ${head}
</head>
<body>
  <main>${main}</main>
  <footer>Loja de exemplo · pagamentos por <strong>Vintém</strong></footer>
</body>
</html>`.text;
}

/** @typedef {{ name: string, price: number }} Product */
/** @typedef {import('@vintem/client').Answer<'POST /payments/order'>['transaction']} Transaction */

/** @param {Product} product @param {string} key */
export function shopPage(product, key) {
  return page(
    product.name,
    html`<section class="product">
      ${CUP}
      <h1>${product.name}</h1>
      <p>Torra média, doce e encorpado, colhido a mil metros de altura.</p>
      <p class="price">${reais(product.price)}</p>
    </section>
    <form method="post" action="/orders">
      <input type="hidden" name="key" value="${key}">
      <label>Nome <input name="name" autocomplete="name" required maxlength="120" value="Maria da Silva"></label>
      <label>E-mail <input name="email" type="email" autocomplete="email" required value="maria@example.com"></label>
      <label>CPF <input name="document" inputmode="numeric" required value="529.982.247-25"></label>
      <label>Celular <input name="phone" type="tel" autocomplete="tel" required value="(11) 98765-4321"></label>
      <button>Comprar com PIX</button>
    </form>`,
  );
}

/** What the shop says about each status of a payment. */
const STATUS = /** @type {Record<string, { word: string, text: string }>} */ ({
  PENDING: { word: 'Aguardando pagamento', text: 'Leia o código no aplicativo do seu banco.' },
  APPROVED: { word: 'Pago', text: 'Obrigado! Seu café já pode ser retirado.' },
  FAILED: { word: 'Não foi pago', text: 'O código venceu ou foi recusado. Compre de novo quando quiser.' },
  REFUNDED: { word: 'Devolvido', text: 'O valor voltou para a sua conta.' },
});

/**
 * @param {Product} product
 * @param {{ token: string, status: string, transaction: Transaction }} order
 */
export function orderPage(product, { token, status, transaction }) {
  const { word, text } = STATUS[status] ?? { word: status, text: '' };
  const isOpen = status === 'PENDING';
  const { pix_qr_code, pix_qr_code_url } = transaction;
  const code = html`<img class="code" src="${pix_qr_code_url}" alt="QR code do PIX" width="240" height="240">
    <label>PIX copia e cola <textarea readonly rows="4">${pix_qr_code}</textarea></label>
    <form method="post" action="/orders/${token}/pay"><button class="quiet">Pagar no sandbox</button></form>`;
  return page(
    word,
    html`<section class="order" data-status="${status}" data-token="${token}">
      <p class="badge ${status.toLowerCase()}" role="status">${word}</p>
      <h1>${product.name}</h1>
      <p class="price">${reais(transaction.amount)}</p>
      <p>${text}</p>
      ${isOpen ? code : html`${CUP}<p><a href="/">Voltar à loja</a></p>`}
      <p class="number">Pedido ${transaction.order_number}</p>
    </section>`,
    isOpen
      ? html`<script src="/order.js" defer></script><noscript><meta http-equiv="refresh" content="3"></noscript>`
      : undefined,
  );
}

/** @param {string} text */
export function problemPage(text) {
  return page(
    'Algo deu errado',
    html`<section><h1>Algo deu errado</h1><p>${text}</p><p><a href="/">Voltar à loja</a></p></section>`,
  );
}
