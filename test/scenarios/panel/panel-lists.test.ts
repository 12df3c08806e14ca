import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { DAY, HOUR } from '../../../src/core/time/instant.ts';
import { createSampleFamily } from '../../support/family/sample-family.ts';
import { registerTodoFamily } from '../../support/family/todos.ts';
import { createLearningClient } from '../../support/learning/learning-client.ts';
import { assertError, describeWithApp, type TestResponse, testWithApp } from '../../support/test-app.ts';

const ACCEPT_JSON = { accept: 'application/json' };
const ACCEPT_HTML = { accept: 'text/html' };
const ACCEPT_CSV = { accept: 'text/csv' };

describeWithApp('The panel’s lists', (app) => {
  let family: Awaited<ReturnType<typeof createSampleFamily>>;
  let get: (path: string, headers?: Record<string, string>) => Promise<TestResponse>;
  let listPaths: string[];

  before(async () => {
    family = await createSampleFamily(app, { weeks: 3 });
    const cookie = await app.openPanelSession(family.token);
    get = (path, headers = ACCEPT_JSON) => app.call('GET', path, { cookie, headers });
    const miaId = family.children[0]?.id;
    listPaths = [
      '/api/children',
      '/api/approvals',
      `/api/children/${miaId}/activity`,
      `/api/children/${miaId}/answers`,
      `/api/children/${miaId}/submissions`,
      `/api/children/${miaId}/todos`,
      `/api/children/${miaId}/badges`,
      `/api/children/${miaId}/ledger`,
    ];
  });

  it('show each badge as a medal of its rarity', async () => {
    const badgesPath = listPaths.find((path) => path.endsWith('/badges')) ?? '';
    const { data }: { data: { rarity: string }[] } = (await get(badgesPath)).body;
    const { text } = await get(badgesPath, ACCEPT_HTML);
    assert.deepEqual(
      [...text.matchAll(/class="medal (\w+)"/g)].map(([, rarity]) => rarity),
      data.map(({ rarity }) => rarity),
    );
  });

  it('give the same rows as JSON, HTML and CSV, with headers for the total count and the page', async () => {
    for (const path of listPaths) {
      const json = await get(`${path}?per_page=2`);
      assert.equal(json.status, 200, json.text);
      assert.deepEqual(Object.keys(json.body), ['data']);
      const { data } = json.body;
      assert.ok(data.length > 0 && data.length <= 2, path);
      const html = await get(`${path}?per_page=2`, ACCEPT_HTML);
      const csv = await get(`${path}?per_page=2`, ACCEPT_CSV);
      const pageHeaders = [json, html, csv].map(({ headers }) => [
        headers.get('x-total-count'),
        headers.get('x-page'),
        headers.get('x-per-page'),
      ]);
      assert.deepEqual(new Set(pageHeaders.map(String)).size, 1, path);
      assert.equal(pageHeaders[0]?.[1], '1');
      assert.equal(pageHeaders[0]?.[2], '2');
      assert.match(html.headers.get('content-type') ?? '', /^text\/html/);
      assert.equal(countOutermostListItems(html.text), data.length, path);
      assert.doesNotMatch(html.text, /<html|<body/);
      assert.match(csv.headers.get('content-type') ?? '', /^text\/csv/);
      const [header, ...csvRows] = parseCsv(csv.text);
      assert.deepEqual(header, Object.keys(data[0]));
      assert.equal(csvRows.length, data.length);
      const idIndex = header?.indexOf('id') ?? -1;
      if (idIndex >= 0)
        assert.deepEqual(
          csvRows.map((csvRow) => csvRow[idIndex]),
          data.map((row: { id: string }) => row.id),
        );
    }
  });

  it('are paged without gaps or repetitions and end with an empty page', async () => {
    for (const path of listPaths) {
      const allRows = (await get(`${path}?per_page=100`)).body.data;
      const total = Number((await get(path)).headers.get('x-total-count'));
      assert.equal(allRows.length, Math.min(100, total), path);
      const pagedRows = [];
      for (let page = 1; page <= Math.ceil(allRows.length / 3); page += 1)
        pagedRows.push(...(await get(`${path}?page=${page}&per_page=3`)).body.data);
      assert.deepEqual(pagedRows.slice(0, allRows.length), allRows, path);
      for (const accept of [ACCEPT_JSON, ACCEPT_HTML, ACCEPT_CSV]) {
        const emptyPage = await get(`${path}?page=1000000000&per_page=100`, accept);
        assert.equal(emptyPage.status, 200);
        assert.equal(emptyPage.headers.get('x-total-count'), String(total));
        if (accept === ACCEPT_JSON) assert.deepEqual(emptyPage.body.data, []);
      }
    }
  });

  it('refuse invalid page parameters', async () => {
    for (const path of listPaths)
      for (const query of [
        'page=0',
        'page=-1',
        'page=x',
        'page=1.5',
        'page=',
        'per_page=0',
        'per_page=101',
        'page=1&page=2',
      ])
        assertError(await get(`${path}?${query}`), 400, 'VALIDATION_ERROR');
  });

  it('show the same rows on their page as in their fragment, also with a number of rows per page', async () => {
    for (const path of listPaths.filter((path) => !/answers|activity|ledger/.test(path))) {
      const pagePath = path.replace('/api/children', '/panel/children');
      const pageUrl = { '/api/children': '/panel', '/api/approvals': '/panel/approvals' }[path] ?? pagePath;
      for (const query of ['page=2&per_page=1', 'page=1&per_page=2']) {
        const [fragment, page] = [await get(`${path}?${query}`, ACCEPT_HTML), await get(`${pageUrl}?${query}`)];
        const list = page.text.slice(page.text.indexOf('<div class="list"')).split('</nav>')[0] ?? '';
        assert.equal(countOutermostListItems(list), countOutermostListItems(fragment.text), `${pageUrl}?${query}`);
        assert.deepEqual(listItemTitles(list), listItemTitles(fragment.text), `${pageUrl}?${query}`);
      }
      assert.ok(countOutermostListItems((await get(path, ACCEPT_HTML)).text) > 0, path);
    }
  });

  it('require a session and give 404 for another family’s child', async () => {
    const strangerCookie = await app.openPanelSession((await app.registerParent()).token);
    for (const path of listPaths) {
      const responseWithoutSession = await app.call('GET', path, { headers: ACCEPT_JSON });
      assertError(responseWithoutSession, 401, 'UNAUTHORIZED');
      const fragment = await app.call('GET', `${path}?page=2`, {
        headers: { 'hx-request': 'true', 'hx-current-url': `${app.url}/panel/approvals?page=2` },
      });
      assert.equal(fragment.status, 401);
      assert.equal(fragment.headers.get('hx-redirect'), '/login?next=%2Fpanel%2Fapprovals%3Fpage%3D2');
      assert.equal(
        (await app.call('GET', path, { headers: ACCEPT_HTML })).headers.get('hx-redirect'),
        '/login?next=%2Fpanel',
      );
      if (!/children\/./.test(path)) continue;
      for (const headers of [ACCEPT_JSON, ACCEPT_HTML, ACCEPT_CSV]) {
        const response = await app.call('GET', path, { cookie: strangerCookie, headers });
        assert.equal(response.status, 404, path);
        assert.ok(!response.text.includes('Mia'));
      }
    }
    const miaId = family.children[0]?.id;
    const pages = [
      `/panel/children/${miaId}`,
      `/panel/children/${miaId}/activity`,
      `/panel/children/${miaId}/answers`,
      `/panel/children/${miaId}/submissions`,
      `/panel/children/${miaId}/todos`,
      `/panel/children/${miaId}/badges`,
      `/panel/children/${miaId}/ledger`,
    ];
    for (const path of pages) {
      assert.equal((await app.call('GET', path, { cookie: strangerCookie })).status, 404, path);
      assert.equal((await app.call('GET', path)).headers.get('location'), `/login?next=${encodeURIComponent(path)}`);
    }
  });

  it('explain each XP entry in each language', async () => {
    const miaId = family.children[0]?.id;
    const token = family.token;
    const explanations = new Set<string>();
    for (const language of ['en', 'es', 'uk', 'pl']) {
      await app.call('PATCH', '/app/users/me', { token, body: { language } });
      const { data } = (await get(`/api/children/${miaId}/ledger?per_page=100`)).body;
      for (const { reason, why } of data) explanations.add(`${reason}: ${why}`);
      // A full page of the ledger may not contain all explanations.
      for (const row of (await get(`/api/children/${miaId}/activity?per_page=100`)).body.data)
        for (const { why } of row.xp)
          assert.ok(data.length === 100 || data.some((entry: { why: string }) => entry.why === why), why);
    }
    await app.call('PATCH', '/app/users/me', { token, body: { language: 'en' } });
    for (const explanation of [
      'daily_first: First activity of the day',
      'daily_first: Primera actividad del día',
      'daily_first: Перша активність дня',
      'daily_first: Pierwsza aktywność dnia',
    ])
      assert.ok(explanations.has(explanation), explanation);
    assert.ok([...explanations].some((explanation) => /^quiz_passed: Passed “.+”$/.test(explanation)));
    assert.ok([...explanations].some((explanation) => /^quiz_passed: Пройдено «.+»$/.test(explanation)));
  });

  it('list the most missed questions first', async () => {
    const { data } = (await get(`/api/children/${family.children[0]?.id}/answers?per_page=100`)).body;
    const misses = data.map((row: { misses: number }) => row.misses);
    assert.deepEqual(
      misses,
      misses.toSorted((a: number, b: number) => b - a),
    );
    for (const row of data) {
      assert.notEqual(row.answer, row.right_answer);
      assert.ok(row.question.length > 3);
    }
  });
});

testWithApp('Learning and Plan open with the child that was linked first', async (app) => {
  const parent = await app.registerParent();
  const cookie = await app.openPanelSession(parent.token);
  const open = async (path: string) => (await app.call('GET', path, { cookie })).headers.get('location');
  assert.deepEqual([await open('/panel/learning'), await open('/panel/plan')], ['/panel', '/panel']);
  const [child, sibling] = [await app.registerChild(), await app.registerChild()];
  for (const { token } of [child, sibling]) {
    await app.linkChild(parent.token, token);
    app.advance(1);
  }
  assert.equal(await open('/panel/learning'), `/panel/children/${child.id}`);
  assert.equal((await app.call('GET', '/panel/plan', { cookie })).status, 200);
  const { text } = await app.call('GET', `/panel/children/${child.id}/badges`, { cookie });
  assert.match(text, new RegExp(`<a href="/panel/children/${sibling.id}/badges">`), 'the same page of the other child');
});

testWithApp('user text is escaped in HTML and CSV lists', async (app) => {
  const { child, parent, assign, todos } = await registerTodoFamily(app);
  const cookie = await app.openPanelSession(parent.token);
  const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\uff1dcmd']; // U+FF1D is the full-width equals sign
  const otherTexts = ['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', 'a,"b"'];
  const unsafeTexts = [...formulas, ...otherTexts];
  for (const title of unsafeTexts) {
    await assign({ title });
    await todos.add({ title, notes: title });
  }
  const path = `/api/children/${child.id}/todos?per_page=100`;
  const csv = await app.call('GET', path, { cookie, headers: ACCEPT_CSV });
  const [header = [], ...csvRows] = parseCsv(csv.text);
  const titles = csvRows.map((csvRow) => csvRow[header.indexOf('title')] ?? '');
  assert.equal(titles.length, 2 * unsafeTexts.length);
  for (const cell of csvRows.flat()) assert.doesNotMatch(cell, /^[=+\-@\uff1d]/);
  for (const title of formulas) assert.ok(titles.includes(`'${title}`), title);
  for (const title of otherTexts) assert.ok(titles.includes(title), title);
  const html = await app.call('GET', path, { cookie, headers: ACCEPT_HTML });
  assert.doesNotMatch(html.text, /<script|<img src=x/);
  assert.match(html.text, /&lt;script&gt;alert\(1\)/);
  const page = await app.call('GET', `/panel/children/${child.id}/todos`, { cookie });
  assert.doesNotMatch(page.text, /<script>|<img src=x/);
});
testWithApp('the format of a list follows Accept, with JSON as the default', async (app) => {
  const { parent } = await app.registerFamily();
  const cookie = await app.openPanelSession(parent.token);
  const getContentType = async (accept: string | undefined, extraHeaders = {}) => {
    const response = await app.call('GET', '/api/children', {
      cookie,
      headers: { ...(accept && { accept }), ...extraHeaders },
    });
    return (response.headers.get('content-type') ?? '').split(';')[0];
  };
  assert.equal(await getContentType('*/*'), 'application/json');
  assert.equal(await getContentType('text/csv;q=0.5, application/json'), 'application/json');
  assert.equal(await getContentType('text/csv, application/json;q=0.9'), 'text/csv');
  assert.equal(await getContentType('image/png'), 'application/json');
  for (const accept of ['constructor', 'toString', '__proto__', 'valueOf;q=1, text/plain'])
    assert.equal(await getContentType(accept), 'application/json', accept);
  assert.equal(await getContentType('text/csv;q=0, text/html;q=0.1'), 'text/html');
  assert.equal(await getContentType('application/json', { 'hx-request': 'true' }), 'text/html');
});

testWithApp('the weekly figures of a child use the child’s time zone', async (app) => {
  const { child, parent } = await app.registerFamily();
  app.advance(2 * DAY + 15.5 * HOUR); // Sunday, 22 November, 23:30 UTC; Monday in Auckland
  const learner = createLearningClient(app, child, 'Pacific/Auckland');
  const lesson = [...app.ctx.content.current.tasks.values()].find(({ kind }) => kind === 'lesson');
  await learner.startAndComplete(lesson?.id ?? '');
  const cookie = await app.openPanelSession(parent.token);
  const { body } = await app.call('GET', '/api/children', { cookie, headers: ACCEPT_JSON });
  const [row] = body.data;
  assert.equal(row.time_zone, 'Pacific/Auckland');
  assert.equal(row.this_week.xp, row.xp_total);
  assert.equal(row.last_week.xp, 0);
  assert.equal(row.current_streak_days, 1);
  assert.equal(row.this_week.minutes, 1, 'the lesson took 30 seconds, which are rounded up');
});

testWithApp(
  'any time spent in a week is shown as at least one minute, in the list of children and in the overview of a child',
  async (app) => {
    const { child, parent } = await app.registerFamily();
    const lesson = [...app.ctx.content.current.tasks.values()].find(({ kind }) => kind === 'lesson');
    await createLearningClient(app, child).startAndComplete(lesson?.id ?? '', { seconds: 20 });
    const cookie = await app.openPanelSession(parent.token);
    const { body } = await app.call('GET', '/api/children', { cookie, headers: ACCEPT_JSON });
    assert.equal(body.data[0].this_week.minutes, 1);
    const overview = await app.call('GET', `/panel/children/${child.id}`, { cookie });
    assert.match(overview.text, /<dd><b>1 min · \d+ XP<\/b>/);
  },
);

testWithApp('the overview of a child shows the days that freezes and pauses kept the streak', async (app) => {
  const { child, parent } = await app.registerFamily();
  const learner = createLearningClient(app, child);
  const getCalendar = async () => {
    const cookie = await app.openPanelSession(parent.token);
    const { text } = await app.call('GET', `/panel/children/${child.id}`, { cookie });
    const [figure = ''] = text.match(/<figure class="calendar">.*?<\/figure>/s) ?? [];
    const days = [...figure.replace(/<figcaption>.*/s, '').matchAll(/<i class="day ([\w -]+)"/g)];
    return { days: days.slice(-5).map(([, className]) => className), text: figure.replaceAll(/<[^>]+>/g, ' ') };
  };
  await learner.startAndComplete('first-sums'); // Friday, 20 November; earns a freeze
  const friday = await getCalendar();
  assert.match(friday.days.join(), /,intensity-\d today$/);
  assert.doesNotMatch(friday.text, /streak kept|Paused/);
  const pause = { profile_id: child.id, from_date: '2026-11-22', until_date: '2026-11-23' };
  await app.ctx.write(({ db }) => db.insertInto('streak_pauses').values(pause).execute());
  app.advance(4 * DAY); // Tuesday, 24 November
  const { days, text } = await getCalendar();
  const activeFriday = friday.days.at(-1)?.replace(' today', '');
  assert.deepEqual(days, [activeFriday, 'freeze', 'pause', 'pause', 'intensity-0 today']);
  assert.match(text, /No activity, streak kept: 1 day\..*Paused: 2 days\b/s);
});

testWithApp(
  'the bars of the last seven days show the day that a freeze kept, and no rest day before the streak',
  async (app) => {
    const { child, parent } = await app.registerFamily();
    const learner = createLearningClient(app, child);
    app.advance(4 * DAY); // Tuesday, 24 November
    await learner.startAndComplete('first-sums'); // earns a freeze
    app.advance(2 * DAY); // Thursday
    const cookie = await app.openPanelSession((await app.registerParent(parent.email)).token);
    const { text } = await app.call('GET', `/panel/children/${child.id}`, { cookie });
    const [figure = ''] = text.match(/<figure class="week-bars.*?<\/figure>/s) ?? [];
    const bars = [...figure.matchAll(/<span class="value">(.*?)<\/span>/g)].map(([, value]) => value);
    assert.deepEqual(
      bars.map((value = '') => (/^\d+$/.test(value) ? 'XP' : value)),
      ['', '', '', '', 'XP', '<i class="day freeze"></i>', ''],
    );
    assert.match(figure, /No activity, streak kept: 1 day\./);
  },
);

/** The number of `<li>` elements of the outermost list. They can contain other lists. */
function countOutermostListItems(text: string): number {
  let [depth, count] = [0, 0];
  let outermostDepth: number | undefined;
  for (const [, slash, name] of text.matchAll(/<(\/?)(ul|ol|li)\b/g)) {
    if (name !== 'li') depth += slash ? -1 : 1;
    else if (!slash) {
      outermostDepth ??= depth;
      if (depth === outermostDepth) count += 1;
    }
  }
  return count;
}

function listItemTitles(text: string): string[] {
  return [...text.matchAll(/<(?:h2|h3|p)[^>]*class="item-title"[^>]*>([^<]*)/g)].map(([, title = '']) => title);
}

/** Parses CSV as defined by RFC 4180: quoted cells can contain any characters. */
function parseCsv(text: string): string[][] {
  assert.ok(text.endsWith('\r\n'));
  const rows: string[][] = [[]];
  for (const [, quoted, plain, separator] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (separator === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}
