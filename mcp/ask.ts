/** A request of a tool to the API, below `/api/v1`: parameters of a GET, a JSON body, or a file as a form. */
export type Asked = {
  method: 'GET' | 'POST';
  path: string;
  input?: Record<string, unknown>;
  file?: { field: string; name: string; content: string };
};

/** The answer of the API: its status, its headers by their lowercase names, and its body as a text. */
export type Answered = { status: number; headers: Readonly<Record<string, string | undefined>>; body: string };

/** Sends a request to the API with the agent's token. */
export type Ask = (asked: Asked) => Promise<Answered>;

/** The path with the parameters of a GET. */
export function pathWith({ method, path, input = {} }: Asked): string {
  const given = Object.entries(input).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return method === 'POST' || given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

/** The body of a POST, a form where there is a file. */
export function bodyOf({ method, input = {}, file }: Asked): FormData | string | undefined {
  if (method === 'GET') return undefined;
  if (!file) return JSON.stringify(input);
  const form = new FormData();
  form.set(file.field, new Blob([file.content]), file.name);
  return form;
}
