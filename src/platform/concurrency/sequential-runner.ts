/** Runs jobs with the same key one after the other, in this process. Jobs with different keys run at the same time. */
export class SequentialRunner {
  readonly #lastJobs = new Map<string, Promise<unknown>>();

  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const result = (this.#lastJobs.get(key) ?? Promise.resolve()).then(work);
    const settledResult = result
      .catch(() => {}) // the caller of `run` handles the error; the next job runs in any case
      .then(() => {
        if (this.#lastJobs.get(key) === settledResult) this.#lastJobs.delete(key);
      });
    this.#lastJobs.set(key, settledResult);
    return result;
  }
}
