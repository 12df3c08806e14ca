import { RoundRobinQueue } from '../../concurrency/round-robin-queue.ts';

/** In one turn of the event loop requests begin until they have used this time. */
const TURN_MILLISECONDS = 50;

/**
 * Decides when requests begin. Hundreds that arrive together would otherwise be processed in one turn of the event loop:
 * on SQLite, most do their whole work as soon as they begin. Those that do not fit into a turn begin in later ones, and
 * clients take turns, so that the requests of one client delay those of the others little.
 */
export class Turns {
  readonly #waiting = new RoundRobinQueue<() => void>();
  #turn = 0;
  #startedAt: number | undefined;
  #lastConnection = -1; // the turn in which one was accepted
  #acceptUntil = 0;

  /** Whether a request that has just arrived may begin at once. */
  get isFree(): boolean {
    return this.#waiting.size === 0 && !this.#isOver();
  }

  /** Calls `begin` in a later turn. */
  wait(client: string, begin: () => void): void {
    this.#waiting.add(client, begin);
    setImmediate(this.#beginNext); // one for each request, because the work of one is done before the next callback runs
  }

  /** Notes that a connection was accepted: more may wait to be accepted. */
  connected(): void {
    this.#lastConnection = this.#turn;
  }

  readonly #beginNext = (): void => {
    if (this.#isOver()) setImmediate(this.#beginNext);
    else this.#waiting.takeNext()?.();
  };

  #isOver(): boolean {
    const now = performance.now();
    if (this.#startedAt === undefined) {
      this.#startedAt = now;
      setImmediate(this.#end);
    }
    return now - this.#startedAt > TURN_MILLISECONDS || this.#isAccepting(now);
  }

  /**
   * The event loop accepts one connection per turn. After a long turn many may wait: they are accepted, for as long as
   * that turn took, before further requests begin.
   */
  #isAccepting(now: number): boolean {
    return now < this.#acceptUntil && this.#lastConnection >= this.#turn - 1;
  }

  readonly #end = (): void => {
    const now = performance.now();
    const used = now - (this.#startedAt ?? now);
    if (used > TURN_MILLISECONDS) this.#acceptUntil = now + used;
    this.#startedAt = undefined;
    this.#turn += 1;
  };
}
