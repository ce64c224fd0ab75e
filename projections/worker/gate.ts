/** A gate: `passed` waits while it is closed. */
export class Gate {
  #closed: PromiseWithResolvers<void> | null = null;

  close(): void {
    this.#closed ??= Promise.withResolvers();
  }

  open(): void {
    this.#closed?.resolve();
    this.#closed = null;
  }

  async passed(): Promise<void> {
    await this.#closed?.promise;
  }
}
