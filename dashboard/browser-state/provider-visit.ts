/** Key of session storage: that this tab went to the identity provider, and for a login or a link (product 10.1). */
const PROVIDER_VISIT = 'providerVisit';

/** The purpose of a way to the identity provider. */
export type ProviderVisit = 'login' | 'link';

/** Notes that this tab goes to the identity provider. */
export function noteProviderVisit(purpose: ProviderVisit): void {
  try {
    sessionStorage.setItem(PROVIDER_VISIT, purpose);
  } catch {
    // Without session storage the person logs in by a further press.
  }
}

/** Whether this tab went to the identity provider, and that was not taken yet. */
export function isOnProviderVisit(purpose: ProviderVisit): boolean {
  try {
    return sessionStorage.getItem(PROVIDER_VISIT) === purpose;
  } catch {
    return false;
  }
}

/** Whether this tab comes back from the identity provider, once. */
export function takeProviderVisit(purpose: ProviderVisit): boolean {
  const isBack = isOnProviderVisit(purpose);
  if (isBack) sessionStorage.removeItem(PROVIDER_VISIT);
  return isBack;
}
