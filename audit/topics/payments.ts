import type { PaymentEvent } from '#ledger/payments.ts';
import type { AuditDefinitions } from '../model/definition.ts';

const ofPayment = { kind: 'payment', standing: 'not in an import', about: null, account: null } as const;

export const paymentDefinitions: AuditDefinitions<PaymentEvent> = {
  CheckoutStarted: {
    ...ofPayment,
    apply(application, { sessionId }) {
      const { ledger } = application;
      application.must('payment before', 'none', ledger.payment.status);
      ledger.payment = { status: 'open', session: sessionId };
      application.touch('payment');
    },
  },
  CheckoutExpired: {
    ...ofPayment,
    apply(application, { sessionId }) {
      const { ledger } = application;
      const { status, session } = ledger.payment;
      application.must('open checkout', status === 'open' ? session : null, sessionId);
      ledger.payment = { status: 'none', session: null };
      application.touch('payment');
    },
  },
  PaymentConfirmed: {
    ...ofPayment,
    apply(application, { sessionId }) {
      const { ledger } = application;
      if (ledger.payment.status === 'paid') application.must('payment before', 'not paid', 'paid');
      ledger.payment = { status: 'paid', session: sessionId };
      application.touch('payment');
    },
  },
};
