import { create } from 'zustand';

/** Why nothing can be changed while another moment than now is shown. */
export const WRITING_IS_OFF = 'You are looking at the books as they were; go back to today to change them.';

const useKnownStore = create<{ known: string | null }>(() => ({ known: null }));

/** Returns the moment as of which screens show the books, a revision or an ISO instant (product 5.10); null for now. */
export function useKnown(): string | null {
  return useKnownStore(({ known }) => known);
}

/** Returns the moment as of which screens show the books, outside of components. */
export function currentKnown(): string | null {
  return useKnownStore.getState().known;
}

/** Whether screens show the books as they were, so that nothing can be changed. */
export function useIsPast(): boolean {
  return useKnown() !== null;
}

/** Sets the moment as of which screens show the books. The address decides it: see as-known/known-in-address.ts. */
export function setKnown(known: string | null): void {
  useKnownStore.setState({ known });
}
