import type { Notes } from '../operation-notes.ts';

export const webhooksNotes: Notes = {
  'GET /webhooks': {
    operationId: 'listWebhooks',
    description: 'Newest first. Secrets are not shown.',
  },
  'POST /webhooks': {
    operationId: 'createWebhook',
    description:
      'The secret that signs the deliveries is shown this once. Without `events` the webhook ' + 'receives every kind.',
    errors: ['COMPANY_NOT_FOUND'],
    request: {
      url: 'https://loja.example.com/vintem',
      events: ['payment.approved', 'payment.refunded'],
      description: 'Loja',
    },
  },
  'GET /webhooks/{id}': {
    operationId: 'readWebhook',
    description: 'With when it last worked, and why it was switched off.',
    errors: ['WEBHOOK_NOT_FOUND'],
  },
  'PATCH /webhooks/{id}': {
    operationId: 'changeWebhook',
    description:
      'What is left out stays as it is. `status: "ACTIVE"` switches on again what was switched off for failing. What ' +
      'waits to be sent goes to the new `url`, with events of before; a key that names `url` therefore needs the ' +
      'scope `read` besides.',
    errors: ['WEBHOOK_NOT_FOUND'],
    request: { description: 'Loja, produção', status: 'ACTIVE' },
  },
  'DELETE /webhooks/{id}': {
    operationId: 'deleteWebhook',
    description: 'What was not delivered yet is never sent.',
    errors: ['WEBHOOK_NOT_FOUND'],
  },
  'POST /webhooks/{id}/rotate-secret': {
    operationId: 'rotateWebhookSecret',
    description: 'The new secret is shown this once. For 24 hours deliveries carry a signature of each.',
    errors: ['WEBHOOK_NOT_FOUND'],
  },
  'POST /webhooks/{id}/test': {
    operationId: 'testWebhook',
    description: 'Goes to this webhook alone, signed like every other delivery, whatever kinds it subscribes to.',
    errors: ['WEBHOOK_NOT_FOUND'],
  },
  'POST /webhooks/{paymentId}/retry': {
    operationId: 'resendTransactionEvent',
    description:
      'Goes to every webhook that subscribes to it, under the same event id, so that receivers ' + 'know it again.',
    errors: ['TRANSACTION_NOT_FOUND', 'NO_EVENT_YET'],
    answer: {
      success: true,
      message: 'Reenvio agendado',
      deliveries: [{ id: 8, webhook_id: 1, event: 'payment.refunded', status: 'PENDING' }],
    },
  },
};
