/** The browser needs the object URL until it has opened the file. */
const OBJECT_URL_LIFETIME_MS = 60_000;

/** Starts a browser download of a file under a name. */
export function saveFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), OBJECT_URL_LIFETIME_MS);
}
