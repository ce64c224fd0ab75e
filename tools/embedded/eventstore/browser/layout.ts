import { type Html, html } from '../../html.ts';

/** A page: its title, its content, and its HTTP status (200 without one). */
export type View = { readonly title: string; readonly content: Html; readonly status?: number };

/** The HTML of a whole page. `path` is its own path, which marks the current link of the navigation. */
export function layout({ title, content }: View, path: string): string {
  const navLink = (href: string, label: string) =>
    path === href
      ? html`<li><a href="${href}" aria-current="page">${label}</a></li>`
      : html`<li><a href="${href}">${label}</a></li>`;
  const links = [navLink('/', 'Streams'), navLink('/streams/$all', '$all')];
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
    <nav aria-label="Event store"><ul class="nav-links">${links}</ul></nav>
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

/** A page with a heading and one paragraph. */
export const notice = (title: string, text: string, status: number): View => ({
  title,
  status,
  content: html`<h1>${title}</h1><p>${text}</p>`,
});
