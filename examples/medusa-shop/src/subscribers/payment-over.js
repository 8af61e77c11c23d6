// A PIX code or boleto that nobody has paid in time takes its order along.
export { config, default } from '@vintem/medusa/subscribers/payment-over';
