import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { startService, stopServer } from '../bench/load/processes.ts';
import { LANGUAGES, type Language } from '../src/core/text/languages.ts';
import { launchBrowser, openTab } from '../test/support/browser/browser.ts';
import {
  findAxeViolations,
  findOverflowingElements,
  findSmallTargets,
  waitUntilStill,
} from '../test/support/browser/page-checks.ts';
import { saveDevice, signInOnDevice } from '../test/support/browser/play-tab.ts';

// Takes screenshots of all screens of the child's app for a visual check, in all window sizes, color schemes and languages, with a
// child of the demo and with a new child. Also checks each screen for overflow, small controls and accessibility problems:
//   npx node scripts/screenshot-play.ts <folder> [--languages en,uk] [--sizes phone,tablet] [--schemes light,dark,still]
// The folder then contains a contact sheet for each language, color scheme, child and size.
//   npx node scripts/screenshot-play.ts --docs
// creates docs/play.png, a picture in the README, and docs/screens.png.

const SIZES = {
  phone: { width: 360, height: 740 },
  tablet: { width: 820, height: 1180 },
  laptop: { width: 1280, height: 800 },
} as const;
/** `still` is the light scheme with reduced motion. */
const SCHEMES = ['light', 'dark', 'still'] as const;
const DEMO_DEVICE = 'family-tablet';
const DEMO_CHILD = { name: 'Mia', pin: '4071' };
// The dimensions of a contact sheet in pixels.
const CELL_HEIGHT = 480;
const SHEET_WIDTH = 2000;
const GAP = 8;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    languages: { type: 'string' },
    sizes: { type: 'string' },
    schemes: { type: 'string' },
    docs: { type: 'boolean' },
  },
});
const outputFolder = positionals[0] ?? 'screens';
if (!values.docs) mkdirSync(outputFolder, { recursive: true });
const filterChosen = <T extends string>(all: readonly T[], chosen: string | undefined): T[] =>
  all.filter((name) => chosen === undefined || chosen.split(',').includes(name));

interface Child {
  readonly id: string;
  readonly token: string;
}

/** The ids of tasks by kind: a quiz by the kind of its first item, and any other task by its own kind. */
type TaskIdByKind = ReadonlyMap<string, string>;

const browser = await launchBrowser();
/** The service with a demo family in the current language. */
let service: Awaited<ReturnType<typeof startService>>;
let demoChildId = '';
let problemCount = 0;
try {
  if (values.docs) await withDemo('en', writeDocs);
  else
    for (const language of filterChosen(LANGUAGES, values.languages))
      await withDemo(language, () => writeSheets(language));
  console.log(`${problemCount} problems`);
} finally {
  await browser.close();
}
process.exit(problemCount > 0 ? 1 : 0);

async function withDemo(language: Language, work: () => Promise<void>): Promise<void> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'family-screens-'));
  const demo = spawnSync(process.execPath, ['src/app/start.js', 'demo', '--language', language], {
    env: { ...process.env, DATA_DIR: dataFolder },
  });
  demoChildId = new RegExp(`${DEMO_CHILD.name} +profile (\\S+)`).exec(String(demo.stdout))?.[1] ?? '';
  service = await startService(dataFolder);
  try {
    await work();
  } finally {
    await stopServer(service);
    rmSync(dataFolder, { recursive: true });
  }
}

async function writeSheets(language: Language): Promise<void> {
  for (const childKind of ['demo', 'new'] as const) {
    const device = childKind === 'demo' ? DEMO_DEVICE : `new-${language}`;
    const child = childKind === 'demo' ? await signIn(demoChildId, device) : await register(language, device);
    const taskIdByKind = await findTaskIds(child);
    for (const scheme of filterChosen(SCHEMES, values.schemes))
      for (const size of filterChosen(Object.keys(SIZES) as (keyof typeof SIZES)[], values.sizes)) {
        const screenshots = await captureScreens({ child, device, language, scheme, size, childKind, taskIdByKind });
        await writeSheet(join(outputFolder, `${language}-${scheme}-${childKind}-${size}.png`), [
          ...screenshots.values(),
        ]);
      }
  }
}

async function callApi(method: string, path: string, child?: Partial<Child>, body?: object, device?: string) {
  const response = await fetch(`${service.url}${path}`, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(child?.token && { authorization: `Bearer ${child.token}` }),
      ...(device && { 'device-id': device }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { data: never }).data;
}

async function signIn(profile_id: string, device: string): Promise<Child> {
  const { token } = (await callApi(
    'POST',
    '/app/auth/login/child',
    {},
    { profile_id, pin: DEMO_CHILD.pin },
    device,
  )) as Child;
  return { id: profile_id, token };
}

async function register(language: string, device: string): Promise<Child> {
  const body = { birth_year: 2018, language, avatar_id: 'fox', pin: DEMO_CHILD.pin };
  return (await callApi('POST', '/app/auth/register/child', {}, body, device)) as Child;
}

/** Finds one task that is not locked for each kind of task, and one quiz for each kind of item with which a quiz begins. */
async function findTaskIds(child: Child): Promise<TaskIdByKind> {
  const taskIdByKind = new Map<string, string>();
  const worlds = (await callApi('GET', '/app/worlds', child)) as { id: string }[];
  for (const world of worlds) {
    const locations = (await callApi('GET', `/app/worlds/${world.id}/locations`, child)) as {
      id: string;
      status: string;
    }[];
    for (const location of locations.filter(({ status }) => status !== 'locked')) {
      const detail = (await callApi('GET', `/app/locations/${location.id}`, child)) as {
        tasks: { id: string; status: string }[];
      };
      for (const { id, status } of detail.tasks) {
        if (status === 'locked') continue;
        const task = (await callApi('GET', `/app/tasks/${id}`, child)) as { kind: string; items?: { kind: string }[] };
        const kind = task.kind === 'quiz' ? (task.items?.[0]?.kind ?? '') : task.kind;
        if (!taskIdByKind.has(kind)) taskIdByKind.set(kind, id);
      }
    }
  }
  return taskIdByKind;
}

interface ScreenshotOptions {
  readonly child: Child;
  readonly device: string;
  readonly language: string;
  readonly scheme: (typeof SCHEMES)[number];
  readonly size: keyof typeof SIZES;
  readonly childKind: 'demo' | 'new';
  readonly taskIdByKind: TaskIdByKind;
}

/** Opens all screens with these options, and returns the screenshots by the name of the screen. */
async function captureScreens({ child, device, language, scheme, size, childKind, taskIdByKind }: ScreenshotOptions) {
  const { page, context, errors } = await openTab(browser, service.url, {
    ...SIZES[size],
    colorScheme: scheme === 'dark' ? 'dark' : 'light',
    locale: language,
  });
  page.setDefaultTimeout(20_000);
  if (scheme === 'still') await page.emulateMedia({ reducedMotion: 'reduce' });
  const screenshots = new Map<string, Buffer>();
  let reportedErrorCount = 0;
  const capture = async (name: string) => {
    await page.waitForLoadState('networkidle');
    await waitUntilStill(page);
    // Out of sight, a lazy image never loads.
    await page.waitForFunction(() => [...document.images].every((image) => image.complete || image.loading === 'lazy'));
    screenshots.set(name, await page.screenshot());
    const problems = [
      // Reduced motion does not affect what axe checks.
      ...(scheme === 'still' ? [] : await findAxeViolations(page)),
      ...(await findOverflowingElements(page)),
      ...(await findSmallTargets(page)),
      ...errors.slice(reportedErrorCount),
    ];
    await page.emulateMedia({ colorScheme: scheme === 'dark' ? 'dark' : 'light' }); // checking the contrast changes the color scheme
    reportedErrorCount = errors.length;
    problemCount += problems.length;
    for (const problem of problems)
      console.log(`${language} ${scheme} ${size} ${childKind} ${name}: ${problem.slice(0, 300)}`);
  };
  const open = async (path: string, name: string) => {
    await page.goto(`/play${path}`);
    await capture(name);
  };
  await page.goto('/play');
  await page.locator('.windows li').last().waitFor(); // the app has created a device id by then
  await saveDevice(page, device);
  await open('', 'who');
  if (childKind === 'new') await open('/new', 'new profile');
  await signInOnDevice(page, device, { ...child, language });
  if (childKind === 'demo') {
    await page.goto('/play');
    await open(`/pin/${child.id}`, 'pin');
  }
  await open('/home', 'home');
  await page.locator('a.world-card').first().click();
  await page.locator('.map-location-button').first().waitFor();
  await capture('world');
  await page.locator('.map-location-button').first().click();
  await page.getByRole('dialog').waitFor();
  await capture('location');
  for (const [kind, id] of taskIdByKind) await open(`/task/${id}`, kind);
  for (const screen of ['todos', 'me', 'me/dress', 'me/badges', 'me/skills', 'me/calendar', 'me/levels'])
    await open(`/${screen}`, screen);
  for (const screen of ['me/planets', 'me/family', 'me/settings']) await open(`/${screen}`, screen);
  if (childKind === 'new') {
    // Answering changes the progress, so these screens are captured with another child.
    const otherDevice = `${device}-${scheme}-${size}`;
    await saveDevice(page, otherDevice);
    await signInOnDevice(page, otherDevice, { ...(await register(language, otherDevice)), language });
    await page.goto('/play/home'); // the app loads the name of the other child
    await page.waitForLoadState('networkidle');
    const action = page.locator('.action-bar .big-button');
    await page.goto(`/play/task/${taskIdByKind.get('single_choice')}`);
    await page.locator('.option').first().click();
    await action.click();
    await page.locator('.feedback').waitFor();
    await capture('feedback');
    await page.goto(`/play/task/${taskIdByKind.get('lesson')}`);
    await action.waitFor();
    for (let remaining = await page.locator('.progress-dots li').count(); remaining > 0; remaining -= 1)
      await action.click();
    await page.locator('.result').waitFor();
    await capture('result');
  }
  await context.close();
  return screenshots;
}

async function writeDocs(): Promise<void> {
  const child = await signIn(demoChildId, DEMO_DEVICE);
  const common = {
    child,
    device: DEMO_DEVICE,
    language: 'en',
    childKind: 'demo',
    taskIdByKind: await findTaskIds(child),
  } as const;
  const onTablet = await captureScreens({ ...common, scheme: 'light', size: 'tablet' });
  const onPhone = await captureScreens({ ...common, scheme: 'dark', size: 'phone' });
  await writeSheet('docs/screens.png', [...onTablet.values()]);
  const page = await browser.newPage({ viewport: { width: 1200, height: 750 } });
  const toImage = (picture: Buffer | undefined, style: string) =>
    `<img style="${style}" src="data:image/png;base64,${picture?.toString('base64')}">`;
  await page.setContent(`<style>
    body { margin: 0; background: #cfe3c4 }
    img { position: absolute; border: 8px solid #0d0b09; border-radius: 28px }
  </style>
  ${toImage(onTablet.get('world'), 'height: 660px; left: 40px; top: 37px')}
  ${toImage(onPhone.get('home'), 'height: 560px; left: 530px; top: 150px')}
  ${toImage(onTablet.get('hotspot'), 'height: 460px; left: 830px; top: 37px')}`);
  await page.waitForFunction(() => [...document.images].every((image) => image.complete));
  writeFileSync(
    'docs/play.png',
    await sharp(await page.screenshot())
      .png({ palette: true })
      .toBuffer(),
  );
}

/** Combines screenshots of the same dimensions in one picture. */
async function writeSheet(file: string, screenshots: readonly Buffer[]): Promise<void> {
  const cells = await Promise.all(
    screenshots.map((screenshot) => sharp(screenshot).resize({ height: CELL_HEIGHT }).toBuffer()),
  );
  const { width = 0 } = await sharp(cells[0]).metadata();
  const columns = Math.floor(SHEET_WIDTH / width);
  const composites = cells.map((input, i) => ({
    input,
    left: (i % columns) * (width + GAP),
    top: Math.floor(i / columns) * (CELL_HEIGHT + GAP),
  }));
  const background = {
    width: columns * (width + GAP),
    height: Math.ceil(cells.length / columns) * (CELL_HEIGHT + GAP),
    channels: 3,
    background: '#888',
  } as const;
  writeFileSync(file, await sharp({ create: background }).composite(composites).png({ palette: true }).toBuffer());
}
