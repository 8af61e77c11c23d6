import type { Notes } from '../operation-notes.ts';

export const deliveriesNotes: Notes = {
  'GET /webhooks/{id}/deliveries': {
    operationId: 'listDeliveries',
    description: 'Of each attempt: when, how long, the status and the beginning of what came back.',
    errors: ['WEBHOOK_NOT_FOUND'],
  },
  'GET /webhooks/{id}/deliveries/{deliveryId}': {
    operationId: 'readDelivery',
    description: 'The signature is left out: with it anybody could repeat the delivery.',
    errors: ['WEBHOOK_NOT_FOUND', 'DELIVERY_NOT_FOUND'],
  },
  'POST /webhooks/{id}/deliveries/{deliveryId}/retry': {
    operationId: 'resendDelivery',
    errors: ['WEBHOOK_NOT_FOUND', 'DELIVERY_NOT_FOUND', 'NO_EVENT_YET'],
  },
  'GET /webhooks/{id}/missed': {
    operationId: 'countMissed',
    errors: ['WEBHOOK_NOT_FOUND'],
  },
  'POST /webhooks/{id}/recover': {
    operationId: 'recoverMissed',
    errors: ['WEBHOOK_NOT_FOUND'],
    request: { since: '2026-11-15T23:56:33.085Z' },
    answer: {
      success: true,
      message: 'Reenvio iniciado',
      scheduled: 0,
      since: '2026-11-15T23:56:33.085Z',
      until: null,
      failed: 0,
      unsent: 0,
      total: 0,
      has_more: false,
    },
  },
  'GET /webhooks/{id}/stats': {
    operationId: 'readDeliveryStats',
    description: 'Counted by hour, in real time.',
    errors: ['WEBHOOK_NOT_FOUND'],
  },
  'GET /events': {
    operationId: 'listEvents',
  },
  'GET /events/stream': {
    operationId: 'followEvents',
  },
};
