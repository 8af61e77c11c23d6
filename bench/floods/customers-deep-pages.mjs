// A page that lies behind all others.
import { CUSTOMERS, floodOf } from '../support/many-customers.mjs';

export default floodOf('the deepest page of customers', `/customers?orderBy=name&page=${CUSTOMERS / 10 - 1}`);
