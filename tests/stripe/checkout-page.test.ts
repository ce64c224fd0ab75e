import { afterAll, beforeAll, expect, test } from 'vitest';
import { newCheckout } from './checkouts.ts';
import { DECLINED_CARD, GOOD_CARD, open, payWith } from './person.ts';
import { openTill, type Till } from './till.ts';

let till: Till;
beforeAll(async () => {
  till = await openTill();
});
afterAll(() => till.close());

const named = (name: string) => ({
  line_items: [{ quantity: 1, price_data: { currency: 'usd', unit_amount: 999, product_data: { name } } }],
});
const status = async (id: string) => (await till.stripe.checkout.sessions.retrieve(id)).status;

test('the page has the items and the amount, a label for every field and a link back', async () => {
  const { url } = await newCheckout(till.stripe);
  const page = await open(url);
  expect(page.status).toBe(200);
  expect(page.text).toContain('Daybook Premium');
  expect(page.text).toContain('$9.99');
  expect(page.text).toContain('href="http://daybook.test/"');
  for (const field of ['number', 'expiry', 'cvc']) expect(page.text).toContain(`<label for="${field}">`);
});

test('the page runs no script and loads nothing from elsewhere, and its form may redirect to the success_url', async () => {
  const page = await open((await newCheckout(till.stripe)).url);
  expect(page.headers.get('Content-Security-Policy')).toBe(
    "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self' http://daybook.test",
  );
  expect(page.text).not.toMatch(/<script|<style| style=| on[a-z]+=/);
});

test('the name of an item is escaped', async () => {
  const page = await open((await newCheckout(till.stripe, named('<script>alert("1")</script> & more'))).url);
  expect(page.text).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; more');
});

test('a valid card pays and redirects to the success_url', async () => {
  const success_url = 'http://daybook.test/payment-success?session={CHECKOUT_SESSION_ID}';
  const { id, url } = await newCheckout(till.stripe, { success_url });
  const page = await payWith(url, GOOD_CARD);
  expect([page.status, page.location]).toEqual([303, `http://daybook.test/payment-success?session=${id}`]);
  expect(await till.stripe.checkout.sessions.retrieve(id)).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    url: null,
  });
});

test('a declined card is refused, and another one still pays', async () => {
  const { id, url } = await newCheckout(till.stripe);
  const declined = await payWith(url, DECLINED_CARD);
  expect(declined.status).toBe(402);
  expect(declined.text).toMatch(/role="alert">Your card was declined/);
  expect(declined.text).not.toContain('4000 0000 0000 0002"');
  expect(await status(id)).toBe('open');
  expect((await payWith(url, GOOD_CARD)).status).toBe(303);
});

test.each([
  ['no number', { number: '' }, 'number', 'Your card number is incomplete.'],
  ['a real card', { number: '5555 5555 5555 4444' }, 'number', 'Only the test cards below can be used here.'],
  ['a past month', { expiry: '01/20' }, 'expiry', 'Your card&#39;s expiration date is in the past.'],
  ['a thirteenth month', { expiry: '13/40' }, 'expiry', 'Your card&#39;s expiration date is incomplete.'],
  ['no code', { cvc: '' }, 'cvc', 'Your card&#39;s security code is incomplete.'],
])('%s is reported at its field', async (_, change, field, message) => {
  const { id, url } = await newCheckout(till.stripe);
  const page = await payWith(url, { ...GOOD_CARD, ...change });
  expect(page.status).toBe(402);
  expect(page.text).toContain(`<p class="problem" id="${field}-problem">${message}</p>`);
  expect(page.text).toMatch(new RegExp(`id="${field}"[^>]*aria-invalid="true" aria-describedby="${field}-problem"`));
  expect(page.text.includes('value="4242 4242 4242 4242"')).toBe(field !== 'number');
  expect(await status(id)).toBe('open');
});

test('submitted twenty times concurrently, it is paid once', async () => {
  const { id, url } = await newCheckout(till.stripe);
  const pages = await Promise.all(Array.from({ length: 20 }, () => payWith(url, GOOD_CARD)));
  // Submissions after the payment get a page that says so.
  expect(pages.every((page) => page.status === 303 || page.text.includes('This is paid'))).toBe(true);
  const { event } = await till.letter('checkout.session.completed', id);
  const others = till.letters.filter((one) => one.event.id !== event.id && one.body.includes(id));
  expect(others).toEqual([]);
});

test('an expired session can not be paid', async () => {
  const { id, url } = await newCheckout(till.stripe);
  await till.stripe.checkout.sessions.expire(id);
  expect((await open(url)).text).toContain('This checkout has expired');
  const page = await payWith(url, GOOD_CARD);
  expect(page.text).toContain('This checkout has expired');
  expect(await status(id)).toBe('expired');
  expect((await open(`${url}x`)).status).toBe(404);
});
