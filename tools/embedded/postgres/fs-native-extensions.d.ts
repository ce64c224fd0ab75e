declare module 'fs-native-extensions' {
  /**
   * Locks a whole file, for its open file description, without waiting. Gives false where another one holds the lock.
   */
  export function tryLock(descriptor: number, options?: { shared?: boolean }): boolean;
}
