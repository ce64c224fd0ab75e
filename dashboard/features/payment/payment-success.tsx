import { Link } from 'react-router-dom';
import { problemMessage } from '../../server/problem.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { SpinnerIcon } from '../../ui/icons.tsx';
import { PageHeader, PageSection, useTitle } from '../../ui/page.tsx';
import { type PaymentConfirmation, usePaymentConfirmation } from './use-confirmed-payment.ts';

/** Return page of the checkout. Shows the state of the payment. */
export function PaymentSuccess() {
  const payment = usePaymentConfirmation();
  const paid = payment.state === 'paid';
  useTitle(paid ? 'Payment success' : 'Payment');
  return (
    <>
      <PageHeader heading={HEADINGS[payment.state]} />
      <PageSection kind="plain">
        <p role="status" className="flex min-h-12 max-w-152 items-start gap-3 text-[1.125rem] [&>svg]:mt-[0.4rem]">
          {payment.state === 'confirming' && <SpinnerIcon />}
          {textOf(payment)}
        </p>
        <div className="mt-5 flex flex-wrap gap-3 max-xs:grid">
          {payment.state === 'unconfirmed' && (
            <Button kind="primary" onClick={payment.retry}>
              Try again
            </Button>
          )}
          <Link className={buttonClass(paid ? 'primary' : 'secondary')} to="/">
            Continue to Dashboard
          </Link>
          <Link className={buttonClass()} to="/statistics">
            Continue to Statistics
          </Link>
        </div>
      </PageSection>
    </>
  );
}

const HEADINGS = {
  paid: 'Your payment was successful',
  confirming: 'Your payment is being confirmed',
  unconfirmed: 'Your payment is not confirmed yet',
  none: 'There is no payment to confirm',
} as const satisfies Record<PaymentConfirmation['state'], string>;

function textOf(payment: PaymentConfirmation): string {
  switch (payment.state) {
    case 'paid':
      return 'You are a premium member now!';
    case 'confirming':
      return 'This takes a few seconds. You can go on meanwhile: Premium begins as soon as the payment arrives.';
    case 'none':
      return 'Nothing was begun, or what was begun is over. Nothing has been paid.';
    case 'unconfirmed':
      return payment.problem
        ? `${problemMessage(payment.problem)}. A payment that was made is not lost.`
        : 'It has not arrived so far. A payment that was made is not lost: Premium begins as soon as it arrives.';
  }
}
