import { DAY } from '../../core/time/instant.ts';
import { countAgainstLimit } from '../../features/access/index.ts';
import type { Context } from '../../platform/context.ts';
import { RELEASE_JOB, saveJobRun } from '../../platform/observability/operations-store.ts';
import { VERSION } from '../version.ts';

// RELEASE_FEED_URL: the Atom feed of the releases of a repository, as GitHub and Forgejo have it.

const TIMEOUT_MS = 10_000;
const MAX_CHARACTERS = 1024 ** 2;
const FEED_LIMIT = { name: 'release feed', maxCount: 1, windowSeconds: DAY };

/** The link of an entry to the page of a release. Names of other tags, such as previews, do not match. */
const RELEASE_LINK = /<link\b[^>]*\shref="(https:\/\/[^"\s]+\/releases\/tag\/v(\d+\.\d+\.\d+))"/g;

export interface Release {
  readonly version: string;
  /** Its page. */
  readonly url: string;
}

/** Reads the feed once a day, and stores the newest release. */
export async function findRelease(ctx: Context): Promise<void> {
  const { releaseFeedUrl } = ctx.settings;
  if (releaseFeedUrl === null) return;
  const { isWithinLimit } = await ctx.write((ctx) => countAgainstLimit(ctx, FEED_LIMIT, releaseFeedUrl));
  if (!isWithinLimit) return;
  try {
    const release = parseFeed(await readFeed(releaseFeedUrl));
    await ctx.write((ctx) => saveJobRun(ctx, RELEASE_JOB, { result: release ? JSON.stringify(release) : null }));
  } catch (err) {
    ctx.log.warn({ err }, 'the release feed (RELEASE_FEED_URL) cannot be read; it will be tried again in a day');
  }
}

/** The newest release, from the result of the job, if it is newer than the one that runs. */
export function parseNewerRelease(result: string | null | undefined, current = VERSION): Release | undefined {
  const release: Release | undefined = result ? JSON.parse(result) : undefined;
  return release && compareVersions(release.version, current.split(' ')[0] ?? '') > 0 ? release : undefined;
}

async function readFeed(url: string): Promise<string> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok || !response.body) throw new Error(`The response is ${response.status}.`);
  let text = '';
  for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (text.length > MAX_CHARACTERS) throw new Error('The feed is larger than 1 MB.');
  }
  return text;
}

/** Not always the first one: a correction of an older release may come later. */
function parseFeed(text: string): Release | undefined {
  const releases = [...text.matchAll(RELEASE_LINK)].map(([, url = '', version = '']) => ({ version, url }));
  return releases.sort((a, b) => compareVersions(b.version, a.version))[0];
}

function compareVersions(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}
