import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { PROBLEMS } from '#contract/problems.ts';
import { takeProviderVisit } from '../../browser-state/provider-visit.ts';
import { showErrorToast, showSuccessToast } from '../../ui/toast.ts';

/** Says how it went when this tab comes back from the identity provider, which it was to link. */
export function LinkReturn() {
  const [parameters, setParameters] = useSearchParams();
  const code = parameters.get('problem');
  useEffect(() => {
    const isBack = takeProviderVisit('link');
    if (isBack && code === null) showSuccessToast('Single sign-on linked');
    if (code === null) return;
    const isKnown = Object.hasOwn(PROBLEMS, code);
    showErrorToast('Unable to link it', isKnown ? { description: PROBLEMS[code as keyof typeof PROBLEMS].title } : {});
    setParameters({}, { replace: true });
  }, [code, setParameters]);
  return null;
}
