const SUCCESS_MS = 3000;
const FAILURE_MS = 6000;

type More = { description?: string; action?: { label: string; onClick: () => void } };

const shown = Promise.withResolvers<void>();

/** Says that toasts can appear; what was to be said before is said then. */
export const toasterMounted = shown.resolve;

/** The first screen doesn't wait for toasts. */
const loaded = () => shown.promise.then(() => import('sonner')).then(({ toast }) => toast);

let count = 0;
const nextId = () => `toast-${++count}`;

/** Says that something is under way, until `said`, `failed` or `hush` gets the id it gives. */
export function showLoadingToast(text: string): string {
  const id = nextId();
  void loaded().then((toast) => toast.loading(text, { id }));
  return id;
}

/** Says that something is done, in the place of what was under way. */
export function showSuccessToast(text: string, id = nextId()): void {
  void loaded().then((toast) => toast.success(text, { id, duration: SUCCESS_MS }));
}

/** Says something that is neither a success nor a failure. */
export function showInfoToast(text: string, id = nextId()): void {
  void loaded().then((toast) => toast(text, { id, duration: SUCCESS_MS }));
}

/** Says that something failed, in the place of what was under way. */
export function showErrorToast(text: string, { id = nextId(), ...more }: More & { id?: string } = {}): void {
  void loaded().then((toast) => toast.error(text, { id, duration: FAILURE_MS, ...more }));
}

/** Takes back what was under way, when the screen itself says what came of it. */
export function dismissToast(id: string): void {
  void loaded().then((toast) => toast.dismiss(id));
}
