import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLearningClient } from '../../support/learning/learning-client.ts';
import { assertError, describeWithApp, NEW_CHILD, testWithApp } from '../../support/test-app.ts';

describeWithApp('Worlds, locations and tasks', (app) => {
  it('are listed in order with a new child’s progress', async () => {
    const { token } = await app.registerChild();
    const { body } = await app.call('GET', '/app/worlds', { token });
    assert.deepEqual(
      body.data.map(({ id }: { id: string }) => id),
      ['number-garden', 'living-meadow', 'story-hills'],
    );
    assert.equal(body.has_more, false);
    const { cover_url, theme, characters, content_version, ...firstWorld } = body.data[0];
    assert.deepEqual(firstWorld, {
      id: 'number-garden',
      title: 'Number Garden',
      description: 'Count, add and share among the flower beds, at the market and in a very old tower.',
      subject: 'mathematics',
      language: 'en',
      language_served: 'en',
      age_min: 6,
      age_max: 9,
      order_index: 0,
      status: 'available',
      lock: null,
      tasks_total: 6,
      tasks_completed: 0,
      progress_percent: 0,
      completed_at: null,
      locations_total: 4,
      locations_completed: 0,
      xp_available: 10 + 20 + 40 + 30 + 15 + 40 + 4 * 25 + 100, // the tasks, the four locations and the world
      xp_earned: 0,
      license: 'CC-BY-4.0',
      started_at: null,
    });
    const [{ name, ...pictureUrls }] = characters;
    assert.equal(name, 'Mika');
    for (const url of [cover_url, theme.icon_url, ...Object.values<string>(pictureUrls)]) {
      assert.equal((await fetch(url)).status, 200, url);
    }
    assert.match(theme.color, /^#[0-9A-F]{6}$/);
    assert.match(content_version, /./);
  });

  it('use the profile’s language and report the language served', async () => {
    const readTitleAndLanguage = async (language: string) => {
      const body = { ...NEW_CHILD, language };
      const child = createLearningClient(app, await app.registerChild({ body }));
      const { title, language_served } = await child.getWorld('number-garden');
      return { title, language_served };
    };
    assert.deepEqual(await readTitleAndLanguage('es-MX'), { title: 'El jardín de los números', language_served: 'es' });
    assert.deepEqual(await readTitleAndLanguage('fr'), { title: 'Number Garden', language_served: 'en' });
  });

  it('can be read while locked, with the reason, but not played', async () => {
    const child = createLearningClient(app, await app.registerChild());
    const { body } = await child.call('GET', '/app/worlds/number-garden/locations');
    assert.deepEqual(
      body.data.map(({ id, status }: { id: string; status: string }) => [id, status]),
      [
        ['garden-gate', 'available'],
        ['pattern-workshop', 'available'],
        ['little-market', 'locked'],
        ['old-tower', 'locked'],
      ],
    );
    const market = await child.getLocation('little-market');
    assert.deepEqual(market.lock, {
      reason: 'prerequisite',
      message: 'Finish first: “Garden Gate”.',
      required_level: null,
      required_ids: ['garden-gate'],
      unlocks_at: null,
    });
    assert.deepEqual(
      market.tasks.map(({ id, status, lock }: { id: string; status: string; lock: object }) => [id, status, lock]),
      [
        ['market-sums', 'locked', market.lock],
        ['set-the-table', 'locked', market.lock],
      ],
    );
    const sums = await child.getTask('market-sums');
    assert.equal(sums.items.length, 4);
    assertError(await child.call('POST', '/app/tasks/market-sums/start'), 403, 'FORBIDDEN');
    assertError(await child.call('POST', '/app/tasks/market-sums/complete', {}), 403, 'FORBIDDEN');
    assertError(await child.call('POST', '/app/tasks/market-sums/hint', { item_id: 'x' }), 403, 'FORBIDDEN');
  });

  it('include locations with a story in pictures, in the language of the child', async () => {
    const body = { ...NEW_CHILD, language: 'es' };
    const child = createLearningClient(app, await app.registerChild({ body }));
    const { story } = await child.getLocation('garden-gate');
    assert.deepEqual(
      story.map(({ text }: { text: string }) => text),
      ['Mika abre la puerta del jardín. ¡Cuántas flores hay!', 'Diez flores hacen un ramo. Mika ata dos.'],
    );
    for (const { image_url } of story) assert.equal((await fetch(image_url)).status, 200, image_url);
  });

  it('can be filtered by status and subject, and paged', async () => {
    const child = createLearningClient(app, await app.registerChild());
    await child.start('bundles-of-ten');
    const listIds = async (query: string) =>
      (await child.call('GET', `/app/worlds?${query}`)).body.data.map(({ id }: { id: string }) => id);
    assert.deepEqual(await listIds('status=in_progress'), ['number-garden']);
    assert.deepEqual(await listIds('status=available'), ['living-meadow', 'story-hills']);
    assert.deepEqual(await listIds('subject=science'), ['living-meadow']);
    assert.deepEqual(await listIds('subject=knitting'), []);
    assertError(await child.call('GET', '/app/worlds?status=open'), 400, 'VALIDATION_ERROR', ['status']);
    assertError(await child.call('GET', '/app/worlds?cursor=x'), 400, 'VALIDATION_ERROR', ['cursor']);
    const seenIds: string[] = [];
    let cursor = '';
    for (;;) {
      const { body } = await child.call('GET', `/app/worlds?limit=1${cursor}`);
      seenIds.push(...body.data.map(({ id }: { id: string }) => id));
      if (!body.has_more) break;
      cursor = `&cursor=${body.next_cursor}`;
    }
    assert.deepEqual(seenIds, ['number-garden', 'living-meadow', 'story-hills']);
  });

  it('are not found (404) when they do not exist', async () => {
    const child = createLearningClient(app, await app.registerChild());
    for (const id of ['x', '__proto__', '%00', 'number-garden%20']) {
      assertError(await child.call('GET', `/app/worlds/${id}`), 404, 'NOT_FOUND');
      assertError(await child.call('GET', `/app/worlds/${id}/locations`), 404, 'NOT_FOUND');
      assertError(await child.call('GET', `/app/locations/${id}`), 404, 'NOT_FOUND');
      assertError(await child.call('GET', `/app/tasks/${id}`), 404, 'NOT_FOUND');
    }
    for (const action of ['start', 'complete', 'hint']) {
      assertError(await child.call('POST', `/app/tasks/x/${action}`, { item_id: 'x' }), 404, 'NOT_FOUND');
    }
    assertError(await child.call('PATCH', '/app/tasks/x/attempt', { answers: [] }), 404, 'NOT_FOUND');
  });

  it('are shown to parents without progress and cannot be played', async () => {
    const { token } = await app.registerParent();
    const parent = createLearningClient(app, { id: '', token }); // only `startAndComplete` uses the id
    assert.equal((await parent.getWorld('number-garden')).status, 'available');
    assert.equal((await parent.getTask('first-sums')).attempt, null);
    assertError(await parent.call('POST', '/app/tasks/first-sums/start'), 403, 'FORBIDDEN');
  });

  it('support ETags', async () => {
    const child = createLearningClient(app, await app.registerChild());
    const getWorlds = (etag = '') =>
      app.call('GET', '/app/worlds', { token: child.token, headers: { 'if-none-match': etag } });
    const response = await getWorlds();
    const etag = response.headers.get('etag') ?? '';
    assert.match(etag, /^W\/"[\w-]{20,}"$/);
    assert.equal(response.headers.get('cache-control'), 'private, no-cache');
    const unchangedResponse = await getWorlds(etag);
    assert.deepEqual(
      [unchangedResponse.status, unchangedResponse.text, unchangedResponse.headers.get('etag')],
      [304, '', etag],
    );
    await child.start('first-sums');
    assert.equal((await getWorlds(etag)).status, 200);
  });
});

describe('The characters of a world', () => {
  testWithApp('take turns at its tasks', async (app) => {
    const child = createLearningClient(app, await app.registerChild());
    const { current } = app.ctx.content;
    const world = current.worlds.get('number-garden');
    assert.ok(world);
    const characters = ['Ada', 'Bo'].map((name) => ({ name: { en: name }, picture: 'mika' }));
    app.ctx.content.current = { ...current, worlds: new Map(current.worlds).set(world.id, { ...world, characters }) };
    assert.equal((await child.getTask('bundles-of-ten')).character.name, 'Ada');
    assert.equal((await child.getTask('first-sums')).character.name, 'Bo');
    app.ctx.content.current = current;
  });
});

describe('Started tasks', () => {
  testWithApp('stay open and keep their progress when the pack changes', async (app) => {
    const child = createLearningClient(app, await app.registerChild());
    await child.startAndComplete('first-sums');
    await child.start('bundles-of-ten');
    const { current } = app.ctx.content;
    const gate = current.locations.get('garden-gate');
    assert.ok(gate);
    const locations = new Map(current.locations).set(gate.id, { ...gate, required_level: 30 });
    const tasks = new Map(current.tasks);
    tasks.delete('first-sums');
    app.ctx.content.current = { ...current, locations, tasks };
    assert.equal((await child.getLocation('garden-gate')).status, 'in_progress');
    assertError(await child.call('GET', '/app/tasks/first-sums'), 404, 'NOT_FOUND');
    const xp = (await child.getStats()).xp_total;
    assert.equal(xp, 20 + 5 + 5); // a quiz, a perfect first attempt and the first activity of the day
    assert.equal((await child.complete('bundles-of-ten')).xp_awarded, 10 + 25); // all other tasks of the location are completed
    app.ctx.content.current = current;
    assert.equal((await child.getTask('first-sums')).status, 'completed');
  });
});
