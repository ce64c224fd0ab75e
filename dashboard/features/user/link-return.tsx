import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { takeProviderVisit } from '../../browser-state/provider-visit.ts';
import { problemTitle } from '../../shared/proof/problem-title.ts';
import { showErrorToast, showSuccessToast } from '../../ui/toast.ts';

/** Says how it went when this tab comes back from the identity provider, which it was to link. */
export function LinkReturn() {
  const [parameters, setParameters] = useSearchParams();
  const code = parameters.get('problem');
  useEffect(() => {
    const isBack = takeProviderVisit('link');
    if (isBack && code === null) showSuccessToast('Single sign-on linked');
    if (code === null) return;
    showErrorToast('Unable to link it', { description: problemTitle(code, '') });
    setParameters({}, { replace: true });
  }, [code, setParameters]);
  return null;
}
