import { Link } from 'react-router-dom';
import { problemMessage } from '../api-client/problem.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { RingIcon } from '../ui/icons.tsx';
import { PageHead, PageSection, useTitle } from '../ui/page.tsx';
import { type Payment, useConfirmedPayment } from './use-confirmed-payment.ts';

/** Where one arrives after paying. It says what is known of the payment, and no more. */
export function PaymentSuccess() {
  const payment = useConfirmedPayment();
  const made = payment.state === 'made';
  useTitle(made ? 'Payment success' : 'Payment');
  return (
    <>
      <PageHead heading={HEADINGS[payment.state]} />
      <PageSection className="leaf-plain">
        <p role="status" className="payment-words">
          {payment.state === 'asking' && <RingIcon />}
          {wordsOf(payment)}
        </p>
        <div className="payment-ways">
          {payment.state === 'open' && (
            <Button kind="primary" onClick={payment.askAgain}>
              Try again
            </Button>
          )}
          <Link className={buttonClass(made ? 'primary' : 'secondary')} to="/">
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
  made: 'Your payment was successful',
  asking: 'Your payment is being confirmed',
  open: 'Your payment is not confirmed yet',
  none: 'There is no payment to confirm',
} as const satisfies Record<Payment['state'], string>;

function wordsOf(payment: Payment): string {
  switch (payment.state) {
    case 'made':
      return 'You are a premium member now!';
    case 'asking':
      return 'This takes a few seconds. You can go on meanwhile: Premium begins as soon as the payment arrives.';
    case 'none':
      return 'Nothing was begun, or what was begun is over. Nothing has been paid.';
    case 'open':
      return payment.problem
        ? `${problemMessage(payment.problem)}. A payment that was made is not lost.`
        : 'It has not arrived so far. A payment that was made is not lost: Premium begins as soon as it arrives.';
  }
}
