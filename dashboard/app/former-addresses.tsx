import { Navigate, useLocation } from 'react-router-dom';

/** Addresses that screens had below other ones. They lead to the screen of their last part. */
export const FORMER_PATHS = ['account/categories', 'account/rules', 'transactions/import'] as const;

/** Leads from a former address to the present one, with all that follows it. */
export function FormerAddress() {
  const { pathname, search, hash, state } = useLocation();
  return <Navigate replace to={{ pathname: pathname.replace(/^\/[^/]+/, ''), search, hash }} state={state} />;
}
