// Orders through a payment link, which need no login.
import { createLink } from '../support/payment-link.mjs';

const FORM = {
  name: 'João Pereira',
  email: 'joao@example.com',
  document: '39053344705',
  phone: '11912345678',
  method: 'pix',
};

export default {
  name: 'orders through a payment link',
  connections: 100,
  async requests(stage) {
    const path = await createLink(stage);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return [{ method: 'POST', path, headers, body: new URLSearchParams(FORM).toString() }];
  },
};
