import { Type } from 'typebox';
import { ApiError } from '../../core/requests/api-error.ts';
import type { Client, Operator } from '../../core/requests/caller.ts';
import { addSeconds, type Instant } from '../../core/time/instant.ts';
import { CSRF_TOKEN_FIELD, OptionalField, TextField } from '../../panel/parts/forms/field.ts';
import type { Context } from '../../platform/context.ts';
import { redactDatabaseUrl } from '../../platform/database/index.ts';
import {
  countPausedRecipients,
  deleteEmail,
  listWaitingEmails,
  readOutboxStats,
  resendEmail,
} from '../../platform/email/outbox-store.ts';
import { getEmailKind } from '../../platform/email/rules.ts';
import { type Html, html } from '../../platform/html.ts';
import { definePageEndpoint } from '../../platform/http/endpoint.ts';
import { Redirect } from '../../platform/http/responses/responses.ts';
import { checkCsrfToken } from '../../platform/http/security/cross-site.ts';
import { MIN_FREE_DISK_BYTES, readDisk } from '../../platform/observability/disk.ts';
import {
  BACKUP_JOB,
  listDatabaseSizes,
  listJobRuns,
  RELEASE_JOB,
  readDatabaseSize,
} from '../../platform/observability/operations-store.ts';
import { listSecurityEvents } from '../../platform/observability/security-log-store.ts';
import type { JobRunRow } from '../../schema/tables.ts';
import { getBackupAge } from '../cli/backup/backup.ts';
import { formatCount } from '../cli/format-count.ts';
import { VERSION } from '../version.ts';
import { getActNotice, renderEvents, renderSearch } from './families.ts';
import { ActError, endReportedPlanet } from './family-acts.ts';
import {
  formatAt,
  OPERATOR_PATH,
  type RenderForm,
  renderFacts,
  renderPage,
  renderSection,
  renderTable,
} from './layout.ts';
import { parseNewerRelease } from './release-feed.ts';
import { listTraffic, type TrafficMinute } from './traffic.ts';

const MAX_EMAILS = 50;
const MAX_EVENTS = 50;
const SIZE_DAYS = 90;

/** What a form of this page has done, by the value of `done` in the address. */
const NOTICES: Readonly<Record<string, string>> = {
  resend: 'The email is sent now.',
  drop: 'The email is dropped.',
  'end-planet': 'The planet has ended.',
};

export const showOperator = definePageEndpoint({
  summary: 'Show how the service is',
  description:
    'Needs `OPERATOR_TOKEN` as the password of HTTP Basic authentication. Without that setting, the page does not exist.',
  query: { done: OptionalField },
  run: (ctx: Context, _operator: Operator, { client, query: { done = '' } }) =>
    renderOverview({ ctx, client }, NOTICES[done] ?? getActNotice(done)),
});

export const submitEmailAct = definePageEndpoint({
  summary: 'Send an email of the outbox now, or drop it',
  params: { id: Type.String() },
  body: { ...CSRF_TOKEN_FIELD, act: TextField },
  async run(ctx: Context, { name: operator }: Operator, { client, params: { id }, body: { form_token, act } }) {
    checkCsrfToken(ctx, client, form_token);
    const kind = act === 'drop' ? 'drop' : 'resend';
    ctx.logSecurity({ event: 'operator', kind: `email ${kind}`, operator });
    await ctx.write((ctx) => (kind === 'drop' ? deleteEmail(ctx, id) : resendEmail(ctx, id, ctx.now())));
    return new Redirect(`${OPERATOR_PATH}?done=${kind}#outbox`);
  },
});

export const submitPlanetEnd = definePageEndpoint({
  summary: 'End a family planet that was reported',
  body: { ...CSRF_TOKEN_FIELD, planet: TextField },
  errorCodes: ['NOT_FOUND'],
  async run(ctx: Context, operator: Operator, { client, body: { form_token, planet } }) {
    checkCsrfToken(ctx, client, form_token);
    try {
      await endReportedPlanet(ctx, operator.name, planet.trim());
      return new Redirect(`${OPERATOR_PATH}?done=end-planet`);
    } catch (error) {
      if (!(error instanceof ActError || error instanceof ApiError)) throw error;
      return renderOverview({ ctx, client }, undefined, error);
    }
  },
});

async function renderOverview(
  request: { readonly ctx: Context; readonly client: Client },
  notice: string | undefined,
  error?: ActError | ApiError,
) {
  const { ctx } = request;
  await ctx.flushSecurityLog();
  const [service, outbox, jobs, events] = await Promise.all([
    loadService(ctx),
    loadOutbox(ctx),
    listJobRuns(ctx),
    listSecurityEvents(ctx, { limit: MAX_EVENTS }),
  ]);
  return renderPage(
    request,
    { title: 'Operator', isOverview: true, notice, error },
    (renderForm) => html`${renderSearch()}
<div class="columns">
${renderSection('service', 'Service', renderService(ctx, service, jobs))}
${renderSection('traffic', 'Last hour', renderTraffic(listTraffic(ctx)))}
</div>
${renderSection('outbox', 'Emails', renderOutbox(ctx, outbox, renderForm))}
<div class="columns">
${renderSection('jobs', 'Scheduled jobs', renderJobs(jobs))}
${renderSection('packs', 'Content packs', renderPacks(ctx))}
</div>
${renderSection('events', 'Security log', renderEvents(events))}
${renderSection('planets', 'A reported planet', html`<div class="acts">${renderForm(`${OPERATOR_PATH}/planets`, 'End the planet', { text: { name: 'planet', label: 'Id of the family planet, from the report' }, isDangerous: true })}</div>`)}`,
  );
}

async function loadService(ctx: Context) {
  const today = ctx.now().slice(0, 10);
  const [kilobytes, sizes, disk] = await Promise.all([
    readDatabaseSize(ctx.database),
    listDatabaseSizes(ctx, today, SIZE_DAYS),
    readDisk(ctx.settings.dataDir),
  ]);
  return { kilobytes, sizes, disk };
}

function renderService(
  { settings, now }: Context,
  { kilobytes, sizes, disk }: Awaited<ReturnType<typeof loadService>>,
  jobs: readonly JobRunRow[],
): Html {
  const formatGrowth = (column: 'kilobytes' | 'free_disk_kilobytes', value: number) => {
    const oldest = sizes.find((size) => size[column] !== null);
    const difference = value - (oldest?.[column] ?? 0);
    return `${formatSize(value)}${oldest ? ` (${formatSize(difference, '+')} since ${oldest.day})` : ''}`;
  };
  const findRun = (name: string) => jobs.find(({ job }) => job === name);
  const release = settings.releaseFeedUrl === null ? undefined : parseNewerRelease(findRun(RELEASE_JOB)?.result);
  const backupRun = findRun(BACKUP_JOB);
  return html`${renderFacts([
    [
      'Version',
      release
        ? html`${VERSION} – <a href="${release.url}" rel="noreferrer">version ${release.version} is available</a>`
        : VERSION,
    ],
    ['Address', settings.baseUrl],
    [
      'Running since',
      `${formatAt(addSeconds(now(), -Math.round(process.uptime())))} UTC${settings.workers > 1 ? ', this worker' : ''}`,
    ],
    ['Node', process.versions.node],
    ['Database', redactDatabaseUrl(settings.databaseUrl)],
    ['Size of the database', formatGrowth('kilobytes', kilobytes)],
    [
      'Free on the disk of DATA_DIR',
      mark(disk.freeBytes < MIN_FREE_DISK_BYTES, formatGrowth('free_disk_kilobytes', disk.freeBytes / 1024)),
    ],
    ['Newest backup', backupRun ? renderBackup(backupRun, now()) : 'looked for a minute after the start'],
    ['Memory of this process', formatSize(process.memoryUsage.rss() / 1024)],
  ])}
${
  sizes.length > 1
    ? renderChart(
        'Size of the database, by day',
        sizes.map((size) => size.kilobytes),
      )
    : ''
}`;
}

function renderBackup({ result: beganAt, succeeded_at }: JobRunRow, now: Instant): Html {
  if (!beganAt) return mark(true, `none at ${formatAt(succeeded_at)} UTC: see BACKUP_DIR`);
  const { hours, isTooOld } = getBackupAge(beganAt, now);
  return mark(isTooOld, `${formatAt(beganAt)} UTC, ${formatCount(hours, 'hour')} ago`);
}

function renderTraffic(minutes: readonly TrafficMinute[]): Html {
  const latest = minutes.at(-1);
  if (!latest) return html`<p class="hint">The first figures come two minutes after the start.</p>`;
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const requests = sum(minutes.map((minute) => minute.requests));
  const errors = sum(minutes.map((minute) => minute.errors));
  return html`${renderFacts([
    ['Requests', `${requests} in ${minutes.length} min`],
    ['Server errors', mark(errors > 0, String(errors))],
    ['Half of the requests of the last minute within', formatDuration(latest.p50)],
    ['95 % of them within', formatDuration(latest.p95)],
  ])}
${renderChart(
  'Requests a minute',
  minutes.map((minute) => minute.requests),
)}
${renderChart(
  'Milliseconds within which 95 % of the requests end',
  minutes.map(({ p95 }) => p95 ?? 0),
)}`;
}

/** Renders values as bars, with the largest as text. */
function renderChart(label: string, values: readonly number[]): Html {
  const max = Math.max(...values, 1);
  const bars = values.map((value, i) => {
    const height = Math.max(1, Math.round((value / max) * 40));
    return html`<rect x="${i * 5}" y="${40 - height}" width="4" height="${height}"/>`;
  });
  return html`<figure><figcaption>${label}: at most ${Math.round(max)}</figcaption>
<svg viewBox="0 0 ${values.length * 5} 40" preserveAspectRatio="none" role="img" aria-label="${label}: ${values.map(Math.round).join(', ')}">${bars}</svg></figure>`;
}

async function loadOutbox(ctx: Context) {
  const [stats, emails, pausedCount] = await Promise.all([
    readOutboxStats(ctx),
    listWaitingEmails(ctx, MAX_EMAILS),
    countPausedRecipients(ctx, ctx.now()),
  ]);
  return { ...stats, emails, pausedCount };
}

function renderOutbox(
  { secrets }: Context,
  { emailCount, oldestCreatedAt, emails, pausedCount }: Awaited<ReturnType<typeof loadOutbox>>,
  renderForm: RenderForm,
): Html {
  const facts = renderFacts([
    ['Waiting', emailCount === 0 ? 'none' : `${emailCount}, the oldest since ${formatAt(oldestCreatedAt)} UTC`],
    ['Addresses whose mail servers refused several', `${pausedCount}; a profile says whether its address is one`],
  ]);
  if (emails.length === 0) return facts;
  const rows = emails.map(({ id, priority, tries, sealed, created_at, next_try_at, expires_at }) => [
    getEmailKind({ priority }),
    readRecipient(secrets.decrypt(sealed)),
    String(tries),
    formatAt(created_at),
    formatAt(next_try_at),
    formatAt(expires_at),
    html`<div class="acts">${renderForm(`${OPERATOR_PATH}/emails/${id}`, 'Send now', { hidden: { act: 'resend' } })}${renderForm(`${OPERATOR_PATH}/emails/${id}`, 'Drop', { hidden: { act: 'drop' }, isDangerous: true })}</div>`,
  ]);
  return html`${facts}
${renderTable('Waiting emails', ['Kind', 'To', 'Tries', 'Since (UTC)', 'Next try', 'Ends', ''], rows)}`;
}

/** The address of a stored email. The rest stays unread: it can contain a code. */
function readRecipient(text: string): string {
  return (JSON.parse(text) as { to: string }).to;
}

function renderJobs(jobs: readonly JobRunRow[]): Html {
  if (jobs.length === 0) return html`<p class="hint">The first run is a minute after the start.</p>`;
  const rows = jobs.map(({ job, succeeded_at, failed_at }) => {
    const hasFailed = (failed_at ?? '') > (succeeded_at ?? '');
    return [mark(hasFailed, formatJob(job)), formatAt(succeeded_at), formatAt(failed_at)];
  });
  return renderTable('Jobs', ['Job', 'Last success (UTC)', 'Last failure'], rows);
}

function renderPacks({ content: { current, packErrors = [] } }: Context): Html {
  const errors =
    packErrors.length > 0
      ? html`<p class="error">The packs in CONTENT_DIR have ${formatCount(packErrors.length, 'error')}, and the last ones without errors are served. The first: ${packErrors[0]}</p>`
      : '';
  const packs = [...current.packs.values()];
  return html`${errors}<p>${current.tasks.size} tasks in ${current.worlds.size} worlds</p>
${renderTable(
  'Packs',
  ['Pack', 'Version'],
  packs.map(({ id, version }) => [id, version]),
)}`;
}

/** Renders a text that stands out if it is bad. */
function mark(isBad: boolean, text: string): Html {
  return html`<span${isBad ? html` class="bad"` : ''}>${text}</span>`;
}

/** The name of a job in words: "sweepExpiredRows" is "sweep expired rows". */
function formatJob(job: string): string {
  return job.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function formatDuration(ms: number | null): string {
  return ms === null ? '–' : `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}

function formatSize(kilobytes: number, plus = ''): string {
  const sign = kilobytes >= 0 ? plus : '';
  if (Math.abs(kilobytes) < 1024) return `${sign}${Math.round(kilobytes)} KB`;
  const megabytes = kilobytes / 1024;
  return Math.abs(megabytes) < 1024
    ? `${sign}${megabytes.toFixed(1)} MB`
    : `${sign}${(megabytes / 1024).toFixed(1)} GB`;
}
