// An order that is cancelled before it was paid takes its PIX code or boleto along.
export { config, default } from '@vintem/medusa/subscribers/order-canceled';
