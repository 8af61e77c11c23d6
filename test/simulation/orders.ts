import type { OrderBody } from '../../src/gateway/orders/orders.schemas.ts';
import { drawBoleto } from './draw-boleto.ts';
import type { SimCompany } from './fixtures.ts';
import type { Random } from './random.ts';

/** Few payers, so that orders meet at the same customer's row. */
const DOCUMENTS = ['52998224725', '11144477735', '39053344705'];

export function drawOrder(
  random: Random,
  companies: readonly SimCompany[],
  { today, name }: { today: string; name: string },
): { company: SimCompany; body: OrderBody } {
  const company = random.pick(companies);
  const type = random.chance(0.67) ? 'pix' : 'invoice';
  const total = random.pick([500, random.int(500, 1_000), random.int(500, 5_000), random.int(5_000, 100_000)]);
  const participants = drawParticipants(random, company, companies, total);
  const document = random.pick(DOCUMENTS);
  const body: OrderBody = {
    access_token: company.token,
    customer: {
      name: `Pessoa ${document}`,
      email: 'pessoa@example.com',
      document,
      phone: { country_code: '55', area_code: '11', number: '987654321' },
    },
    items: [{ name: 'Item', quantity: 1, price: total }],
    payment: { type, installments: 1, ...(type === 'invoice' ? drawBoleto(random, total, today) : {}) },
    shipping: { name: 'Digital', price: 0 },
    subtotal: total,
    total,
    metadata: { request: name },
    ...(participants.length > 0 ? { splitParticipants: participants } : {}),
  };
  return { company, body };
}

/** None, one or two beside the owner; sometimes the owner itself, sometimes one that is named as PRIMARY. */
function drawParticipants(random: Random, owner: SimCompany, companies: readonly SimCompany[], total: number) {
  const isOwnerListed = random.chance(0.15);
  const others = random.shuffle(companies.filter((company) => company !== owner)).slice(0, random.pick([0, 0, 1, 2]));
  const listed = random.shuffle(isOwnerListed ? [owner, ...others] : others);
  const bearer = random.chance(0.3) ? random.int(0, 1) : -1;
  const primary = random.chance(0.2) ? random.int(0, 1) : -1;
  return listed.map((company, index) => {
    const basisPoints = random.chance(0.1) ? random.int(0, 9_000) : random.int(1_500, 3_300);
    const isFixed = random.chance(0.4);
    return {
      accessToken: company.token,
      merchantType: index === primary ? ('PRIMARY' as const) : ('SECONDARY' as const),
      type: isFixed ? ('FIXED' as const) : ('PERCENTAGE' as const),
      chargeFee: index === bearer,
      discountGrossAmount: random.chance(0.5),
      amountSplit: isFixed ? Math.floor((total * basisPoints) / 10_000) : basisPoints,
    };
  });
}
