import { type Html, html } from '../../html.ts';

/** A page: what the tab says, what stands on it, and the status it is answered with (200). */
export type View = { readonly title: string; readonly content: Html; readonly status?: number };

/** A whole page. `path` is where it stands, for the ways at its top. */
export function layout({ title, content }: View, path: string): string {
  const way = (href: string, label: string) =>
    path === href
      ? html`<li><a href="${href}" aria-current="page">${label}</a></li>`
      : html`<li><a href="${href}">${label}</a></li>`;
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${title} - Event store</title>
  <link rel="stylesheet" href="/browser.css">
</head>
<body>
  <a class="skip" href="#content">Skip to the content</a>
  <header>
    <nav aria-label="Event store"><ul class="ways">${[way('/', 'Streams'), way('/streams/$all', '$all')]}</ul></nav>
    <form action="/streams/" method="get" role="search">
      <label for="name">Stream</label>
      <input id="name" name="name" type="text" required autocomplete="off" spellcheck="false" autocapitalize="off">
      <button type="submit">Open</button>
    </form>
  </header>
  <main id="content" tabindex="-1">${content}</main>
</body>
</html>
`.text;
}

/** A page that says one thing. */
export const notice = (title: string, words: string, status: number): View => ({
  title,
  status,
  content: html`<h1>${title}</h1><p>${words}</p>`,
});
