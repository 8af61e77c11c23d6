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
    "created_at": "2026-11-18T02:46:36.038Z",
    "updated_at": "2026-11-18T02:46:36.038Z",
    "failing_since": null,
    "last_attempt_at": null,
    "disabled_at": null,
    "disabled_reason": null,
    "secret": "whsec_Du5JV+HmhpQ0jR8aN+nzOoD2skB7aOpIRWqBipp+o2c="
  },
  "POST /payments/order": {
    "success": true,
    "transaction": {
      "id": 1,
      "order_number": "20261117-43XLPLFZNW",
      "status": "PENDING",
      "amount": 10000,
      "payment_type": "pix",
      "created_at": "2026-11-18T02:46:36.115Z",
      "expires_at": "2026-11-18T03:16:36.115Z",
      "refunded_amount": 0,
      "company_id": 1,
      "retry_of": null,
      "metadata": {
        "canal": "site"
      },
      "payment_url": "https://pay.example.com/pay/msm198OkVFJvmMLxN96Jd4iY3kR4LeCm",
      "external_id": "pedido-1042",
      "pix_qr_code": "00020101021226830014br.gov.bcb.pix2561pix.sandbox.vintem.dev/qr/v2/a4ce323d179180a868b82173245634955204000053039865802BR5909Loja Demo6009Sao Paulo62070503***63043007",
      "pix_qr_code_url": "https://pay.example.com/public/pix/msm198OkVFJvmMLxN96Jd4iY3kR4LeCm/qr.png"
    }
  },
  "POST /sandbox/transactions/{id}/pay": {
    "success": true,
    "transaction_id": 1,
    "acquirer_status": "PAID"
  },
  "GET /sandbox/clock": {
    "now": "2026-11-18T02:46:36.350Z",
    "offset_seconds": 0,
    "next_business_day": "2026-11-18T11:00:00.000Z"
  },
  "POST /sandbox/clock": {
    "now": "2026-12-29T02:46:36.940Z"
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
        "id": "evt_680cf82b64280c4f3f5f88e961a4bd26",
        "event": "payment.approved",
        "sequence": 2,
        "created_at": "2026-11-18T02:46:36.255Z",
        "deliveries": [
          {
            "id": 1,
            "webhook_id": 1,
            "url": "https://loja.example.com/vintem",
            "status": "DELIVERED",
            "resend": false,
            "attempts": 1,
            "last_status_code": 200,
            "last_duration_ms": 6
          }
        ],
        "transaction_id": 1,
        "order_number": "20261117-43XLPLFZNW",
        "status": "APPROVED",
        "amount": 10000,
        "payment_type": "pix",
        "paid_at": "2026-11-18T02:46:36.227Z",
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
      "payment_id": "sbx_2572ad53e4957a8f60486f3893564690",
      "status": 6,
      "amount": 10000,
      "refunded_amount": 1250,
      "refunded_at": "2026-12-28T02:46:36.616Z"
    },
    "refund": {
      "id": 1,
      "amount": 1250
    }
  },
  "GET /refunds/{id}": {
    "id": 1,
    "transaction_id": 1,
    "order_number": "20261117-43XLPLFZNW",
    "company_id": 1,
    "kind": "pix_refund",
    "status": "REFUNDED",
    "amount": 1250,
    "description": "Item devolvido",
    "way": "acquirer",
    "failure_reason": null,
    "requested_at": "2026-12-28T02:46:36.553Z",
    "settled_at": "2026-12-28T02:46:36.616Z",
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
    "order_number": "20261117-43XLPLFZNW",
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
        "requested_at": "2026-12-28T02:46:36.553Z",
        "settled_at": "2026-12-28T02:46:36.616Z"
      }
    ],
    "retry_of": null,
    "retried_by": null,
    "due_date": null,
    "expires_at": "2026-11-18T03:16:36.115Z",
    "payment_url": "https://pay.example.com/pay/msm198OkVFJvmMLxN96Jd4iY3kR4LeCm",
    "pix_qr_code": "00020101021226830014br.gov.bcb.pix2561pix.sandbox.vintem.dev/qr/v2/a4ce323d179180a868b82173245634955204000053039865802BR5909Loja Demo6009Sao Paulo62070503***63043007",
    "pix_qr_code_url": "https://pay.example.com/public/pix/msm198OkVFJvmMLxN96Jd4iY3kR4LeCm/qr.png",
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
    "created_at": "2026-11-18T02:46:36.115Z",
    "updated_at": "2026-12-28T02:46:36.616Z",
    "paid_at": "2026-11-18T02:46:36.227Z",
    "refunded_at": "2026-12-28T02:46:36.616Z",
    "acquirer_status": {
      "id": "sbx_2572ad53e4957a8f60486f3893564690",
      "operation": {
        "status": "PAID",
        "value": 10000,
        "provider": "SANDBOX"
      },
      "history": [
        {
          "status": "WAITING_PAYMENT",
          "createdAt": "2026-11-18T02:46:36.165Z"
        },
        {
          "status": "PAID",
          "createdAt": "2026-11-18T02:46:36.227Z"
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
        "available_at": "2026-11-18T02:46:36.255Z",
        "posted_at": "2026-11-18T02:46:36.255Z",
        "cause": "approval",
        "kind": "share",
        "account": "main",
        "amount": 9000,
        "transaction_id": 1,
        "order_number": "20261117-43XLPLFZNW",
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
        "order_number": "20261117-43XLPLFZNW",
        "status": 2,
        "amount": 10000,
        "payment_type": "pix",
        "customer_name": "Maria da Silva",
        "customer_email": "maria@loja.test",
        "created_at": "2026-11-18T02:46:36.115Z",
        "updated_at": "2026-12-28T02:46:36.616Z",
        "company_id": 1,
        "refunded_amount": 1250,
        "expires_at": "2026-11-18T03:16:36.115Z",
        "paid_at": "2026-11-18T02:46:36.227Z",
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
        "order_number": "20261117-43XLPLFZNW",
        "company_id": 1,
        "kind": "pix_refund",
        "status": "REFUNDED",
        "amount": 1250,
        "description": "Item devolvido",
        "way": "acquirer",
        "failure_reason": null,
        "requested_at": "2026-12-28T02:46:36.553Z",
        "settled_at": "2026-12-28T02:46:36.616Z"
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
      "order_number": "20261227-8EJRLCGA8W",
      "status": "REFUNDED",
      "amount": 10000,
      "refund_amount": 10000,
      "payment_type": "invoice",
      "refunded_at": "2026-12-29T02:46:37.063Z",
      "created_at": "2026-12-28T02:46:36.839Z"
    },
    "refund": {
      "id": 2,
      "amount": 10000
    }
  },
  "POST /payouts/simulate": {
    "success": true,
    "amount": 1500,
    "fee": 0,
    "debited": 1500,
    "balance": {
      "before": 7788,
      "after": 6288
    },
    "waits_for": "SENDING",
    "arrives_at": "2026-12-29T02:46:37.159Z"
  },
  "POST /payouts": {
    "id": 1,
    "company_id": 1,
    "amount": 1500,
    "fee": 0,
    "status": "REQUESTED",
    "destination": {
      "id": 1,
      "type": "pix_key",
      "key_type": "email",
      "key": "f***@l***.example"
    },
    "requested_at": "2026-12-29T02:46:37.183Z",
    "sent_at": null,
    "settled_at": null,
    "end_to_end_id": null,
    "failure_reason": null,
    "return_reason": null,
    "returned_amount": 0,
    "description": "Repasse de março",
    "requested_by": "Demo",
    "approved_by": null,
    "origin": "request"
  },
  "GET /payouts/{id}": {
    "id": 1,
    "company_id": 1,
    "amount": 1500,
    "fee": 0,
    "status": "PAID",
    "destination": {
      "id": 1,
      "type": "pix_key",
      "key_type": "email",
      "key": "f***@l***.example"
    },
    "requested_at": "2026-12-29T02:46:37.183Z",
    "sent_at": "2026-12-29T02:46:37.236Z",
    "settled_at": "2026-12-29T02:46:37.252Z",
    "end_to_end_id": "Ec861ca0d281c4bc7a6b44010f9d5bf2",
    "failure_reason": null,
    "return_reason": null,
    "returned_amount": 0,
    "description": "Repasse de março",
    "requested_by": "Demo",
    "approved_by": null,
    "origin": "request",
    "waits_for": null,
    "can_decide": false,
    "history": [
      {
        "step": "REQUESTED",
        "at": "2026-12-29T02:46:37.183Z",
        "by": "Demo",
        "reason": null,
        "amount": null
      },
      {
        "step": "SENT",
        "at": "2026-12-29T02:46:37.236Z",
        "by": "vintem",
        "reason": null,
        "amount": null
      },
      {
        "step": "PAID",
        "at": "2026-12-29T02:46:37.252Z",
        "by": "banco",
        "reason": null,
        "amount": null
      }
    ],
    "returns": []
  },
  "GET /payouts/{id}/entries": {
    "data": [
      {
        "id": 19,
        "available_at": "2026-12-29T07:43:04.386Z",
        "posted_at": "2026-12-29T07:43:04.386Z",
        "cause": "payout",
        "kind": "payout",
        "account": "main",
        "amount": -1500,
        "transaction_id": null,
        "order_number": null,
        "refund_id": null,
        "payout_id": 1,
        "company_id": 1
      }
    ],
    "total": 1,
    "page": 1,
    "lastPage": 1,
    "itemsPerPage": 1
  },
  "GET /payouts": {
    "data": [
      {
        "id": 1,
        "company_id": 1,
        "amount": 1500,
        "fee": 0,
        "status": "PAID",
        "destination": {
          "id": 1,
          "type": "pix_key",
          "key_type": "email",
          "key": "f***@l***.example"
        },
        "requested_at": "2026-12-29T02:46:37.183Z",
        "sent_at": "2026-12-29T02:46:37.236Z",
        "settled_at": "2026-12-29T02:46:37.252Z",
        "end_to_end_id": "Ec861ca0d281c4bc7a6b44010f9d5bf2",
        "failure_reason": null,
        "return_reason": null,
        "returned_amount": 0,
        "description": "Repasse de março",
        "requested_by": "Demo",
        "approved_by": null,
        "origin": "request"
      }
    ],
    "total": 1,
    "page": 1,
    "lastPage": 1,
    "itemsPerPage": 1
  },
  "POST /payouts/{id}/cancel": {
    "id": 2,
    "company_id": 1,
    "amount": 100,
    "fee": 0,
    "status": "CANCELLED",
    "destination": {
      "id": 1,
      "type": "pix_key",
      "key_type": "email",
      "key": "f***@l***.example"
    },
    "requested_at": "2026-12-29T02:46:37.328Z",
    "sent_at": null,
    "settled_at": "2026-12-29T02:46:37.354Z",
    "end_to_end_id": null,
    "failure_reason": "Valor errado",
    "return_reason": null,
    "returned_amount": 0,
    "description": "Repasse de março",
    "requested_by": "Demo",
    "approved_by": null,
    "origin": "request"
  },
  "POST /payouts/{id}/refuse": {
    "id": 3,
    "company_id": 1,
    "amount": 100,
    "fee": 0,
    "status": "CANCELLED",
    "destination": {
      "id": 1,
      "type": "pix_key",
      "key_type": "email",
      "key": "f***@l***.example"
    },
    "requested_at": "2026-12-29T02:46:37.382Z",
    "sent_at": null,
    "settled_at": "2026-12-29T02:46:37.423Z",
    "end_to_end_id": null,
    "failure_reason": "Destino errado",
    "return_reason": null,
    "returned_amount": 0,
    "description": "Repasse de março",
    "requested_by": "Demo",
    "approved_by": null,
    "origin": "request"
  },
  "POST /payouts/{id}/approve": {
    "id": 4,
    "company_id": 1,
    "amount": 100,
    "fee": 0,
    "status": "REQUESTED",
    "destination": {
      "id": 1,
      "type": "pix_key",
      "key_type": "email",
      "key": "f***@l***.example"
    },
    "requested_at": "2026-12-29T02:46:37.405Z",
    "sent_at": null,
    "settled_at": null,
    "end_to_end_id": null,
    "failure_reason": null,
    "return_reason": null,
    "returned_amount": 0,
    "description": "Repasse de março",
    "requested_by": "Demo",
    "approved_by": "Demo",
    "origin": "request"
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
      "order_number": "20261228-YYKPJDUHJQ",
      "status": "PENDING",
      "amount": 10000,
      "payment_type": "pix",
      "created_at": "2026-12-29T02:46:37.523Z",
      "expires_at": "2026-12-29T03:16:37.523Z",
      "refunded_amount": 0,
      "company_id": 1,
      "retry_of": 3,
      "metadata": {},
      "payment_url": "https://pay.example.com/pay/MnQBjBk3BsvLzm0Ijd4iTwY-N_ub7T3w",
      "external_id": null,
      "pix_qr_code": "00020101021226830014br.gov.bcb.pix2561pix.sandbox.vintem.dev/qr/v2/9595b9e0fe5c33c75a6992f0b1a1bbb25204000053039865802BR5909Loja Demo6009Sao Paulo62070503***630450D1",
      "pix_qr_code_url": "https://pay.example.com/public/pix/MnQBjBk3BsvLzm0Ijd4iTwY-N_ub7T3w/qr.png"
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
      "order_number": "20261228-HFUAYAWKS3",
      "status": "FAILED",
      "amount": 10000,
      "payment_type": "pix",
      "created_at": "2026-12-29T02:46:37.648Z",
      "expires_at": "2026-12-29T03:16:37.648Z",
      "refunded_amount": 0,
      "company_id": 1,
      "retry_of": null,
      "metadata": {},
      "payment_url": "https://pay.example.com/pay/ItqmbqGCz4YEp_6y-NFIWUBv5C3AKv63",
      "external_id": null,
      "pix_qr_code": "00020101021226830014br.gov.bcb.pix2561pix.sandbox.vintem.dev/qr/v2/5ffc1ca4e27f7e24290157244e6fb4475204000053039865802BR5909Loja Demo6009Sao Paulo62070503***6304FCF6",
      "pix_qr_code_url": "https://pay.example.com/public/pix/ItqmbqGCz4YEp_6y-NFIWUBv5C3AKv63/qr.png"
    }
  },
  "PATCH /transactions/{id}/boleto": {
    "success": true,
    "transaction": {
      "id": 8,
      "order_number": "20261228-75BG4SEC3P",
      "status": "PENDING",
      "amount": 10000,
      "payment_type": "invoice",
      "created_at": "2026-12-29T02:46:37.688Z",
      "expires_at": "2027-01-19T02:59:59.999Z",
      "refunded_amount": 0,
      "company_id": 1,
      "retry_of": null,
      "metadata": {},
      "payment_url": "https://pay.example.com/pay/HZMhGqCVdqt8OgswyB6VGQQ4BoYm9wLM",
      "external_id": null,
      "boleto_url": "https://pay.example.com/public/boleto/HZMhGqCVdqt8OgswyB6VGQQ4BoYm9wLM/boleto.pdf",
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
        "detected_at": "2026-12-29T02:46:37.755Z",
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
    "detected_at": "2026-12-29T02:46:37.755Z",
    "gone_at": null,
    "resolved_at": "2026-12-29T02:46:37.802Z",
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
    "id": "pl_e8hqp2nvdq5vqhsswl97",
    "url": "https://pay.example.com/l/ncxvsdshcr",
    "status": "ACTIVE",
    "company_id": 1,
    "title": "Camiseta Vintém",
    "description": null,
    "slug": "ncxvsdshcr",
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
    "created_at": "2026-12-29T02:46:37.881Z",
    "updated_at": "2026-12-29T02:46:37.881Z"
  },
  "GET /payment-links/{id}": {
    "id": "pl_e8hqp2nvdq5vqhsswl97",
    "url": "https://pay.example.com/l/ncxvsdshcr",
    "status": "ACTIVE",
    "company_id": 1,
    "title": "Camiseta Vintém",
    "description": null,
    "slug": "ncxvsdshcr",
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
    "created_at": "2026-12-29T02:46:37.881Z",
    "updated_at": "2026-12-29T02:46:37.881Z"
  },
  "GET /payment-links": {
    "data": [
      {
        "id": "pl_e8hqp2nvdq5vqhsswl97",
        "url": "https://pay.example.com/l/ncxvsdshcr",
        "status": "ACTIVE",
        "company_id": 1,
        "title": "Camiseta Vintém",
        "description": null,
        "slug": "ncxvsdshcr",
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
        "created_at": "2026-12-29T02:46:37.881Z",
        "updated_at": "2026-12-29T02:46:37.881Z"
      }
    ],
    "total": 1,
    "page": 1,
    "lastPage": 1,
    "itemsPerPage": 1
  },
  "PATCH /payment-links/{id}": {
    "id": "pl_e8hqp2nvdq5vqhsswl97",
    "url": "https://pay.example.com/l/ncxvsdshcr",
    "status": "DISABLED",
    "company_id": 1,
    "title": "Camiseta Vintém 2026",
    "description": null,
    "slug": "ncxvsdshcr",
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
    "created_at": "2026-12-29T02:46:37.881Z",
    "updated_at": "2026-12-29T02:46:37.947Z"
  },
  "GET /companies/{id}": {
    "id": 1,
    "name": "Loja Demo",
    "document": "11222333000181",
    "status": "ACTIVE",
    "balance": {
      "available": 16088,
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
    "created_at": "2026-11-18T02:46:30.871Z",
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
        "created_at": "2026-11-18T02:46:30.871Z",
        "status": "ACTIVE",
        "revoked_at": null
      }
    ]
  },
  "POST /companies/{id}/payments": {
    "success": true,
    "transaction": {
      "id": 10,
      "order_number": "20261228-5YV2D5D2PL",
      "status": "PENDING",
      "amount": 10000,
      "payment_type": "pix",
      "created_at": "2026-12-29T02:46:38.008Z",
      "expires_at": "2026-12-29T03:16:38.008Z",
      "refunded_amount": 0,
      "company_id": 1,
      "retry_of": null,
      "metadata": {
        "canal": "site"
      },
      "payment_url": "https://pay.example.com/pay/uTINGhmCKNBCoeyKuy4aVzS5jQtY3Dl8",
      "external_id": "pedido-1043",
      "pix_qr_code": "00020101021226830014br.gov.bcb.pix2561pix.sandbox.vintem.dev/qr/v2/4be9c316ef663c1eec21b554bc3082595204000053039865802BR5909Loja Demo6009Sao Paulo62070503***6304DB4A",
      "pix_qr_code_url": "https://pay.example.com/public/pix/uTINGhmCKNBCoeyKuy4aVzS5jQtY3Dl8/qr.png"
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
    "closing_balance": 16088,
    "page_opening_balance": 0,
    "data": [
      {
        "id": 1,
        "available_at": "2026-11-18T02:46:36.255Z",
        "posted_at": "2026-11-18T02:46:36.255Z",
        "cause": "approval",
        "kind": "share",
        "account": "main",
        "amount": 9000,
        "transaction_id": 1,
        "order_number": "20261117-43XLPLFZNW",
        "refund_id": null,
        "payout_id": null
      }
    ],
    "total": 16,
    "page": 1,
    "lastPage": 16,
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
        "credits": 20549,
        "debits": -12249,
        "net": 8300,
        "closing_balance": 16088,
        "count": 12
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
        "created_at": "2026-11-18T02:46:36.115Z"
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
    "created_at": "2026-11-18T02:46:36.115Z",
    "payments_count": 10,
    "paid_count": 3,
    "paid_amount": 30000,
    "refunded_amount": 11250,
    "last_payment_at": "2026-12-29T02:46:37.833Z",
    "is_partial": false
  },
  "POST /api-keys": {
    "id": 1,
    "name": "Loja virtual",
    "scopes": [
      "read",
      "charge"
    ],
    "hint": "…656a",
    "status": "ACTIVE",
    "created_at": "2026-11-18T02:46:38.118Z",
    "created_by": {
      "id": 1,
      "name": "Demo"
    },
    "expires_at": null,
    "revoked_at": null,
    "last_used_at": null,
    "addresses": null,
    "key": "vk_0ca3db18bda775cc77e78974bcb82f5e0068d2dd04a2611f29c34fcbd481656a"
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
        "hint": "…656a",
        "status": "ACTIVE",
        "created_at": "2026-11-18T02:46:38.118Z",
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
        "created_at": "2026-11-18T02:46:30.871Z"
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
        "created_at": "2026-11-18T02:46:36.038Z",
        "updated_at": "2026-11-18T02:46:36.038Z",
        "failing_since": null,
        "last_attempt_at": "2026-11-18T02:46:36.281Z",
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
    "created_at": "2026-11-18T02:46:36.038Z",
    "updated_at": "2026-11-18T02:46:36.038Z",
    "failing_since": null,
    "last_attempt_at": "2026-11-18T02:46:36.281Z",
    "disabled_at": null,
    "disabled_reason": null
  },
  "GET /webhooks/{id}/deliveries": {
    "data": [
      {
        "id": 5,
        "event_id": "evt_f60d78cb5a001b5f3bfa6f2e1dfe6f2b",
        "event": "payment.approved",
        "transaction_id": 9,
        "status": "DELIVERED",
        "resend": false,
        "created_at": "2026-11-18T02:46:37.855Z",
        "next_attempt_at": null,
        "attempts": [
          {
            "attempted_at": "2026-11-18T02:46:37.859Z",
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
    "event_id": "evt_f60d78cb5a001b5f3bfa6f2e1dfe6f2b",
    "event": "payment.approved",
    "transaction_id": 9,
    "status": "DELIVERED",
    "resend": false,
    "created_at": "2026-11-18T02:46:37.855Z",
    "next_attempt_at": null,
    "attempts": [
      {
        "attempted_at": "2026-11-18T02:46:37.859Z",
        "status_code": 200,
        "duration_ms": 2,
        "error": null,
        "response_body": "ok"
      }
    ],
    "headers": {
      "content-type": "application/json",
      "user-agent": "Vintem-Webhooks/1",
      "webhook-id": "evt_f60d78cb5a001b5f3bfa6f2e1dfe6f2b",
      "webhook-timestamp": "1794969997"
    },
    "payload": {
      "event": "payment.approved",
      "transaction_id": 9,
      "order_number": "20261228-T3WSRE84KW",
      "status": "APPROVED",
      "amount": 10000,
      "payment_type": "pix",
      "paid_at": "2026-12-29T02:46:37.833Z",
      "id": "evt_f60d78cb5a001b5f3bfa6f2e1dfe6f2b",
      "created_at": "2026-12-29T02:46:37.845Z",
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
    "from": "2026-11-17T02:46:38.198Z",
    "counted_from": "2026-11-17T02:46:38.198Z",
    "hours": 24,
    "delivered": 5,
    "pending": 1,
    "failed": 0,
    "attempts": 5,
    "p50_ms": 6,
    "p95_ms": 18,
    "by_hour": [
      {
        "at": "2026-11-17T02:46:38.198Z",
        "delivered": 0,
        "pending": 0,
        "failed": 0
      },
      {
        "at": "2026-11-17T03:46:38.198Z",
        "delivered": 0,
        "pending": 0,
        "failed": 0
      },
      {
        "at": "2026-11-17T04:46:38.198Z",
        "delivered": 0,
        "pending": 0,
        "failed": 0
      },
      {
        "at": "2026-11-17T05:46:38.198Z",
        "delivered": 0,
        "pending": 0,
        "failed": 0
      },
      {
        "at": "2026-11-17T06:46:38.198Z",
        "delivered": 0,
        "pending": 0,
        "failed": 0
      },
      {
        "at": "2026-11-17T07:46:38.198Z",
        "delivered": 0,
        "pending": 0,
        "failed": 0
      },
      {
        "at": "2026-11-17T08:46:38.198Z",
        "delivered": 0,
        "pending": 0,
        "failed": 0
      },
      {
        "at": "2026-11-17T09:46:38.198Z",
        "delivered": 0,
        "pending": 0,
        "failed": 0
      },
      {
        "at": "2026-11-17T10:46:38.198Z",
        "delivered": 0,
        "pending": 0,
        "failed": 0
      },
      {
        "at": "2026-11-17T11:46:38.198Z",
        "delivered": 0,
        "pending": 0,
        "failed": 0
      },
      {
        "at": "2026-11-17T12:46:38.198Z",
        "delivered": 0,
        "pending": 0,
        "failed": 0
      },
      {
        "at": "2026-11-17T13:46:38.198Z",
        "delivered": 0,
        "pending": 0,
        "failed": 0
      },
      {
        "at": "2026-11-17T14:46:38.198Z",
        "delivered": 0,
        "pending": 0,
        "failed": 0
      },
      {
        "at": "2026-11-17T15:46:38.198Z",
        "delivered": 0,
        "pending": 0,
        "failed": 0
      },
      {
        "at": "2026-11-17T16:46:38.198Z",
        "delivered": 0,
        "pending": 0,
        "failed": 0
      },
      {
        "at": "2026-11-17T17:46:38.198Z",
        "delivered": 0,
        "pending": 0,
        "failed": 0
      },
      {
        "at": "2026-11-17T18:46:38.198Z",
        "delivered": 0,
        "pending": 0,
        "failed": 0
      },
      {
        "at": "2026-11-17T19:46:38.198Z",
        "delivered": 0,
        "pending": 0,
        "failed": 0
      },
      {
        "at": "2026-11-17T20:46:38.198Z",
        "delivered": 0,
        "pending": 0,
        "failed": 0
      },
      {
        "at": "2026-11-17T21:46:38.198Z",
        "delivered": 0,
        "pending": 0,
        "failed": 0
      },
      {
        "at": "2026-11-17T22:46:38.198Z",
        "delivered": 0,
        "pending": 0,
        "failed": 0
      },
      {
        "at": "2026-11-17T23:46:38.198Z",
        "delivered": 0,
        "pending": 0,
        "failed": 0
      },
      {
        "at": "2026-11-18T00:46:38.198Z",
        "delivered": 0,
        "pending": 0,
        "failed": 0
      },
      {
        "at": "2026-11-18T01:46:38.198Z",
        "delivered": 5,
        "pending": 1,
        "failed": 0
      }
    ]
  },
  "GET /webhooks/{id}/missed": {
    "since": "2026-11-18T02:46:37.855Z",
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
    "created_at": "2026-11-18T02:46:36.038Z",
    "updated_at": "2026-12-29T02:46:38.236Z",
    "failing_since": null,
    "last_attempt_at": "2026-11-18T02:46:36.281Z",
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
    "created_at": "2026-11-18T02:46:36.038Z",
    "updated_at": "2026-12-29T02:46:38.246Z",
    "failing_since": null,
    "last_attempt_at": "2026-11-18T02:46:36.281Z",
    "disabled_at": null,
    "disabled_reason": null,
    "secret": "whsec_/kyhnslRvJhPgb+ioDZS/u47Nhd3Kpoj88dC7QObaPs="
  },
  "GET /events": {
    "data": [
      {
        "event": "payment.created",
        "transaction_id": 1,
        "order_number": "20261117-43XLPLFZNW",
        "status": "PENDING",
        "amount": 10000,
        "payment_type": "pix",
        "id": "evt_9ae73588d6d981e95a0ca659304750cc",
        "created_at": "2026-11-18T02:46:36.115Z",
        "company_id": 1,
        "sequence": 1
      }
    ],
    "next": "827-1",
    "has_more": true
  }
};
