/** A form as a page sends it: text fields, and a file in one more field. `name` is the file's name. */
export function formOf(fields: Record<string, string>, field?: string, bytes?: Buffer, name = 'photo.jpg'): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.set(key, value);
  if (field && bytes) form.set(field, new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' }));
  return form;
}
