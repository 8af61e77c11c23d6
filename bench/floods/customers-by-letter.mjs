// A search too short for the index of names.
import { floodOf } from '../support/many-customers.mjs';

export default floodOf('customers by one letter', '/customers?name=z');
