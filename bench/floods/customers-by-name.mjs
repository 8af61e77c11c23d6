// A search that finds a tenth of all customers.
import { floodOf } from '../support/many-customers.mjs';

export default floodOf('customers by a name that many have', '/customers?name=silva');
