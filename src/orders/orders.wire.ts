import { formatPhone } from '../brazil/documents.rules.ts';
import type { Order, OrderCustomer } from './order.ts';
import { digitsOf } from './order-shape.rules.ts';
import type { OrderBody } from './orders.schemas.ts';

/** The order of a body whose shape is checked. For whom it is, its tokens say, and they are looked up. */
export function orderOf(body: OrderBody): Omit<Order, 'seller' | 'participants'> {
  return {
    paymentType: body.payment.type,
    subtotalCents: body.subtotal,
    totalCents: body.total,
    customer: customerOf(body.customer),
    updatesCustomer: true,
    items: body.items.map(({ name, quantity, price }) => ({ name, quantity, price })),
    shipping: { name: body.shipping.name, price: body.shipping.price },
    metadata: body.metadata ?? {},
    paymentLinkId: body.payment_link_id ?? null,
    dueDate: body.payment.due_date ?? null,
    retry: null,
  };
}

function customerOf({ document, name, email, ip, phone, address }: OrderBody['customer']): OrderCustomer {
  return {
    document,
    name,
    email,
    ip: ip ?? null,
    phone: formatPhone({ countryCode: phone.country_code, areaCode: phone.area_code, number: digitsOf(phone.number) }),
    address: address ? knownPartsOf(address) : null,
  };
}

/** Unknown keys of a request are ignored, so they are not stored either. */
function knownPartsOf(address: NonNullable<OrderBody['customer']['address']>) {
  const { line_1, line_2, zip_code, city, state, country } = address;
  const parts = Object.entries({ line_1, line_2, zip_code, city, state, country });
  return Object.fromEntries(parts.filter(([, value]) => value !== undefined)) as Record<string, string>;
}
