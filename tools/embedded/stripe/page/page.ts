import { type Html, html } from '../../html.ts';

/** The HTML of a whole page with this title and content. */
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

/** A page with a heading, one paragraph and a link. */
export function pageNotice(heading: string, text: string, link: { href: string; label: string } | null): string {
  return page(
    heading,
    html`<h1>${heading}</h1><p>${text}</p>${link && html`<p><a href="${link.href}">${link.label}</a></p>`}`,
  );
}

/** Formats an amount in the currency's smallest unit: 999 usd is $9.99. */
export function money(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
