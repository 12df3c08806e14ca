/** Runs jobs with the same key one after the other, in this process. Jobs with different keys run at the same time. */
export class SequentialRunner {
  readonly #last = new Map<string, Promise<unknown>>();

  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const result = (this.#last.get(key) ?? Promise.resolve()).then(work);
    const ended = result
      .catch(() => {}) // only its caller handles the error: the next job runs in any case
      .then(() => {
        if (this.#last.get(key) === ended) this.#last.delete(key);
      });
    this.#last.set(key, ended);
    return result;
  }
}
