import { create } from 'zustand';
import { type CallOutcome, isProblem } from '../../server/problem.ts';

type Asked = { answer: (isProved: boolean) => void };

const useAsked = create<{ asked: Asked | null }>(() => ({ asked: null }));

/** The open question for a proof, or null. */
export const useAskedProof = (): Asked | null => useAsked(({ asked }) => asked);

/** Asks for the password or a passkey in a dialog. Resolves to whether it was right, or false if the dialog is left. */
function askForProof(): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (isProved: boolean) => {
      useAsked.setState({ asked: null });
      resolve(isProved);
    };
    useAsked.setState({ asked: { answer } });
  });
}

/** The proof was asked for, and the dialog was left: nothing has to be said. */
export const isLeftUnproved = (outcome: CallOutcome<unknown>): boolean =>
  !outcome.ok && isProblem(outcome.problem, 'proof_required');

/** Makes a call; where it needs a fresh proof it asks for one, and makes the call again. */
export async function withProof<Data>(act: () => Promise<CallOutcome<Data>>): Promise<CallOutcome<Data>> {
  const outcome = await act();
  return isLeftUnproved(outcome) && (await askForProof()) ? act() : outcome;
}
