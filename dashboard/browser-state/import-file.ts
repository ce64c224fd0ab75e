import { create } from 'zustand';

const useFileStore = create<{ file: File; userId: string } | { file: null }>(() => ({ file: null }));

/** Keeps the file that a user wants to import, in the memory of this tab, until another is chosen. */
export function chooseImportFile(file: File, userId: string): void {
  useFileStore.setState({ file, userId });
}

/** Returns the file that this user wants to import, or null. */
export function useImportFile(userId: string): File | null {
  return useFileStore((chosen) => (chosen.file !== null && chosen.userId === userId ? chosen.file : null));
}

/** Forgets the file. */
export function forgetImportFile(): void {
  useFileStore.setState({ file: null });
}
