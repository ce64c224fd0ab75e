/** Long enough for a browser to have begun with the file. */
const HELD_MS = 60_000;

/** Lets the browser save a CSV text as a file of this name. */
export function saveCsv(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), HELD_MS);
}
