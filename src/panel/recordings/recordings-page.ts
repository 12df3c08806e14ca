import { Type } from 'typebox';
import { localize } from '../../content/index.ts';
import { LANGUAGES, type Language, toLanguage } from '../../core/text/languages.ts';
import { getChildSettings, type Profile } from '../../features/accounts/index.ts';
import {
  GUIDE,
  getPhraseKey,
  getSubmissionFilePath,
  listPhraseGroups,
  listRecordings,
  type Phrase,
  type PhraseGroup,
  type Recording,
  recordPhrase,
  removeRecording,
} from '../../features/learning/index.ts';
import { createNotFoundError } from '../../platform/api-errors.ts';
import { type Html, html } from '../../platform/html.ts';
import { Redirect } from '../../platform/http/responses/responses.ts';
import { definePanelForm, definePanelPage, type PageResponse, type PanelRequest } from '../endpoints.ts';
import { findFlash, renderPanelLayout } from '../layout/panel-layout.ts';
import { getLanguageName } from '../parts/forms/controls.ts';
import { OptionalField, TextField } from '../parts/forms/field.ts';
import { renderButtonForm, renderCsrfField, renderHiddenField } from '../parts/forms/form.ts';
import { renderFoldedSetting, renderSettingLink, renderSettingsRows } from '../parts/forms/settings-rows.ts';
import { getChildPath } from '../parts/paths.ts';
import { renderAvatar } from '../parts/pictures.ts';

const PATH = '/panel/recordings';
const GROUP_PARAMS = { group: Type.String({ description: '`guide`, the id of a location, or `former`.' }) };
const PHRASE_FIELDS = { language: TextField, phrase: TextField };
/** The group of the recordings whose phrases the app no longer says. */
const FORMER = 'former';
/** A recording of 20 seconds is smaller, even at the highest bit rate of a browser. */
const MAX_BYTES = 512 * 1024;

export const showRecordings = definePanelPage({
  summary: 'Show which phrases of the app the parent has recorded, by where they are said',
  query: { language: OptionalField },
  run: async (request, { query }) => renderOverview(request, await loadRecordings(request, query.language)),
});

export const showPhrases = definePanelPage({
  summary: 'Show the phrases of one place, to record them',
  params: GROUP_PARAMS,
  query: { language: OptionalField, done: OptionalField },
  errorCodes: ['NOT_FOUND'],
  run: async (request, { params, query }) => {
    const recorded = await loadRecordings(request, query.language);
    const notice = findFlash(request.t.recordings.done, query.done);
    return renderGroupPage(request, recorded, findGroup(recorded, params.group), notice);
  },
});

export const submitRecording = definePanelForm({
  summary: 'Record a phrase',
  needsPresence: true,
  params: GROUP_PARAMS,
  body: PHRASE_FIELDS,
  multipart: {
    fieldName: 'files',
    maxFiles: 1,
    maxBytes: MAX_BYTES,
    description: 'One sound of 512 KB: M4A, MP3 or WebM.',
  },
  errorCodes: ['NOT_FOUND', 'CONFLICT'],
  run: async (request, { params: { group }, body, uploads }) => {
    const language = toLanguage(body.language);
    await recordPhrase(request.ctx, request.parent, { language, key: body.phrase }, uploads);
    return respond(request, group, { language, key: body.phrase, done: 'saved' });
  },
});

export const submitRecordingRemoval = definePanelForm({
  summary: 'Remove the recording of a phrase',
  needsPresence: true,
  params: GROUP_PARAMS,
  body: PHRASE_FIELDS,
  errorCodes: ['NOT_FOUND'],
  run: async (request, { params: { group }, body }) => {
    const language = toLanguage(body.language);
    await removeRecording(request.ctx, request.parent, { language, key: body.phrase });
    return respond(request, group, { language, key: body.phrase, done: 'removed' });
  },
});

/** The phrases in one language, and the parent's recordings of them. */
interface Recorded {
  readonly language: Language;
  readonly groups: readonly PhraseGroup[];
  readonly recordings: ReadonlyMap<string, Recording>;
}

async function loadRecordings(
  { ctx, parent, loadFamily }: PanelRequest,
  chosen: string | undefined,
): Promise<Recorded> {
  const [child] = (await loadFamily()).children;
  const language = LANGUAGES.find((tag) => tag === chosen) ?? toLanguage((child ?? parent).language);
  const rows = await listRecordings(ctx, [parent.profileId], language);
  const recordings = new Map(rows.map((recording) => [getPhraseKey(recording.phrase), recording]));
  const groups = await listPhraseGroups(ctx.content.current, language);
  const saidKeys = new Set(groups.flatMap(({ phrases }) => phrases.map(({ key }) => key)));
  const former = [...recordings].filter(([key]) => !saidKeys.has(key));
  const formerPhrases = former.map(([key, { phrase }]) => ({ key, text: phrase }));
  return { language, recordings, groups: [...groups, { id: FORMER, phrases: formerPhrases }] };
}

function findGroup({ groups }: Recorded, id: string): PhraseGroup {
  const group = groups.find((candidate) => candidate.id === id);
  if (!group) throw createNotFoundError();
  return group;
}

function getGroupPath({ id }: Pick<PhraseGroup, 'id'>): string {
  return `${PATH}/${id}`;
}

async function renderOverview(request: PanelRequest, recorded: Recorded): Promise<Html> {
  const t = request.t.recordings;
  const { groups, language } = recorded;
  const guide = groups.filter(({ id }) => id === GUIDE);
  const former = groups.filter(({ id, phrases }) => id === FORMER && phrases.length > 0);
  const groupsByWorld = Map.groupBy(
    groups.filter(({ place }) => place),
    ({ place }) => place?.world,
  );
  const worldRows = [...groupsByWorld].map(([world, groupsOfWorld]) =>
    renderFoldedSetting(
      {
        title: world ? localize(world.title, request.locale).text : '',
        value: formatProgress(request, recorded, groupsOfWorld),
      },
      renderSettingsRows(groupsOfWorld.map((group) => renderGroupLink(request, recorded, group))),
    ),
  );
  const { children } = await request.loadFamily();
  const childRows = await Promise.all(children.map((child) => renderChildRow(request, child)));
  const languages = [
    ...new Set([language, toLanguage(request.locale), ...children.map((child) => toLanguage(child.language))]),
  ];
  const main = html`<a class="back-link" href="/panel/account">${request.t.dangerZone.backToAccount}</a>
<h1>${t.title}</h1><p class="intro">${t.intro}</p>
${languages.length > 1 ? renderLanguageLinks(t.language, languages.sort(), language) : ''}
<div class="settings-column">${renderSettingsRows([...guide.map((group) => renderGroupLink(request, recorded, group)), ...worldRows, ...former.map((group) => renderGroupLink(request, recorded, group))])}
${childRows.length > 0 ? html`<h2>${t.heardBy}</h2>${renderSettingsRows(childRows)}` : ''}</div>`;
  return renderPanelLayout(request, { title: t.title, section: 'settings', main });
}

function renderLanguageLinks(label: string, languages: readonly Language[], current: Language): Html {
  const links = languages.map(
    (language) =>
      html`<li><a href="${PATH}?language=${language}" lang="${language}"${language === current ? html` aria-current="page"` : ''}>${getLanguageName(language)}</a></li>`,
  );
  return html`<nav class="chips" aria-label="${label}"><ul>${links}</ul></nav>`;
}

function renderGroupLink(request: PanelRequest, recorded: Recorded, group: PhraseGroup): Html {
  return renderSettingLink(`${getGroupPath(group)}?language=${recorded.language}`, {
    title: getGroupTitle(request, group),
    value: formatProgress(request, recorded, [group]),
  });
}

function getGroupTitle({ locale, t }: PanelRequest, { id, place }: PhraseGroup): string {
  if (place) return localize(place.location.title, locale).text;
  return id === GUIDE ? t.recordings.guide : t.recordings.former;
}

/** How many phrases of these groups are recorded. */
function formatProgress({ t }: PanelRequest, { recordings }: Recorded, groups: readonly PhraseGroup[]): string {
  const keys = groups.flatMap(({ phrases }) => phrases.map(({ key }) => key));
  return t.recordings.progress({ count: keys.filter((key) => recordings.has(key)).length, all: keys.length });
}

/** Leads to where a guardian switches the recordings off for a child. */
async function renderChildRow({ ctx, t }: PanelRequest, child: Profile): Promise<Html> {
  const { hearsRecordings } = await getChildSettings(ctx, child.id);
  return renderSettingLink(`${getChildPath(child)}/settings?open=permissions#permissions`, {
    title: html`<bdi>${child.display_name}</bdi>`,
    value: hearsRecordings ? t.parts.on : t.parts.off,
    picture: renderAvatar(ctx, child, 32),
  });
}

function renderGroupPage(
  request: PanelRequest,
  recorded: Recorded,
  group: PhraseGroup,
  notice: Html | undefined,
): Promise<Html> {
  const t = request.t.recordings;
  const title = getGroupTitle(request, group);
  const rows = group.phrases.map((phrase) => renderPhrase(request, recorded, group, phrase));
  const main = html`<a class="back-link" href="${PATH}?language=${recorded.language}">${t.title}</a>
<h1>${title}</h1><p class="intro">${t.howTo}</p>
<p class="error" role="alert" data-no-microphone hidden>${t.noMicrophone}</p>
<section class="card"><p class="hint" id="progress" role="status">${formatProgress(request, recorded, [group])}</p>
<ul class="settings-list phrases">${rows}</ul></section>`;
  return renderPanelLayout(request, { title, section: 'settings', width: 'narrow', notice, main });
}

/** Renders a phrase with its recording. recorder.js shows the button to record in place of the file. */
function renderPhrase(
  request: PanelRequest,
  { language, recordings }: Recorded,
  { id }: PhraseGroup,
  { key, text }: Phrase,
  attributes: Html | string = '',
): Html {
  const t = request.t.recordings;
  const recording = recordings.get(key);
  const elementId = `phrase-${key}`;
  const action = getGroupPath({ id });
  const swap = html` hx-target="#${elementId}" hx-swap="outerHTML" hx-push-url="false"`;
  const record = recording ? t.recordAgain : t.record;
  const player = recording
    ? html`<audio controls preload="none" src="${getSubmissionFilePath(recording.name)}" aria-label="${t.listen({ text })}"></audio>`
    : '';
  const form = html`<form method="post" action="${action}" enctype="multipart/form-data" hx-post="${action}"${swap} data-recorder>${renderCsrfField(request)}${renderHiddenField('language', language)}${renderHiddenField('phrase', key)}
<span><input type="file" name="files" accept="audio/*" required aria-label="${t.file({ text })}"><button class="button outline small" aria-label="${t.send}: ${text}">${t.send}</button></span>
<button type="button" class="button outline small record" aria-label="${record}: ${text}" hidden>${record}</button><button type="button" class="button small danger" aria-label="${t.stop}: ${text}" hidden>${t.stop}</button></form>`;
  const removal = recording
    ? renderButtonForm(request, `${action}/remove`, t.remove, {
        about: text,
        variant: 'outline small',
        fields: { language, phrase: key },
        attributes: html` hx-post="${action}/remove"${swap}`,
      })
    : '';
  return html`<li id="${elementId}"${attributes}><div><p lang="${language}">${text}</p>${player}</div>
<div class="actions">${id === FORMER ? '' : form}${removal}</div></li>`;
}

interface Outcome {
  readonly language: Language;
  readonly key: string;
  readonly done: 'saved' | 'removed';
}

/** With htmx, the phrase replaces the one on the page and receives the focus. A phrase that is no longer said leaves the page. */
async function respond(request: PanelRequest, id: string, { language, key, done }: Outcome): Promise<PageResponse> {
  if (!request.client.wantsFragment)
    return new Redirect(`${getGroupPath({ id })}?language=${language}&done=${done}#phrase-${key}`);
  const recorded = await loadRecordings(request, language);
  const group = findGroup(recorded, id);
  const phrase = group.phrases.find((candidate) => candidate.key === key);
  const row = phrase ? renderPhrase(request, recorded, group, phrase, html` tabindex="-1" autofocus`) : '';
  return html`${row}<hx-partial hx-target="#progress">${formatProgress(request, recorded, [group])}</hx-partial>`;
}

/** Renders the setting on the page of the account. */
export function renderRecordingsSetting({ t }: PanelRequest): Html {
  return renderSettingLink(PATH, { title: t.recordings.title, value: t.recordings.hint });
}
