import { useEffect, useState } from 'react';
import type { CallData } from '#contract/calls.ts';
import { call } from '../../server/client.ts';

type WaysIn = CallData<'getWaysIn'>;

/** The ways in before the server has said which there are. */
const USUAL: WaysIn = { password: true, passkey: false, oidc: false };

/** The ways by which somebody can log in here; until they are known, the usual ones. */
export function useWaysIn(): WaysIn {
  const [ways, setWays] = useState(USUAL);
  useEffect(() => {
    void call('getWaysIn').then((outcome) => outcome.ok && setWays(outcome.data));
  }, []);
  return ways;
}
