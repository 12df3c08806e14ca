import { getIpSite } from '../../concurrency/ip-site.ts';
import { RoundRobinQueue } from '../../concurrency/round-robin-queue.ts';
import { TimeShares } from '../../concurrency/time-shares.ts';
import { computeMaxWaitMs } from '../../concurrency/wait-limit.ts';

/**
 * How long requests may work in one turn of the event loop before further requests have to wait for a later turn. A request on
 * PostgreSQL waits for one turn after each of its statements, so a turn has to be short.
 */
const TURN_MS = 10;
/** How long a request may wait for its turn while the service is not overloaded. */
const MAX_WAIT_MS = 5000;

/**
 * Decides when requests begin. Hundreds of requests that arrive together would otherwise be processed in one turn of the
 * event loop, because on SQLite most requests do their whole work as soon as they begin. Requests that do not fit into a turn
 * begin in later turns. The network sites of clients (`getIpSite`) take turns and have equal shares of the time, so that the
 * requests of one site hardly delay the requests of other sites.
 */
export class RequestTurns {
  readonly #waitingRequests = new RoundRobinQueue<(areOtherSitesWaiting: boolean) => void>();
  readonly #shares = new TimeShares();
  readonly #maxWaitMs: number;
  /**
   * The network site of the request that began last, and the CPU time of this thread at that moment. Undefined if no other site
   * was waiting.
   */
  #runningRequest: { readonly site: string; readonly startedAtMs: number } | undefined;
  #turnNumber = 0;
  #turnStartedAtMs: number | undefined;
  #lastConnectionTurn = -1; // the number of the turn in which the last connection was accepted
  #acceptUntilMs = 0; // until when connections are accepted before further requests begin

  constructor(maxWaitMs = MAX_WAIT_MS) {
    this.#maxWaitMs = maxWaitMs;
  }

  /** Whether a request that has just arrived may begin immediately. */
  get canBeginNow(): boolean {
    return this.#waitingRequests.size === 0 && !this.#isTurnOver();
  }

  /**
   * Calls `begin` in a later callback, in this turn of the event loop or a later one. `hasWaitedTooLong` means that the service is
   * overloaded and should reject the request.
   */
  enqueue(client: string, begin: (hasWaitedTooLong: boolean) => void): void {
    const latestStartMs =
      performance.now() + computeMaxWaitMs(this.#maxWaitMs, this.#waitingRequests.getWaitingSince(client));
    this.#waitingRequests.add(client, (areOtherSitesWaiting) => {
      if (areOtherSitesWaiting) this.#runningRequest = { site: getIpSite(client), startedAtMs: getCpuMs() };
      begin(performance.now() > latestStartMs);
    });
    setImmediate(this.#beginNext); // each request begins in a separate callback, so that its work is done before the next request begins
  }

  /** Records that a connection was accepted, because more connections may be waiting. */
  recordConnection(): void {
    this.#lastConnectionTurn = this.#turnNumber;
  }

  readonly #beginNext = (): void => {
    this.#chargeRunning();
    if (this.#isTurnOver()) return void setImmediate(this.#beginNext);
    // The CPU time is read only if other sites wait, because reading it takes several microseconds.
    const areOtherSitesWaiting = this.#waitingRequests.siteCount > 1;
    this.#takeNext()?.(areOtherSitesWaiting);
  };

  /** Charges the network site of the latest request for its work. On SQLite, most of that work is over before the next callback runs. */
  #chargeRunning(): void {
    if (this.#runningRequest)
      this.#shares.charge(this.#runningRequest.site, getCpuMs() - this.#runningRequest.startedAtMs);
    this.#runningRequest = undefined;
  }

  /** Takes the next request of a site that has time left. Starts further rounds until there is such a site. */
  #takeNext(): ((areOtherSitesWaiting: boolean) => void) | undefined {
    if (this.#waitingRequests.size <= 1) this.#shares.reset(); // no other site waits, so nothing has to be divided
    for (;;) {
      const begin = this.#waitingRequests.takeNext(this.#shares.hasTime);
      if (begin || this.#waitingRequests.size === 0) return begin;
      this.#shares.startRound();
    }
  }

  #isTurnOver(): boolean {
    const now = performance.now();
    if (this.#turnStartedAtMs === undefined) {
      this.#turnStartedAtMs = now;
      setImmediate(this.#endTurn);
    }
    return now - this.#turnStartedAtMs > TURN_MS || this.#isAccepting(now);
  }

  /**
   * Whether waiting connections are being accepted before further requests begin. The event loop accepts one connection per
   * turn, so many connections may be waiting after a long turn. They are accepted first for as long as that turn took.
   */
  #isAccepting(now: number): boolean {
    return now < this.#acceptUntilMs && this.#lastConnectionTurn >= this.#turnNumber - 1;
  }

  readonly #endTurn = (): void => {
    const now = performance.now();
    this.#chargeRunning();
    const usedMs = now - (this.#turnStartedAtMs ?? now);
    if (usedMs > TURN_MS) this.#acceptUntilMs = now + usedMs;
    this.#turnStartedAtMs = undefined;
    this.#turnNumber += 1;
  };
}

/** The CPU time of this thread in milliseconds. Unlike real time, it does not include the work of other processes. */
function getCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
