import { describe, expect, it } from 'vitest';
import type { Payment } from '../payments/payment.ts';
import { FAILED, PENDING } from '../payments/status.rules.ts';
import type { AcquirerAnswer } from './answer.rules.ts';
import { boletoNewsOf } from './boleto-news.rules.ts';

const AT = new Date('2026-11-17T12:00:00Z');
const WAITING = { status: 'WAITING', registeredAt: null, reason: null } as const;
const ASKED = { kind: 'due_date', dueDate: '2026-12-01', requestedAt: AT.toISOString() } as const;
const slip = { barcode: 'new' };
const payment = (changes: Partial<Payment>) =>
  ({
    status: PENDING,
    due_date: '2026-11-20',
    boleto_terms: null,
    created_at: AT,
    expires_at: AT,
    registration: null,
    requested_change: null,
    ...changes,
  }) as Payment;
const news = (changes: Partial<Payment>, told: AcquirerAnswer['boleto']) =>
  boletoNewsOf(payment(changes), { boleto: told, data: { boleto: slip } } as unknown as AcquirerAnswer, AT);

describe('a boleto whose bank registers later', () => {
  it('is registered once, and stays so whatever an old answer says', () => {
    const told = { status: 'REGISTERED', registeredAt: null, reason: null } as const;
    expect(news({ registration: WAITING }, { registration: told })).toMatchObject({
      change: { registration: { status: 'REGISTERED', registeredAt: AT.toISOString() } },
      registeredAt: AT,
      isUpdated: false,
    });
    expect(news({ registration: { ...told } }, { registration: WAITING })).toBeNull();
    expect(news({ registration: WAITING }, { registration: WAITING })).toBeNull();
    expect(news({}, { registration: told })).toBeNull();
  });

  it('keeps why it was refused', () => {
    const told = { status: 'REJECTED', registeredAt: null, reason: 'CPF inválido' } as const;
    expect(news({ registration: WAITING, status: FAILED }, { registration: told })).toMatchObject({
      change: { registration: { status: 'REJECTED', reason: 'CPF inválido' } },
      registeredAt: null,
    });
  });
});

describe('a change that was asked for', () => {
  it('counts when the bank names the new day, with the new slip', () => {
    expect(news({ requested_change: ASKED }, { dueDate: '2026-12-01' })).toEqual({
      change: {
        registration: null,
        requestedChange: null,
        dueDate: '2026-12-01',
        expiresAt: new Date('2026-12-02T02:59:59.999Z'),
        boleto: slip,
      },
      registeredAt: null,
      isUpdated: true,
    });
  });

  it('waits while the bank says nothing of it, and is over when the bank has done with it', () => {
    expect(news({ requested_change: ASKED }, { dueDate: '2026-11-20' })).toBeNull();
    expect(news({ requested_change: ASKED }, { requestedChange: { kind: 'cancel' } })).toBeNull();
    const refused = { change: { dueDate: '2026-11-20', requestedChange: null, boleto: null }, isUpdated: true };
    const long = { ...ASKED, requestedAt: new Date(AT.getTime() - 600_000).toISOString() };
    expect(news({ requested_change: long }, { dueDate: '2026-11-20', requestedChange: null })).toMatchObject(refused);
  });

  it('is not over because an answer knows nothing of it yet: reads lag writes', () => {
    const justNow = { ...ASKED, requestedAt: new Date(AT.getTime() - 599_999).toISOString() };
    expect(news({ requested_change: justNow }, { dueDate: '2026-11-20', requestedChange: null })).toBeNull();
  });

  it('is over after a day at a bank that does not tell of changes, and still shows the old day', () => {
    const ago = (ms: number) => ({ ...ASKED, requestedAt: new Date(AT.getTime() - ms).toISOString() });
    const day = 24 * 3_600_000;
    expect(news({ requested_change: ago(day - 1) }, { dueDate: '2026-11-20' })).toBeNull();
    expect(news({ requested_change: ago(day) }, { dueDate: '2026-11-20' })).toMatchObject({
      change: { dueDate: '2026-11-20', requestedChange: null },
      isUpdated: true,
    });
    const waiting = { dueDate: '2026-11-20', requestedChange: { kind: 'due_date', dueDate: '2026-12-01' } } as const;
    expect(news({ requested_change: ago(2 * day) }, waiting)).toBeNull();
  });

  it('that nobody asked for is not believed: banks show old days', () => {
    expect(news({}, { dueDate: '2026-12-01' })).toBeNull();
  });
});
