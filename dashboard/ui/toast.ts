const SUCCESS_DURATION_MS = 3000;
const FAILURE_DURATION_MS = 6000;

type ErrorToastOptions = { description?: string; action?: { label: string; onClick: () => void } };

const mounted = Promise.withResolvers<void>();

/** Called when the toaster is mounted. Toasts requested earlier are shown then. */
export const toasterMounted = mounted.resolve;

/** Sonner is a separate chunk, so that the first screen does not load it. */
const loadSonner = () => mounted.promise.then(() => import('sonner')).then(({ toast }) => toast);

let count = 0;
const nextId = () => `toast-${++count}`;

/** Shows a loading toast. Returns its id; passing the id to another function of this file replaces or dismisses it. */
export function showLoadingToast(text: string): string {
  const id = nextId();
  void loadSonner().then((toast) => toast.loading(text, { id }));
  return id;
}

/** Shows a success toast, in place of the toast with this id if one is given. */
export function showSuccessToast(text: string, id = nextId()): void {
  void loadSonner().then((toast) => toast.success(text, { id, duration: SUCCESS_DURATION_MS }));
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
