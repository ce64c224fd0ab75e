import type { ReactNode } from 'react';

const SUCCESS_DURATION_MS = 3000;
const FAILURE_DURATION_MS = 6000;
/** A toast whose button undoes something stays longer, so that there is time to decide. */
const UNDO_DURATION_MS = 10_000;

type Action = { label: string; onClick: () => void };
type ErrorToastOptions = { description?: string; action?: Action };

const mounted = Promise.withResolvers<void>();
const requested = Promise.withResolvers<void>();

/** Resolves when the first toast is to be shown, which mounts the toaster. */
export const toastRequested = requested.promise;

/** Called when the toaster is mounted. Toasts requested earlier are shown then. */
export const toasterMounted = mounted.resolve;

/** Sonner is a separate chunk, so that the first screen does not load it. */
function loadSonner() {
  requested.resolve();
  return mounted.promise.then(() => import('sonner')).then(({ toast }) => toast);
}

/** The last toast of each kind, by its id. A newer one replaces it. */
const lastOf = new Map<string, string>();

/** Dismisses the toast of the same kind: one whose text is the same but for amounts, and for what follows a colon. */
function replaceLast(text: string, id: string): void {
  const kind = text.replace(/:.*|\d[\d,.]*/g, '');
  const last = lastOf.get(kind);
  if (last !== undefined && last !== id) dismissToast(last);
  lastOf.set(kind, id);
}

let count = 0;
const nextId = () => `toast-${++count}`;

/**
 * Shows a loading toast, in place of the toast with this id if one is given. Returns its id; passing the id to another
 * function of this file replaces or dismisses it.
 */
export function showLoadingToast(text: string, id = nextId()): string {
  void loadSonner().then((toast) => toast.loading(text, { id }));
  return id;
}

/**
 * Shows a success toast, in place of the toast with this id if one is given. With a button it stays for ten seconds.
 * `more` stands below the text. Returns its id.
 */
export function showSuccessToast(text: string, id = nextId(), action?: Action, more?: ReactNode): string {
  const duration = action ? UNDO_DURATION_MS : SUCCESS_DURATION_MS;
  replaceLast(text, id);
  void loadSonner().then((toast) =>
    toast.success(text, { id, duration, description: more, ...(action && { action }) }),
  );
  return id;
}

/** Shows a neutral toast. */
export function showInfoToast(text: string, id = nextId()): void {
  replaceLast(text, id);
  void loadSonner().then((toast) => toast(text, { id, duration: SUCCESS_DURATION_MS }));
}

/** Shows an error toast, in place of the toast with this id if one is given. */
export function showErrorToast(
  text: string,
  { id = nextId(), ...more }: ErrorToastOptions & { id?: string } = {},
): void {
  replaceLast(text, id);
  void loadSonner().then((toast) => toast.error(text, { id, duration: FAILURE_DURATION_MS, ...more }));
}

/** Dismisses a toast. */
export function dismissToast(id: string): void {
  void loadSonner().then((toast) => toast.dismiss(id));
}
