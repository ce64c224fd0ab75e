import { type Html, html } from '../../html.ts';
import type { StripeSession } from '../checkout/session.ts';
import { type CardProblem, DECLINED, digitsOf, PAYS, type StripeCardForm } from './card.ts';
import { money, page } from './page.ts';

/**
 * The page that takes the payment of an open session, with the problem of the last attempt. Of the card number, only
 * the paying test card's is filled in again.
 */
export function checkoutPage(session: StripeSession, form: StripeCardForm | null, problem: CardProblem | null): string {
  const wrong = problem?.kind === 'fields' ? problem.fields : {};
  const amount = money(session.amount, session.currency);
  const known = form && digitsOf(form.number) === PAYS ? grouped(PAYS) : '';
  return page(
    problem ? 'Not paid yet' : 'Pay',
    html`
      <h1><span class="quiet">Pay</span> ${amount}</h1>
      ${receipt(session)}
      ${problem && html`<p class="alert" role="alert">${alertText(problem)}</p>`}
      <form method="post" novalidate>
        ${field('number', 'Card number', 'cc-number', '1234 1234 1234 1234', known, wrong.number)}
        <div class="pair">
          ${field('expiry', 'Expires (MM / YY)', 'cc-exp', 'MM / YY', form?.expiry ?? '', wrong.expiry)}
          ${field('cvc', 'Code (CVC)', 'cc-csc', '123', '', wrong.cvc)}
        </div>
        <button type="submit">Pay ${amount}</button>
      </form>
      ${session.cancelUrl && html`<p><a href="${session.cancelUrl}">Go back without paying</a></p>`}
      <section aria-labelledby="test-cards">
        <h2 id="test-cards">Test cards</h2>
        <p>No money moves here. Any expiration date to come and any security code will do.</p>
        <dl>
          <dt><code>${grouped(PAYS)}</code></dt><dd>pays</dd>
          <dt><code>${grouped(DECLINED)}</code></dt><dd>is declined</dd>
        </dl>
      </section>`,
  );
}

function receipt({ lineItems, amount, currency }: StripeSession): Html {
  return html`
    <table>
      <caption>What you are paying for</caption>
      <tbody>${lineItems.map(
        ({ name, quantity, unitAmount }) =>
          html`<tr><th scope="row">${quantity > 1 ? `${quantity} × ${name}` : name}</th>
            <td>${money(quantity * unitAmount, currency)}</td></tr>`,
      )}</tbody>
      <tfoot><tr><th scope="row">Total</th><td>${money(amount, currency)}</td></tr></tfoot>
    </table>`;
}

function field(
  name: keyof StripeCardForm,
  label: string,
  autocomplete: string,
  placeholder: string,
  value: string,
  problem: string | undefined,
): Html {
  const described = problem && html` aria-invalid="true" aria-describedby="${name}-problem"`;
  return html`
    <div class="field">
      <label for="${name}">${label}</label>
      <input id="${name}" name="${name}" type="text" inputmode="numeric" autocomplete="${autocomplete}"
        placeholder="${placeholder}" value="${value}" required${described ?? null}>
      ${problem === undefined ? null : html`<p class="problem" id="${name}-problem">${problem}</p>`}
    </div>`;
}

function alertText(problem: CardProblem): string {
  return problem.kind === 'declined' ? problem.message : 'Something is not right yet. Nothing was paid.';
}

const grouped = (digits: string) => digits.replace(/\d{4}(?=\d)/g, '$& ');
