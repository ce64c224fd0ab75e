const SUCCESS_DURATION_MS = 3000;
const FAILURE_DURATION_MS = 6000;
/** A toast whose button undoes something stays longer, so that there is time to decide. */
const UNDO_DURATION_MS = 10_000;

type Action = { label: string; onClick: () => void };
type ErrorToastOptions = { description?: string; action?: Action };

const mounted = Promise.withResolvers<void>();

/** Called when the toaster is mounted. Toasts requested earlier are shown then. */
export const toasterMounted = mounted.resolve;

/** Sonner is a separate chunk, so that the first screen does not load it. */
const loadSonner = () => mounted.promise.then(() => import('sonner')).then(({ toast }) => toast);

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
 * Returns its id.
 */
export function showSuccessToast(text: string, id = nextId(), action?: Action): string {
  const duration = action ? UNDO_DURATION_MS : SUCCESS_DURATION_MS;
  void loadSonner().then((toast) => toast.success(text, { id, duration, ...(action && { action }) }));
  return id;
}

/** Shows a neutral toast. */
export function showInfoToast(text: string, id = nextId()): void {
  void loadSonner().then((toast) => toast(text, { id, duration: SUCCESS_DURATION_MS }));
}

/** Shows an error toast, in place of the toast with this id if one is given. */
export function showErrorToast(
  text: string,
  { id = nextId(), ...more }: ErrorToastOptions & { id?: string } = {},
): void {
  void loadSonner().then((toast) => toast.error(text, { id, duration: FAILURE_DURATION_MS, ...more }));
}

/** Dismisses a toast. */
export function dismissToast(id: string): void {
  void loadSonner().then((toast) => toast.dismiss(id));
}
