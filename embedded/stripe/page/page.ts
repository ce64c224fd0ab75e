import { type Html, html } from '../../html.ts';

/** A whole page with a heading's content in it; `title` is what the browser's tab says. */
export function page(title: string, content: Html): string {
  const whole = html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${title} - Checkout</title>
  <link rel="stylesheet" href="/checkout.css">
</head>
<body>
  <header><p class="mark">Checkout <span>test mode</span></p></header>
  <main>${content}</main>
</body>
</html>
`;
  return whole.text;
}

/** A page that says one thing, and where to go from there. */
export function notice(heading: string, text: string, way: { href: string; label: string } | null): string {
  return page(
    heading,
    html`<h1>${heading}</h1><p>${text}</p>${way && html`<p><a href="${way.href}">${way.label}</a></p>`}`,
  );
}

/** An amount in the currency's smallest unit as people write it: 999 usd is $9.99. */
export function money(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
