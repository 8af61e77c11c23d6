/** Recorded by test/pages/reference/recorded-answers.contract.test.ts, which says how to do it again. */
export const RECORDED_ANSWERS: Readonly<Record<string, unknown>> = {
  "GET /healthz": {
    "status": "ok"
  },
  "GET /merchant": {
    "id": 1,
    "name": "Demo",
    "otp_required": false
  },
  "GET /companies": {
    "data": [
      {
        "id": 1,
        "name": "Loja Demo",
        "document": "11222333000181",
        "status": "ACTIVE",
        "balance": {
          "available": 0,
          "future": 0,
          "retention": 0
        },
        "active_tokens": 1
      }
    ],
    "total": 2,
    "page": 1,
    "lastPage": 2,
    "itemsPerPage": 1
  },
  "POST /webhooks": {
    "id": 1,
    "url": "https://loja.example.com/vintem",
    "events": [
      "payment.approved",
      "payment.refunded"
    ],
    "company_id": null,
    "description": "Loja",
    "status": "ACTIVE",
    "created_at": "2026-11-18T02:20:11.623Z",
    "updated_at": "2026-11-18T02:20:11.623Z",
    "failing_since": null,
    "last_attempt_at": null,
    "disabled_at": null,
    "disabled_reason": null,
    "secret": "whsec_qIu7RfYNZuzsoz0TrAtR/tyOWsrZ0VfqM7wttTCwO34="
  },
  "POST /payments/order": {
    "success": true,
    "transaction": {
      "id": 1,
      "order_number": "20261117-A9D2E8A3CD",
      "status": "PENDING",
      "amount": 10000,
      "payment_type": "pix",
      "created_at": "2026-11-18T02:20:11.690Z",
      "expires_at": "2026-11-18T02:50:11.690Z",
      "refunded_amount": 0,
      "company_id": 1,
      "retry_of": null,
      "metadata": {
        "canal": "site"
      },
      "payment_url": "https://pay.example.com/pay/T0Ujg28UBU5_UVc36aJcn0FK2RFiKnrV",
      "external_id": "pedido-1042",
      "pix_qr_code": "00020101021226830014br.gov.bcb.pix2561pix.sandbox.vintem.dev/qr/v2/f0c28e18203f81f3ed4ac561b1e0a3645204000053039865802BR5909Loja Demo6009Sao Paulo62070503***6304CEEB",
      "pix_qr_code_url": "https://pay.example.com/public/pix/T0Ujg28UBU5_UVc36aJcn0FK2RFiKnrV/qr.png"
    }
  },
  "POST /sandbox/transactions/{id}/pay": {
    "success": true,
    "transaction_id": 1,
    "acquirer_status": "PAID"
  },
  "GET /sandbox/clock": {
    "now": "2026-11-18T02:20:11.958Z",
    "offset_seconds": 0,
    "next_business_day": "2026-11-18T11:00:00.000Z"
  },
  "POST /sandbox/clock": {
    "now": "2026-12-29T02:20:12.652Z"
  },
  "POST /payments/split/simulate": {
    "success": true,
    "total": 10000,
    "fee": 100,
    "split": [
      {
        "company_id": 1,
        "name": "Loja Demo",
        "merchant_type": "PRIMARY",
        "type": null,
        "amount_split": null,
        "share": 9000,
        "fee": 100,
        "net": 8900
      },
      {
        "company_id": 3,
        "name": "Parceiro Demo",
        "merchant_type": "SECONDARY",
        "type": "PERCENTAGE",
        "amount_split": 1000,
        "share": 1000,
        "fee": 0,
        "net": 1000
      }
    ]
  },
  "POST /balance/list": {
    "available": 8900,
    "future": 0,
    "retention": 0
  },
  "GET /transactions/{id}/events": {
    "data": [
      {
        "id": "evt_0761b58770d603a30fbd650b4e2d884c",
        "event": "payment.approved",
        "sequence": 2,
        "created_at": "2026-11-18T02:20:11.860Z",
        "deliveries": [
          {
            "id": 1,
            "webhook_id": 1,
            "url": "https://loja.example.com/vintem",
            "status": "DELIVERED",
            "resend": false,
            "attempts": 1,
            "last_status_code": 200,
            "last_duration_ms": 15
          }
        ],
        "transaction_id": 1,
        "order_number": "20261117-A9D2E8A3CD",
        "status": "APPROVED",
        "amount": 10000,
        "payment_type": "pix",
        "paid_at": "2026-11-18T02:20:11.827Z",
        "company_id": 1
      }
    ],
    "total": 2,
    "page": 1,
    "lastPage": 2,
    "itemsPerPage": 1
  },
  "POST /payments/refund/simulate": {
    "success": true,
    "amount": 1250,
    "remaining": 8750,
    "legs": [
      {
        "company_id": 1,
        "name": "Loja Demo",
        "amount": 1125,
        "fee_returned": 13,
        "available": 1125,
        "future": 0,
        "retention": 0,
        "covered": 0
      },
      {
        "company_id": 3,
        "name": "Parceiro Demo",
        "amount": 125,
        "fee_returned": 0,
        "available": 125,
        "future": 0,
        "retention": 0,
        "covered": null
      }
    ],
    "covers_others": true,
    "balance": {
      "before": 8900,
      "after": 7788
    },
    "way": "acquirer"
  },
  "POST /payments/pix/refund": {
    "success": true,
    "message": "Devolução PIX realizada",
    "transaction": {
      "id": 1,
      "payment_id": "sbx_87ee12cf6cfb3ba9efe2512e6643f648",
      "status": 6,
      "amount": 10000,
      "refunded_amount": 1250,
      "refunded_at": "2026-12-28T02:20:12.286Z"
    },
    "refund": {
      "id": 1,
      "amount": 1250
    }
  },
  "GET /refunds/{id}": {
    "id": 1,
    "transaction_id": 1,
    "order_number": "20261117-A9D2E8A3CD",
    "company_id": 1,
    "kind": "pix_refund",
    "status": "REFUNDED",
    "amount": 1250,
    "description": "Item devolvido",
    "way": "acquirer",
    "failure_reason": null,
    "requested_at": "2026-12-28T02:20:12.222Z",
    "settled_at": "2026-12-28T02:20:12.286Z",
    "legs": [
      {
        "company_id": 1,
        "name": "Loja Demo",
        "amount": 1125,
        "fee_returned": 13,
        "available": 1125,
        "future": 0,
        "retention": 0,
        "covered": 0
      },
      {
        "company_id": 3,
        "name": "Parceiro Demo",
        "amount": 125,
        "fee_returned": 0,
        "available": 125,
        "future": 0,
        "retention": 0,
        "covered": null
      }
    ]
  },
  "GET /transactions/{id}": {
    "id": 1,
    "order_number": "20261117-A9D2E8A3CD",
    "status": 2,
    "status_payment_name": "APPROVED",
    "failure_reason": null,
    "pending": null,
    "amount": 10000,
    "refunded_amount": 1250,
    "payment_type": "pix",
    "installments": 1,
    "company_id": 1,
    "customer": {
      "id": 1,
      "name": "Maria da Silva",
      "email": "maria@loja.test",
      "document": "52998224725",
      "phone": "+55 (11) 98765-4321"
    },
    "items": [
      {
        "name": "Camiseta",
        "quantity": 2,
        "price": 4000
      }
    ],
    "shipping": {
      "name": "Sedex",
      "price": 2000
    },
    "metadata": {
      "canal": "site"
    },
    "payment_link_id": null,
    "external_id": "pedido-1042",
    "split": [
      {
        "company_id": 1,
        "name": "Loja Demo",
        "merchant_type": "PRIMARY",
        "type": null,
        "amount_split": null,
        "share": 9000,
        "fee": 100,
        "net": 8900
      },
      {
        "company_id": 3,
        "name": "Parceiro Demo",
        "merchant_type": "SECONDARY",
        "type": "PERCENTAGE",
        "amount_split": 1000,
        "share": 1000,
        "fee": 0,
        "net": 1000
      }
    ],
    "refunds": [
      {
        "id": 1,
        "amount": 1250,
        "status": "REFUNDED",
        "requested_at": "2026-12-28T02:20:12.222Z",
        "settled_at": "2026-12-28T02:20:12.286Z"
      }
    ],
    "retry_of": null,
    "retried_by": null,
    "due_date": null,
    "expires_at": "2026-11-18T02:50:11.690Z",
    "payment_url": "https://pay.example.com/pay/T0Ujg28UBU5_UVc36aJcn0FK2RFiKnrV",
    "pix_qr_code": "00020101021226830014br.gov.bcb.pix2561pix.sandbox.vintem.dev/qr/v2/f0c28e18203f81f3ed4ac561b1e0a3645204000053039865802BR5909Loja Demo6009Sao Paulo62070503***6304CEEB",
    "pix_qr_code_url": "https://pay.example.com/public/pix/T0Ujg28UBU5_UVc36aJcn0FK2RFiKnrV/qr.png",
    "boleto_url": null,
    "boleto_barcode": null,
    "boleto_digitable_line": null,
    "fine": null,
    "interest": null,
    "discounts": null,
    "payable_days_after_due": null,
    "last_payable_date": null,
    "amount_due": null,
    "paid_amount": null,
    "fine_paid": null,
    "interest_paid": null,
    "discount_given": null,
    "registration": null,
    "requested_change": null,
    "created_at": "2026-11-18T02:20:11.690Z",
    "updated_at": "2026-12-28T02:20:12.286Z",
    "paid_at": "2026-11-18T02:20:11.827Z",
    "refunded_at": "2026-12-28T02:20:12.286Z",
    "acquirer_status": {
      "id": "sbx_87ee12cf6cfb3ba9efe2512e6643f648",
      "operation": {
        "status": "PAID",
        "value": 10000,
        "provider": "SANDBOX"
      },
      "history": [
        {
          "status": "WAITING_PAYMENT",
          "createdAt": "2026-11-18T02:20:11.754Z"
        },
        {
          "status": "PAID",
          "createdAt": "2026-11-18T02:20:11.827Z"
        }
      ],
      "payer": {
        "fullName": "Maria da Silva",
        "document": "***.982.247-**"
      }
    }
  },
  "GET /transactions/{id}/entries": {
    "data": [
      {
        "id": 1,
        "available_at": "2026-11-18T02:20:11.860Z",
        "posted_at": "2026-11-18T02:20:11.860Z",
        "cause": "approval",
        "kind": "share",
        "account": "main",
        "amount": 9000,
        "transaction_id": 1,
        "order_number": "20261117-A9D2E8A3CD",
        "refund_id": null,
        "payout_id": null,
        "company_id": 1
      }
    ],
    "total": 4,
    "page": 1,
    "lastPage": 4,
    "itemsPerPage": 1
  },
  "GET /transactions": {
    "data": [
      {
        "id": 1,
        "order_number": "20261117-A9D2E8A3CD",
        "status": 2,
        "amount": 10000,
        "payment_type": "pix",
        "customer_name": "Maria da Silva",
        "customer_email": "maria@loja.test",
        "created_at": "2026-11-18T02:20:11.690Z",
        "updated_at": "2026-12-28T02:20:12.286Z",
        "company_id": 1,
        "refunded_amount": 1250,
        "expires_at": "2026-11-18T02:50:11.690Z",
        "paid_at": "2026-11-18T02:20:11.827Z",
        "failure_reason": null,
        "external_id": "pedido-1042"
      }
    ],
    "total": 1,
    "page": 1,
    "lastPage": 1,
    "itemsPerPage": 1
  },
  "GET /refunds": {
    "data": [
      {
        "id": 1,
        "transaction_id": 1,
        "order_number": "20261117-A9D2E8A3CD",
        "company_id": 1,
        "kind": "pix_refund",
        "status": "REFUNDED",
        "amount": 1250,
        "description": "Item devolvido",
        "way": "acquirer",
        "failure_reason": null,
        "requested_at": "2026-12-28T02:20:12.222Z",
        "settled_at": "2026-12-28T02:20:12.286Z"
      }
    ],
    "total": 1,
    "page": 1,
    "lastPage": 1,
    "itemsPerPage": 1
  },
  "POST /payments/reversal": {
    "success": true,
    "message": "Estorno realizado",
    "transaction": {
      "id": 2,
      "order_number": "20261227-6NHSLDUKDL",
      "status": "REFUNDED",
      "amount": 10000,
      "refund_amount": 10000,
      "payment_type": "invoice",
      "refunded_at": "2026-12-29T02:20:12.768Z",
      "created_at": "2026-12-28T02:20:12.516Z"
    },
    "refund": {
      "id": 2,
      "amount": 10000
    }
  },
  "POST /sandbox/transactions/{id}/fail": {
    "success": true,
    "transaction_id": 3,
    "acquirer_status": "FAILED"
  },
  "POST /transactions/{id}/retry": {
    "success": true,
    "transaction": {
      "id": 4,
      "order_number": "20261228-VZ8E9AXEDE",
      "status": "PENDING",
      "amount": 10000,
      "payment_type": "pix",
      "created_at": "2026-12-29T02:20:12.969Z",
      "expires_at": "2026-12-29T02:50:12.969Z",
      "refunded_amount": 0,
      "company_id": 1,
      "retry_of": 3,
      "metadata": {},
      "payment_url": "https://pay.example.com/pay/8nMoisvyAXT0VzgE_dzOy1byWEQ62MI1",
      "external_id": null,
      "pix_qr_code": "00020101021226830014br.gov.bcb.pix2561pix.sandbox.vintem.dev/qr/v2/f1fd59e17c999eb6922b4dc7a2939a155204000053039865802BR5909Loja Demo6009Sao Paulo62070503***6304CBE1",
      "pix_qr_code_url": "https://pay.example.com/public/pix/8nMoisvyAXT0VzgE_dzOy1byWEQ62MI1/qr.png"
    }
  },
  "POST /sandbox/transactions/{id}/cancel": {
    "success": true,
    "transaction_id": 5,
    "acquirer_status": "CANCELLED"
  },
  "POST /sandbox/transactions/{id}/expire": {
    "success": true,
    "transaction_id": 6,
    "acquirer_status": "CANCELLED"
  },
  "POST /transactions/{id}/cancel": {
    "success": true,
    "transaction": {
      "id": 7,
      "order_number": "20261228-W5PKSA72NZ",
      "status": "FAILED",
      "amount": 10000,
      "payment_type": "pix",
      "created_at": "2026-12-29T02:20:13.140Z",
      "expires_at": "2026-12-29T02:50:13.140Z",
      "refunded_amount": 0,
      "company_id": 1,
      "retry_of": null,
      "metadata": {},
      "payment_url": "https://pay.example.com/pay/OnybFscnRPPySESQ6GDrpuFe7tnJtzjZ",
      "external_id": null,
      "pix_qr_code": "00020101021226830014br.gov.bcb.pix2561pix.sandbox.vintem.dev/qr/v2/7eea0ef0fc60f73804a3bfbbf853b7e65204000053039865802BR5909Loja Demo6009Sao Paulo62070503***63042188",
      "pix_qr_code_url": "https://pay.example.com/public/pix/OnybFscnRPPySESQ6GDrpuFe7tnJtzjZ/qr.png"
    }
  },
  "PATCH /transactions/{id}/boleto": {
    "success": true,
    "transaction": {
      "id": 8,
      "order_number": "20261228-8KAXCBXXTY",
      "status": "PENDING",
      "amount": 10000,
      "payment_type": "invoice",
      "created_at": "2026-12-29T02:20:13.183Z",
      "expires_at": "2027-01-19T02:59:59.999Z",
      "refunded_amount": 0,
      "company_id": 1,
      "retry_of": null,
      "metadata": {},
      "payment_url": "https://pay.example.com/pay/ZZFtuoZRJyCQutkWU_hoDKRVJvFUiPTA",
      "external_id": null,
      "boleto_url": "https://pay.example.com/public/boleto/ZZFtuoZRJyCQutkWU_hoDKRVJvFUiPTA/boleto.pdf",
      "boleto_barcode": "99996169400000100000001000123471700000000045",
      "boleto_digitable_line": "99990001030012347170800000000455616940000010000",
      "due_date": "2027-01-17",
      "fine": null,
      "interest": null,
      "discounts": [],
      "payable_days_after_due": 0,
      "last_payable_date": "2027-01-18"
    }
  },
  "GET /divergences": {
    "data": [
      {
        "id": 1,
        "transaction_id": 7,
        "kind": "LATE_PAYMENT",
        "local_status": "FAILED",
        "acquirer_status": "PAID",
        "amount": 10000,
        "acquirer_amount": 10000,
        "received_amount": 0,
        "refunded_amount": 0,
        "acquirer_received_amount": 10000,
        "acquirer_refunded_amount": 0,
        "difference": 10000,
        "detected_at": "2026-12-29T02:20:13.250Z",
        "gone_at": null,
        "resolved_at": null,
        "resolution": null,
        "booked_at": null
      }
    ],
    "total": 1,
    "page": 1,
    "lastPage": 1,
    "itemsPerPage": 1
  },
  "POST /divergences/{id}/resolve": {
    "id": 1,
    "transaction_id": 7,
    "kind": "LATE_PAYMENT",
    "local_status": "FAILED",
    "acquirer_status": "PAID",
    "amount": 10000,
    "acquirer_amount": 10000,
    "received_amount": 0,
    "refunded_amount": 0,
    "acquirer_received_amount": 10000,
    "acquirer_refunded_amount": 0,
    "difference": 10000,
    "detected_at": "2026-12-29T02:20:13.250Z",
    "gone_at": null,
    "resolved_at": "2026-12-29T02:20:13.294Z",
    "resolution": "Conferido com o banco em 20/11",
    "booked_at": null
  },
  "GET /pay/{token}/status": {
    "state": "waiting",
    "version": "waiting 0",
    "seconds_left": 1800
  },
  "POST /pay/{token}/simulate": {
    "state": "paid",
    "version": "paid 0",
    "seconds_left": null
  },
  "POST /payment-links": {
    "id": "pl_q98wlau8kcapbvlxjlt9",
    "url": "https://pay.example.com/l/l5pcgdhwk3",
    "status": "ACTIVE",
    "company_id": 1,
    "title": "Camiseta Vintém",
    "description": null,
    "slug": "l5pcgdhwk3",
    "methods": [
      "pix",
      "invoice"
    ],
    "items": [
      {
        "name": "Camiseta",
        "quantity": 1,
        "price": 7990
      }
    ],
    "shipping": {
      "name": "Sedex",
      "price": 2000
    },
    "open_amount": null,
    "quantity": null,
    "max_payments": 50,
    "stock": null,
    "expires_at": null,
    "due_days": null,
    "fine": null,
    "interest": null,
    "payable_days_after_due": null,
    "collect_address": "boleto",
    "success_url": null,
    "inactive_message": null,
    "metadata": {},
    "paid_count": 0,
    "paid_amount": 0,
    "open_count": 0,
    "remaining": 50,
    "created_at": "2026-12-29T02:20:13.383Z",
    "updated_at": "2026-12-29T02:20:13.383Z"
  },
  "GET /payment-links/{id}": {
    "id": "pl_q98wlau8kcapbvlxjlt9",
    "url": "https://pay.example.com/l/l5pcgdhwk3",
    "status": "ACTIVE",
    "company_id": 1,
    "title": "Camiseta Vintém",
    "description": null,
    "slug": "l5pcgdhwk3",
    "methods": [
      "pix",
      "invoice"
    ],
    "items": [
      {
        "name": "Camiseta",
        "quantity": 1,
        "price": 7990
      }
    ],
    "shipping": {
      "name": "Sedex",
      "price": 2000
    },
    "open_amount": null,
    "quantity": null,
    "max_payments": 50,
    "stock": null,
    "expires_at": null,
    "due_days": null,
    "fine": null,
    "interest": null,
    "payable_days_after_due": null,
    "collect_address": "boleto",
    "success_url": null,
    "inactive_message": null,
    "metadata": {},
    "paid_count": 0,
    "paid_amount": 0,
    "open_count": 0,
    "remaining": 50,
    "created_at": "2026-12-29T02:20:13.383Z",
    "updated_at": "2026-12-29T02:20:13.383Z"
  },
  "GET /payment-links": {
    "data": [
      {
        "id": "pl_q98wlau8kcapbvlxjlt9",
        "url": "https://pay.example.com/l/l5pcgdhwk3",
        "status": "ACTIVE",
        "company_id": 1,
        "title": "Camiseta Vintém",
        "description": null,
        "slug": "l5pcgdhwk3",
        "methods": [
          "pix",
          "invoice"
        ],
        "items": [
          {
            "name": "Camiseta",
            "quantity": 1,
            "price": 7990
          }
        ],
        "shipping": {
          "name": "Sedex",
          "price": 2000
        },
        "open_amount": null,
        "quantity": null,
        "max_payments": 50,
        "stock": null,
        "expires_at": null,
        "due_days": null,
        "fine": null,
        "interest": null,
        "payable_days_after_due": null,
        "collect_address": "boleto",
        "success_url": null,
        "inactive_message": null,
        "metadata": {},
        "paid_count": 0,
        "paid_amount": 0,
        "open_count": 0,
        "remaining": 50,
        "created_at": "2026-12-29T02:20:13.383Z",
        "updated_at": "2026-12-29T02:20:13.383Z"
      }
    ],
    "total": 1,
    "page": 1,
    "lastPage": 1,
    "itemsPerPage": 1
  },
  "PATCH /payment-links/{id}": {
    "id": "pl_q98wlau8kcapbvlxjlt9",
    "url": "https://pay.example.com/l/l5pcgdhwk3",
    "status": "DISABLED",
    "company_id": 1,
    "title": "Camiseta Vintém 2026",
    "description": null,
    "slug": "l5pcgdhwk3",
    "methods": [
      "pix",
      "invoice"
    ],
    "items": [
      {
        "name": "Camiseta",
        "quantity": 1,
        "price": 7990
      }
    ],
    "shipping": {
      "name": "Sedex",
      "price": 2000
    },
    "open_amount": null,
    "quantity": null,
    "max_payments": 50,
    "stock": null,
    "expires_at": null,
    "due_days": null,
    "fine": null,
    "interest": null,
    "payable_days_after_due": null,
    "collect_address": "boleto",
    "success_url": null,
    "inactive_message": null,
    "metadata": {},
    "paid_count": 0,
    "paid_amount": 0,
    "open_count": 0,
    "remaining": 50,
    "created_at": "2026-12-29T02:20:13.383Z",
    "updated_at": "2026-12-29T02:20:13.460Z"
  },
  "GET /companies/{id}": {
    "id": 1,
    "name": "Loja Demo",
    "document": "11222333000181",
    "status": "ACTIVE",
    "balance": {
      "available": 17688,
      "future": 0,
      "retention": 0
    },
    "active_tokens": 1,
    "address": {
      "line_1": "Av. Paulista, 1000",
      "city": "São Paulo",
      "state": "SP",
      "zip_code": "01310100"
    },
    "created_at": "2026-11-18T02:20:06.754Z",
    "plans": [
      {
        "payment_type": "pix",
        "enabled": true,
        "fee_fixed": 0,
        "fee_basis_points": 100,
        "fee_on_refund": "returned",
        "settlement_days": 0
      },
      {
        "payment_type": "invoice",
        "enabled": true,
        "fee_fixed": 349,
        "fee_basis_points": 0,
        "fee_on_refund": "returned",
        "settlement_days": 1
      }
    ],
    "retention": {
      "basis_points": 0,
      "days": 0
    },
    "split": [],
    "reminder_days": [],
    "access_tokens": [
      {
        "id": 1,
        "hint": "…loja",
        "created_at": "2026-11-18T02:20:06.754Z",
        "status": "ACTIVE",
        "revoked_at": null
      }
    ]
  },
  "POST /companies/{id}/payments": {
    "success": true,
    "transaction": {
      "id": 10,
      "order_number": "20261228-DZH9VPDGZ3",
      "status": "PENDING",
      "amount": 10000,
      "payment_type": "pix",
      "created_at": "2026-12-29T02:20:13.530Z",
      "expires_at": "2026-12-29T02:50:13.530Z",
      "refunded_amount": 0,
      "company_id": 1,
      "retry_of": null,
      "metadata": {
        "canal": "site"
      },
      "payment_url": "https://pay.example.com/pay/v1FYC70M5o5-yWNCwCBC65Q0P4ROodpU",
      "external_id": "pedido-1043",
      "pix_qr_code": "00020101021226830014br.gov.bcb.pix2561pix.sandbox.vintem.dev/qr/v2/55b87916fd5d585da2d87fce00301b305204000053039865802BR5909Loja Demo6009Sao Paulo62070503***6304500B",
      "pix_qr_code_url": "https://pay.example.com/public/pix/v1FYC70M5o5-yWNCwCBC65Q0P4ROodpU/qr.png"
    }
  },
  "PUT /companies/{id}/reminders": {
    "company_id": 1,
    "reminder_days": [
      -3,
      0,
      3
    ]
  },
  "POST /companies/{id}/split/simulate": {
    "success": true,
    "total": 10000,
    "fee": 100,
    "split": [
      {
        "company_id": 1,
        "name": "Loja Demo",
        "merchant_type": "PRIMARY",
        "type": null,
        "amount_split": null,
        "share": 10000,
        "fee": 100,
        "net": 9900
      }
    ]
  },
  "GET /companies/{id}/statement": {
    "company_id": 1,
    "from": "2026-10-29T03:00:00.000Z",
    "to": "2026-12-29T02:59:59.999Z",
    "opening_balance": 0,
    "closing_balance": 17688,
    "page_opening_balance": 0,
    "data": [
      {
        "id": 1,
        "available_at": "2026-11-18T02:20:11.860Z",
        "posted_at": "2026-11-18T02:20:11.860Z",
        "cause": "approval",
        "kind": "share",
        "account": "main",
        "amount": 9000,
        "transaction_id": 1,
        "order_number": "20261117-A9D2E8A3CD",
        "refund_id": null,
        "payout_id": null
      }
    ],
    "total": 10,
    "page": 1,
    "lastPage": 10,
    "itemsPerPage": 1
  },
  "GET /companies/{id}/statement/days": {
    "company_id": 1,
    "from": "2026-10-29",
    "to": "2026-12-28",
    "opening_balance": 0,
    "data": [
      {
        "date": "2026-10-29",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 0,
        "count": 0
      },
      {
        "date": "2026-10-30",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 0,
        "count": 0
      },
      {
        "date": "2026-10-31",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 0,
        "count": 0
      },
      {
        "date": "2026-11-01",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 0,
        "count": 0
      },
      {
        "date": "2026-11-02",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 0,
        "count": 0
      },
      {
        "date": "2026-11-03",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 0,
        "count": 0
      },
      {
        "date": "2026-11-04",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 0,
        "count": 0
      },
      {
        "date": "2026-11-05",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 0,
        "count": 0
      },
      {
        "date": "2026-11-06",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 0,
        "count": 0
      },
      {
        "date": "2026-11-07",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 0,
        "count": 0
      },
      {
        "date": "2026-11-08",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 0,
        "count": 0
      },
      {
        "date": "2026-11-09",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 0,
        "count": 0
      },
      {
        "date": "2026-11-10",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 0,
        "count": 0
      },
      {
        "date": "2026-11-11",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 0,
        "count": 0
      },
      {
        "date": "2026-11-12",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 0,
        "count": 0
      },
      {
        "date": "2026-11-13",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 0,
        "count": 0
      },
      {
        "date": "2026-11-14",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 0,
        "count": 0
      },
      {
        "date": "2026-11-15",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 0,
        "count": 0
      },
      {
        "date": "2026-11-16",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 0,
        "count": 0
      },
      {
        "date": "2026-11-17",
        "credits": 9000,
        "debits": -100,
        "net": 8900,
        "closing_balance": 8900,
        "count": 2
      },
      {
        "date": "2026-11-18",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 8900,
        "count": 0
      },
      {
        "date": "2026-11-19",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 8900,
        "count": 0
      },
      {
        "date": "2026-11-20",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 8900,
        "count": 0
      },
      {
        "date": "2026-11-21",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 8900,
        "count": 0
      },
      {
        "date": "2026-11-22",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 8900,
        "count": 0
      },
      {
        "date": "2026-11-23",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 8900,
        "count": 0
      },
      {
        "date": "2026-11-24",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 8900,
        "count": 0
      },
      {
        "date": "2026-11-25",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 8900,
        "count": 0
      },
      {
        "date": "2026-11-26",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 8900,
        "count": 0
      },
      {
        "date": "2026-11-27",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 8900,
        "count": 0
      },
      {
        "date": "2026-11-28",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 8900,
        "count": 0
      },
      {
        "date": "2026-11-29",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 8900,
        "count": 0
      },
      {
        "date": "2026-11-30",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 8900,
        "count": 0
      },
      {
        "date": "2026-12-01",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 8900,
        "count": 0
      },
      {
        "date": "2026-12-02",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 8900,
        "count": 0
      },
      {
        "date": "2026-12-03",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 8900,
        "count": 0
      },
      {
        "date": "2026-12-04",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 8900,
        "count": 0
      },
      {
        "date": "2026-12-05",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 8900,
        "count": 0
      },
      {
        "date": "2026-12-06",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 8900,
        "count": 0
      },
      {
        "date": "2026-12-07",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 8900,
        "count": 0
      },
      {
        "date": "2026-12-08",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 8900,
        "count": 0
      },
      {
        "date": "2026-12-09",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 8900,
        "count": 0
      },
      {
        "date": "2026-12-10",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 8900,
        "count": 0
      },
      {
        "date": "2026-12-11",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 8900,
        "count": 0
      },
      {
        "date": "2026-12-12",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 8900,
        "count": 0
      },
      {
        "date": "2026-12-13",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 8900,
        "count": 0
      },
      {
        "date": "2026-12-14",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 8900,
        "count": 0
      },
      {
        "date": "2026-12-15",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 8900,
        "count": 0
      },
      {
        "date": "2026-12-16",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 8900,
        "count": 0
      },
      {
        "date": "2026-12-17",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 8900,
        "count": 0
      },
      {
        "date": "2026-12-18",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 8900,
        "count": 0
      },
      {
        "date": "2026-12-19",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 8900,
        "count": 0
      },
      {
        "date": "2026-12-20",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 8900,
        "count": 0
      },
      {
        "date": "2026-12-21",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 8900,
        "count": 0
      },
      {
        "date": "2026-12-22",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 8900,
        "count": 0
      },
      {
        "date": "2026-12-23",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 8900,
        "count": 0
      },
      {
        "date": "2026-12-24",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 8900,
        "count": 0
      },
      {
        "date": "2026-12-25",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 8900,
        "count": 0
      },
      {
        "date": "2026-12-26",
        "credits": 0,
        "debits": 0,
        "net": 0,
        "closing_balance": 8900,
        "count": 0
      },
      {
        "date": "2026-12-27",
        "credits": 13,
        "debits": -1125,
        "net": -1112,
        "closing_balance": 7788,
        "count": 2
      },
      {
        "date": "2026-12-28",
        "credits": 20349,
        "debits": -10449,
        "net": 9900,
        "closing_balance": 17688,
        "count": 6
      }
    ]
  },
  "GET /reports/payments": {
    "from": "2026-12-28",
    "to": "2026-12-28",
    "interval": "day",
    "basis": "paid",
    "data": [
      {
        "date": "2026-12-28",
        "payment_type": "pix",
        "count": 1,
        "amount": 10000,
        "approved_count": 1,
        "approved_amount": 10000,
        "failed_count": 0,
        "refunded_amount": 0
      }
    ],
    "totals": {
      "count": 1,
      "amount": 10000,
      "approved_count": 1,
      "approved_amount": 10000,
      "failed_count": 0,
      "refunded_amount": 0
    }
  },
  "GET /customers": {
    "data": [
      {
        "id": 1,
        "name": "Maria da Silva",
        "email": "maria@loja.test",
        "document": "52998224725",
        "phone": "+55 (11) 98765-4321",
        "created_at": "2026-11-18T02:20:11.690Z"
      }
    ],
    "total": 1,
    "page": 1,
    "lastPage": 1,
    "itemsPerPage": 1
  },
  "GET /customers/{id}": {
    "id": 1,
    "name": "Maria da Silva",
    "email": "maria@loja.test",
    "document": "52998224725",
    "phone": "+55 (11) 98765-4321",
    "created_at": "2026-11-18T02:20:11.690Z",
    "payments_count": 10,
    "paid_count": 3,
    "paid_amount": 30000,
    "refunded_amount": 11250,
    "last_payment_at": "2026-12-29T02:20:13.329Z",
    "is_partial": false
  },
  "POST /api-keys": {
    "id": 1,
    "name": "Loja virtual",
    "scopes": [
      "read",
      "charge"
    ],
    "hint": "…16f0",
    "status": "ACTIVE",
    "created_at": "2026-11-18T02:20:13.641Z",
    "created_by": {
      "id": 1,
      "name": "Demo"
    },
    "expires_at": null,
    "revoked_at": null,
    "last_used_at": null,
    "addresses": null,
    "key": "vk_6db4edbd8d380841deb49918fe53c49401a858ddc5c6a0ede1425c429b7716f0"
  },
  "GET /api-keys": {
    "data": [
      {
        "id": 1,
        "name": "Loja virtual",
        "scopes": [
          "read",
          "charge"
        ],
        "hint": "…16f0",
        "status": "ACTIVE",
        "created_at": "2026-11-18T02:20:13.641Z",
        "created_by": {
          "id": 1,
          "name": "Demo"
        },
        "expires_at": null,
        "revoked_at": null,
        "last_used_at": null,
        "addresses": null
      }
    ]
  },
  "GET /users": {
    "data": [
      {
        "id": 1,
        "name": "Demo",
        "email": "demo@vintem.dev",
        "role": "OWNER",
        "status": "ACTIVE",
        "second_factor": false,
        "created_at": "2026-11-18T02:20:06.754Z"
      }
    ]
  },
  "GET /webhooks": {
    "data": [
      {
        "id": 1,
        "url": "https://loja.example.com/vintem",
        "events": [
          "payment.approved",
          "payment.refunded"
        ],
        "company_id": null,
        "description": "Loja",
        "status": "ACTIVE",
        "created_at": "2026-11-18T02:20:11.623Z",
        "updated_at": "2026-11-18T02:20:11.623Z",
        "failing_since": null,
        "last_attempt_at": "2026-11-18T02:20:11.888Z",
        "disabled_at": null,
        "disabled_reason": null
      }
    ],
    "total": 1,
    "page": 1,
    "lastPage": 1,
    "itemsPerPage": 1
  },
  "GET /webhooks/{id}": {
    "id": 1,
    "url": "https://loja.example.com/vintem",
    "events": [
      "payment.approved",
      "payment.refunded"
    ],
    "company_id": null,
    "description": "Loja",
    "status": "ACTIVE",
    "created_at": "2026-11-18T02:20:11.623Z",
    "updated_at": "2026-11-18T02:20:11.623Z",
    "failing_since": null,
    "last_attempt_at": "2026-11-18T02:20:11.888Z",
    "disabled_at": null,
    "disabled_reason": null
  },
  "GET /webhooks/{id}/deliveries": {
    "data": [
      {
        "id": 5,
        "event_id": "evt_42e34d0450eeae78d63adcd5cac6f572",
        "event": "payment.approved",
        "transaction_id": 9,
        "status": "DELIVERED",
        "resend": false,
        "created_at": "2026-11-18T02:20:13.352Z",
        "next_attempt_at": null,
        "attempts": [
          {
            "attempted_at": "2026-11-18T02:20:13.357Z",
            "status_code": 200,
            "duration_ms": 2,
            "error": null,
            "response_body": "ok"
          }
        ]
      }
    ],
    "total": 5,
    "page": 1,
    "lastPage": 5,
    "itemsPerPage": 1
  },
  "GET /webhooks/{id}/deliveries/{deliveryId}": {
    "id": 5,
    "event_id": "evt_42e34d0450eeae78d63adcd5cac6f572",
    "event": "payment.approved",
    "transaction_id": 9,
    "status": "DELIVERED",
    "resend": false,
    "created_at": "2026-11-18T02:20:13.352Z",
    "next_attempt_at": null,
    "attempts": [
      {
        "attempted_at": "2026-11-18T02:20:13.357Z",
        "status_code": 200,
        "duration_ms": 2,
        "error": null,
        "response_body": "ok"
      }
    ],
    "headers": {
      "content-type": "application/json",
      "user-agent": "Vintem-Webhooks/1",
      "webhook-id": "evt_42e34d0450eeae78d63adcd5cac6f572",
      "webhook-timestamp": "1794968413"
    },
    "payload": {
      "event": "payment.approved",
      "transaction_id": 9,
      "order_number": "20261228-SLP93NSVZQ",
      "status": "APPROVED",
      "amount": 10000,
      "payment_type": "pix",
      "paid_at": "2026-12-29T02:20:13.329Z",
      "id": "evt_42e34d0450eeae78d63adcd5cac6f572",
      "created_at": "2026-12-29T02:20:13.345Z",
      "company_id": 1,
      "sequence": 2
    }
  },
  "POST /webhooks/{id}/deliveries/{deliveryId}/retry": {
    "success": true,
    "message": "Evento reenviado",
    "deliveries": [
      {
        "id": 6,
        "webhook_id": 1,
        "event": "payment.approved",
        "status": "PENDING"
      }
    ]
  },
  "GET /webhooks/{id}/stats": {
    "from": "2026-11-17T02:20:13.736Z",
    "counted_from": "2026-11-17T02:20:13.736Z",
    "hours": 24,
    "delivered": 5,
    "pending": 1,
    "failed": 0,
    "attempts": 5,
    "p50_ms": 13,
    "p95_ms": 15,
    "by_hour": [
      {
        "at": "2026-11-17T02:20:13.736Z",
        "delivered": 0,
        "pending": 0,
        "failed": 0
      },
      {
        "at": "2026-11-17T03:20:13.736Z",
        "delivered": 0,
        "pending": 0,
        "failed": 0
      },
      {
        "at": "2026-11-17T04:20:13.736Z",
        "delivered": 0,
        "pending": 0,
        "failed": 0
      },
      {
        "at": "2026-11-17T05:20:13.736Z",
        "delivered": 0,
        "pending": 0,
        "failed": 0
      },
      {
        "at": "2026-11-17T06:20:13.736Z",
        "delivered": 0,
        "pending": 0,
        "failed": 0
      },
      {
        "at": "2026-11-17T07:20:13.736Z",
        "delivered": 0,
        "pending": 0,
        "failed": 0
      },
      {
        "at": "2026-11-17T08:20:13.736Z",
        "delivered": 0,
        "pending": 0,
        "failed": 0
      },
      {
        "at": "2026-11-17T09:20:13.736Z",
        "delivered": 0,
        "pending": 0,
        "failed": 0
      },
      {
        "at": "2026-11-17T10:20:13.736Z",
        "delivered": 0,
        "pending": 0,
        "failed": 0
      },
      {
        "at": "2026-11-17T11:20:13.736Z",
        "delivered": 0,
        "pending": 0,
        "failed": 0
      },
      {
        "at": "2026-11-17T12:20:13.736Z",
        "delivered": 0,
        "pending": 0,
        "failed": 0
      },
      {
        "at": "2026-11-17T13:20:13.736Z",
        "delivered": 0,
        "pending": 0,
        "failed": 0
      },
      {
        "at": "2026-11-17T14:20:13.736Z",
        "delivered": 0,
        "pending": 0,
        "failed": 0
      },
      {
        "at": "2026-11-17T15:20:13.736Z",
        "delivered": 0,
        "pending": 0,
        "failed": 0
      },
      {
        "at": "2026-11-17T16:20:13.736Z",
        "delivered": 0,
        "pending": 0,
        "failed": 0
      },
      {
        "at": "2026-11-17T17:20:13.736Z",
        "delivered": 0,
        "pending": 0,
        "failed": 0
      },
      {
        "at": "2026-11-17T18:20:13.736Z",
        "delivered": 0,
        "pending": 0,
        "failed": 0
      },
      {
        "at": "2026-11-17T19:20:13.736Z",
        "delivered": 0,
        "pending": 0,
        "failed": 0
      },
      {
        "at": "2026-11-17T20:20:13.736Z",
        "delivered": 0,
        "pending": 0,
        "failed": 0
      },
      {
        "at": "2026-11-17T21:20:13.736Z",
        "delivered": 0,
        "pending": 0,
        "failed": 0
      },
      {
        "at": "2026-11-17T22:20:13.736Z",
        "delivered": 0,
        "pending": 0,
        "failed": 0
      },
      {
        "at": "2026-11-17T23:20:13.736Z",
        "delivered": 0,
        "pending": 0,
        "failed": 0
      },
      {
        "at": "2026-11-18T00:20:13.736Z",
        "delivered": 0,
        "pending": 0,
        "failed": 0
      },
      {
        "at": "2026-11-18T01:20:13.736Z",
        "delivered": 5,
        "pending": 1,
        "failed": 0
      }
    ]
  },
  "GET /webhooks/{id}/missed": {
    "since": "2026-11-18T02:20:13.352Z",
    "until": null,
    "failed": 0,
    "unsent": 0,
    "total": 0,
    "has_more": false
  },
  "POST /webhooks/{id}/test": {
    "success": true,
    "message": "Evento de teste enviado",
    "deliveries": [
      {
        "id": 7,
        "webhook_id": 1,
        "event": "webhook.test",
        "status": "PENDING"
      }
    ]
  },
  "PATCH /webhooks/{id}": {
    "id": 1,
    "url": "https://loja.example.com/vintem",
    "events": [
      "payment.approved",
      "payment.refunded"
    ],
    "company_id": null,
    "description": "Loja, produção",
    "status": "ACTIVE",
    "created_at": "2026-11-18T02:20:11.623Z",
    "updated_at": "2026-12-29T02:20:13.776Z",
    "failing_since": null,
    "last_attempt_at": "2026-11-18T02:20:11.888Z",
    "disabled_at": null,
    "disabled_reason": null
  },
  "POST /webhooks/{id}/rotate-secret": {
    "id": 1,
    "url": "https://loja.example.com/vintem",
    "events": [
      "payment.approved",
      "payment.refunded"
    ],
    "company_id": null,
    "description": "Loja, produção",
    "status": "ACTIVE",
    "created_at": "2026-11-18T02:20:11.623Z",
    "updated_at": "2026-12-29T02:20:13.787Z",
    "failing_since": null,
    "last_attempt_at": "2026-11-18T02:20:11.888Z",
    "disabled_at": null,
    "disabled_reason": null,
    "secret": "whsec_hpTjBtprOkn22eFNltG7/R5vtxZcsPnf3eUcUr3bLNU="
  },
  "GET /events": {
    "data": [
      {
        "event": "payment.created",
        "transaction_id": 1,
        "order_number": "20261117-A9D2E8A3CD",
        "status": "PENDING",
        "amount": 10000,
        "payment_type": "pix",
        "id": "evt_ce620aba9618959bd079c694b90ccc90",
        "created_at": "2026-11-18T02:20:11.690Z",
        "company_id": 1,
        "sequence": 1
      }
    ],
    "next": "819-1",
    "has_more": true
  }
};
