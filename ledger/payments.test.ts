import { describe, test } from 'vitest';
import { given } from './testing/scenario.ts';

describe('a payment', () => {
  const started = { type: 'CheckoutStarted', data: { sessionId: 'cs_1' } } as const;
  const paid = { type: 'PaymentConfirmed', data: { sessionId: 'cs_1' } } as const;

  test('begins with a checkout', () => {
    given().when({ type: 'StartCheckout', sessionId: 'cs_1' }).thenRecorded(started);
  });

  test('has one checkout open at a time', () => {
    given(started).when({ type: 'StartCheckout', sessionId: 'cs_2' }).thenNothing();
    given(started, { type: 'CheckoutExpired', data: { sessionId: 'cs_1' } })
      .when({ type: 'StartCheckout', sessionId: 'cs_2' })
      .thenRecorded({ type: 'CheckoutStarted', data: { sessionId: 'cs_2' } });
  });

  test('is confirmed once, whatever arrives again', () => {
    given(started).when({ type: 'ConfirmPayment', sessionId: 'cs_1' }).thenRecorded(paid);
    given(started, paid).when({ type: 'ConfirmPayment', sessionId: 'cs_1' }).thenNothing();
    given(started, paid).when({ type: 'ExpireCheckout', sessionId: 'cs_1' }).thenNothing();
    given(started, paid).when({ type: 'StartCheckout', sessionId: 'cs_2' }).thenRefused('already_paid');
  });

  test('expires with its own session only', () => {
    given(started)
      .when({ type: 'ExpireCheckout', sessionId: 'cs_1' })
      .thenRecorded({ type: 'CheckoutExpired', data: { sessionId: 'cs_1' } });
    given(started).when({ type: 'ExpireCheckout', sessionId: 'cs_0' }).thenNothing();
  });
});
