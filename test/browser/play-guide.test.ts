import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import english from '../../clients/play/locales/en/play.json' with { type: 'json' };
import type { ScreenName } from '../../clients/play/src/rules/screens.ts';
import type { Item } from '../../clients/typescript/src/index.ts';
import { useBrowser } from '../support/browser/browser.ts';
import { assertAccessible } from '../support/browser/page-checks.ts';
import { runJourney, signInOnDevice } from '../support/browser/play-tab.ts';
import { installVoice, takeSpokenTexts, waitUntilSpoken } from '../support/browser/voice.ts';
import { loadAllPacks } from '../support/content/packs.ts';
import { createTodoClient } from '../support/family/todos.ts';
import { describeWithApp } from '../support/test-app.ts';

type MessageKey = keyof typeof english;
type Kind = Item['kind'] | 'creative' | 'real_world';

const getBrowser = useBrowser();

/** Each screen before the sign-in, with what the guide says there. `:id` is the id of the child. */
const SIGN_IN_SCREENS: readonly (readonly [ScreenName, string, MessageKey])[] = [
  ['profiles', '', 'guide.profiles'],
  ['new', 'new', 'guide.new'],
  ['join', 'join', 'guide.join'],
  ['pin', 'pin/:id', 'guide.pinDigits'],
  ['undo', 'undo/:id', 'guide.undo'],
];
/** Each other screen except tasks. A new child has no works, no rewards and no skills yet, of which the guide speaks then. */
const CHILD_SCREENS: Readonly<
  Record<Exclude<ScreenName, 'task' | 'profiles' | 'new' | 'join' | 'pin' | 'undo'>, readonly [string, MessageKey]>
> = {
  home: ['home', 'guide.home'],
  world: ['world/duck-pond', 'guide.world'],
  draw: ['draw', 'guide.draw'],
  todos: ['todos', 'guide.todos'],
  rewards: ['todos/rewards', 'rewards.empty'],
  me: ['me', 'guide.me'],
  dress: ['me/dress', 'guide.dress'],
  badges: ['me/badges', 'guide.badges'],
  skills: ['me/skills', 'skills.empty'],
  calendar: ['me/calendar', 'guide.calendar'],
  levels: ['me/levels', 'guide.levels'],
  planets: ['me/planets', 'guide.planets'],
  family: ['me/family', 'guide.family'],
  gallery: ['me/gallery', 'gallery.empty'],
  settings: ['me/settings', 'guide.settings'],
  notFound: ['xyz', 'guide.notFound'],
};
const KINDS: Readonly<Record<Kind, true>> = {
  single_choice: true,
  true_false: true,
  multiple_choice: true,
  fill_in: true,
  numeric: true,
  matching: true,
  sequencing: true,
  categorize: true,
  hotspot: true,
  trace: true,
  info: true,
  creative: true,
  real_world: true,
};

describeWithApp(
  "the guide of the child's app",
  (app) => {
    before(() => {
      app.ctx.content.current = loadAllPacks();
    });

    it('says one sentence on each screen and for each kind of task, repeats it when tapped, and can be muted', () =>
      runJourney(
        app,
        getBrowser(),
        async ({ page, context, child, device, open }) => {
          await context.addInitScript(installVoice);
          const silent: string[] = [];
          const expectSaid = async (screen: string, key: MessageKey) => {
            await waitUntilSpoken(page, english[key]).catch(() => {});
            const spoken = await takeSpokenTexts(page);
            if (spoken.filter((text) => text === english[key]).length !== 1)
              silent.push(`${screen}: ${JSON.stringify(spoken)}`);
          };
          page.setDefaultTimeout(10_000);
          const todos = createTodoClient(app, child.token);
          await todos.add({ title: 'Water the flowers' });
          await app.call('POST', '/app/reading', { token: child.token, body: { reads: false } });
          // The app has to be left, so that it does not overwrite the session.
          await page.goto('/');
          await signInOnDevice(page, device, { ...child, birthYear: new Date().getFullYear() - 5 });
          for (const [screen, [path, key]] of Object.entries(CHILD_SCREENS)) {
            await open(path);
            await expectSaid(screen, key);
          }
          await assertAccessible(page);

          const examples = await listExamples(child.token);
          let shown: Item[] = [];
          await page.route('**/app/tasks/duck-first-five', async (route) => {
            const response = await route.fetch();
            const { data } = await response.json();
            await route.fulfill({ response, json: { data: { ...data, items: shown } } });
          });
          for (const [kind, { taskId, item }] of examples) {
            shown = item ? [item] : [];
            await open(`task/${item ? 'duck-first-five' : taskId}?${kind}`);
            await expectSaid(kind, `guide.${kind}`);
          }
          await open('task/nothing');
          await page.locator('.failure').waitFor();
          assert.deepEqual(await takeSpokenTexts(page), [await page.locator('.failure p').innerText()]);
          await page.locator('.failure').getByRole('link', { name: 'Home' }).click();
          await waitUntilSpoken(page, english['guide.home']);
          await context.setOffline(true);
          await expectSaid('no network', 'state.noNetwork');
          await page
            .getByRole('link', { name: new RegExp(english['home.missing']) })
            .first()
            .waitFor();
          await context.setOffline(false);

          await open('home');
          await waitUntilSpoken(page, english['guide.home']);
          await takeSpokenTexts(page);
          await page.getByRole('button', { name: 'Say it again' }).click();
          await expectSaid('repeated', 'guide.home');
          await open('me/settings');
          await page.getByRole('switch', { name: 'Read everything to me' }).click();
          await expectSaid('muted', 'read.isOff');
          await open('me');
          await page.getByRole('button', { name: 'Say it again' }).waitFor();
          assert.deepEqual(await takeSpokenTexts(page), []);
          await page.getByRole('button', { name: 'Say it again' }).click();
          await expectSaid('asked', 'guide.me');
          await open('me/settings');
          await page.getByRole('switch', { name: 'Read everything to me' }).click();
          await expectSaid('unmuted', 'read.isOn');

          for (const [screen, path, key] of SIGN_IN_SCREENS) {
            await open(path.replace(':id', child.id));
            await expectSaid(screen, key);
          }
          assert.deepEqual(silent, []);
        },
        { width: 390, height: 844, expectedErrors: /status of 40[34]/ },
      ));

    /** An item of each kind, or an open task of each kind that has no items. */
    async function listExamples(token: string) {
      const examples = new Map<Kind, { readonly taskId: string; readonly item?: Item }>();
      for (const { id, kind, items } of app.ctx.content.current.tasks.values()) {
        const hasNoItems = kind === 'creative' || kind === 'real_world';
        const newKinds = (hasNoItems ? [kind] : items.map((item) => item.kind)).filter((name) => !examples.has(name));
        if (newKinds.length === 0) continue;
        const { body } = await app.call('GET', `/app/tasks/${id}`, { token });
        const task = body.data as { readonly status: string; readonly items: readonly Item[] };
        if (!hasNoItems) for (const item of task.items) examples.set(item.kind, { taskId: id, item });
        else if (task.status !== 'locked') examples.set(kind, { taskId: id });
      }
      assert.deepEqual([...examples.keys()].sort(), Object.keys(KINDS).sort());
      return examples;
    }
  },
  { only: 'sqlite' },
);
