import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { InvalidPackError } from '../../src/content/files/validation-errors.ts';
import { loadPacks } from '../../src/content/loading/load-packs.ts';
import { loadAllPacks } from '../support/content/packs.ts';

// Each test makes a mistake in a copy of two real packs and expects an error with the file and the line.

const PACKS_FOLDER = join(import.meta.dirname, '../../content/packs');
const GARDEN_FOLDER = 'first-steps/worlds/number-garden';
const MEADOW_FOLDER = 'first-steps/worlds/living-meadow';
const SUMS_FILE = `${GARDEN_FOLDER}/tasks/first-sums.yaml`;
const SUM_ANSWERS_FILE = `${GARDEN_FOLDER}/answers/first-sums.yaml`;
const STORIES_FILE = 'first-steps/worlds/story-hills/tasks/story-sense.yaml';
const folder = mkdtempSync(join(tmpdir(), 'packs-'));
const CACHE_FILE = join(folder, 'content-cache.json');
loadPacks(copyPacks(), CACHE_FILE); // only changed files of each copy are parsed
after(() => rmSync(folder, { recursive: true, force: true }));

/** Replaces the first `oldText` of a file with `newText`, which gives an error that matches `message`. */
type Mistake = readonly [
  oldText: string,
  newText: string,
  message: RegExp,
  details?: {
    /** The error is expected `at` this file and line, or else on the line that contains `line`, by default `newText`. */
    readonly at?: string;
    readonly line?: string;
    /** A second replacement, in SUM_ANSWERS_FILE. */
    readonly answersChange?: readonly [oldText: string, newText: string];
  },
];

const FIRST_HINT =
  / {6}- en: "Go from 7 up.*?\n(?= {6}- en)/s.exec(readFileSync(join(PACKS_FOLDER, SUM_ANSWERS_FILE), 'utf8'))?.[0] ??
  '';
const WORLD_FILE = `${GARDEN_FOLDER}/world.yaml`;

// biome-ignore format: each mistake has a line
const MISTAKES: Readonly<Record<string, readonly Mistake[]>> = {
  [SUMS_FILE]: [
    ['skills: [addition', 'skills: [[addition', /./, { line: 'title:' }],
    ['skills: [addition, counting]', 'skills: []', /A quiz trains at least one skill/],
    ['skill: counting', 'skill: shapes', /"shapes" is not one of the skills of the task/],
    ['    skill: addition\n', '', /The quiz has several skills\. The question "seven-and-five" does not say which one/, { line: '- id: seven-and-five' }],
    ['skills: [addition, counting]', 'skills: [addition, counting, shapes]', /No question of the quiz asks for the skill "shapes"/],
    ['max_length', 'max_lenght', /"max_lenght" is not a valid key/],
    ['difficulty: 1\n', '', /difficulty/, { line: 'kind: quiz' }],
    ['difficulty: 1\n', 'difficulty: 1\npre_reader: true\n', /does not type: "nine-and-six" needs options/, { line: 'kind: numeric' }],
    ['difficulty: 1\n', 'difficulty: 1\npre_reader: true\n', /feedback\.right has "\+" in "en", which a voice reads badly/, { at: `${SUM_ANSWERS_FILE}:18`, answersChange: ['7 and 3 make 10, and 2 more make 12.', '7 + 3 + 2 = 12.'] }],
    ['11", es: "11", uk: "11", pl: "11" } }', '11", es: "11", uk: "11", pl: "11" }, recording: { en: number-garden-cover } }', /"number-garden-cover" must be a sound/],
    ['kind: fill_in', 'kind: fill_out', /kind|discriminator/],
    ['skills: [addition', 'skills: [sums, addition', /No skills\.yaml has a name for the skill "sums" in en, es, uk, pl/],
    [', es: "Primeras sumas"', '', /title is missing in "es"/, { line: 'title:' }],
    [', es: "Primeras sumas"', ', es: "Primeras sumas", de: "Summen"', /title is in "de", which pack.yaml does not declare/],
    ['"Primeras sumas"', '"…"', /not written yet in "es"/],
    ['"Primeras sumas"', '"\\e[31mPrimeras sumas"', /title is not printable in "es": it has a control character/],
    ['title:', '"\\e[31mname": 1\ntitle:', /^[^\p{Cc}]*\\u001b\[31mname/u],
    ['id: even-eight', 'id: seven-and-five', /item of first-sums "seven-and-five" is already defined/, { line: '- id: seven-and-five\n    kind: true_false' }],
    ['{ id: twelve', '{ id: eleven', /"eleven" is already defined/, { line: '{ id: eleven, text: { en: "12"' }],
    ['id: thirteen, text: { en: "13"', 'id: thirteen, text: { en: "12.0"', /"12" and "12\.0" of the item "seven-and-five" say the same in "en", but they are not both right/, { at: `${SUM_ANSWERS_FILE}:4` }],
    ['- { id: eleven,', '- { id: ten, text: { en: "10", es: "10", uk: "10", pl: "10" } }\n      - { id: eleven,', /The wrong option "ten" of "seven-and-five" has no feedback under `mistakes`/, { at: SUM_ANSWERS_FILE }],
    ['id: even-eight', 'id: odd-eight', /"odd-eight" has no answer/],
    ['id: even-eight', 'id: odd-eight', /no graded item "even-eight"/, { at: SUM_ANSWERS_FILE }],
    ['max_length: 20', 'max_length: 4', /"eight" is longer/, { at: SUM_ANSWERS_FILE }],
    ['kind: quiz', 'kind: lesson', /lesson task is not graded/, { line: 'kind: single_choice' }],
  ],
  [WORLD_FILE]: [
    ['kind: boss', 'kind: chief', /boss/],
    ['x: 0.14', 'x: 1.4', /map\.x must be <= 1/],
    ['prerequisite_ids: [garden-gate]', 'prerequisite_ids: [garden-door]', /no location "garden-door"/],
    ['tasks: [bundles-of-ten, first-sums]', 'prerequisite_ids: [old-tower]\n    tasks: [bundles-of-ten, first-sums]', /"garden-gate" is its own prerequisite: garden-gate → old-tower → little-market → garden-gate/, { line: 'prerequisite_ids: [old-tower]' }],
    ['prerequisite_ids: [garden-gate]', 'required_level: 51', /"little-market" cannot be unlocked: there are 50 levels/],
    ['prerequisite_ids: [garden-gate]', 'required_level: 51', /"old-tower" cannot be unlocked, because one of its prerequisites cannot/, { line: 'prerequisite_ids: [little-market]' }],
    ['order: 1', 'order: 1\nprerequisite_ids: [number-garden]', /"number-garden" is its own prerequisite/, { line: 'prerequisite_ids: [number-garden]' }],
    ['tasks: [my-pattern]', 'tasks: [first-sums]', /The task "\S+" is in no location/, { at: `${GARDEN_FOLDER}/tasks/my-pattern.yaml:2` }],
    ['tasks: [my-pattern]', 'tasks: [first-sums]', /"first-sums" is already in "garden-gate"/],
    ['[my-pattern]', '[your-pattern]', /no task "your-pattern"/],
    ['cover: number-garden-cover', 'cover: no-cover', /no "no-cover" in this pack's media/],
    ['icon: castle', 'icon: palace', /pictures\/palace\.svg does not exist/],
    ['picture: mika }', 'picture: castle }', /pictures\/castle-happy\.svg does not exist/],
    ['picture: story-garden-gate-1', 'picture: story-garden-gate-9', /pictures\/story-garden-gate-9\.svg does not exist/],
    ['en: "Mika opens the garden gate.', `en: "Mika opens the garden gate.${' It squeaks.'.repeat(8)}`, /a picture of a story has at most 120/],
    ['icon: castle', 'icon: seedling', /The file is not used/, { at: 'first-steps/pictures/castle.svg:1' }],
    ['order: 1', 'order: 1\nlanguages: [en]', /"es" is missing, but the pack is complete in it/, { line: 'languages: [en]' }],
    ['order: 1', 'order: 1\nlanguages: [en, es, uk, pl, de]', /pack.yaml does not declare "de"/, { line: 'languages: [en' }],
  ],
  'base/badges.yaml': [
    ['metric: tasks_completed, op: ">=", value: 10 ', 'metric: task_completed, op: ">=", value: 10 ', /criteria.metric must be equal to one of .*tasks_completed/],
  ],
  'base/skills.yaml': [
    ['es: "la suma", uk: "додавання", ', 'es: "la suma", ', /"addition" in uk/, { at: `${SUMS_FILE}:5` }],
    ['requires: [numbers-to-10]', 'requires: [numbers-to-11]', /There is no skill "numbers-to-11"/],
    ['requires: [alphabet]', 'requires: [inference]', /"inference" is learned later than "dictionary": at the age of 9/],
    ['requires: [multiplication, perimeter]', 'requires: [multiplication, area]', /The skills "area" and "area" require each other/],
    ['- id: alphabet', '- id: addition', /"addition" is already defined/, { line: '- id: addition\n    subject: language' }],
  ],
  'base/misconceptions.yaml': [
    ['skills: [fractions]', 'skills: [fraction]', /There is no skill "fraction"/],
    ['- id: counts-the-start', '- id: counts-from-the-start', /There is no misconception "counts-the-start"/, { at: `${SUM_ANSWERS_FILE}:28` }],
  ],
  [SUM_ANSWERS_FILE]: [
    ['misconception: counts-the-start', 'misconception: hears-no-rhyme', /"hears-no-rhyme" does not belong to the subject of this question: mathematics/],
    [FIRST_HINT, '', /hints must NOT have fewer than 2 items/, { line: 'hints:' }],
    ['        es: "Primero ve del 7 al 10."\n', '', /items\.0\.hints\.0 is missing in "es"/, { line: 'en: "Go from 7 up' }],
    ['answer: twelve', 'answer: twenty', /"twenty" must be one of eleven, twelve/],
    ['answer: eleven', 'answer: ten', /The mistake "ten" must be one of eleven, twelve/],
    ['answer: eleven', 'answer: twelve # wrong', /The mistake "twelve" is a right answer/],
    ['answer: 14', 'answer: 15 # wrong', /The mistake 15 includes right answers/],
    ['answer: 14', 'answer: 3 # again', /The mistake 3 is part of an earlier one/],
    ['"eigt"', '" EIGHT"', /" EIGHT" is already a right answer or a mistake/],
    ['kind: true_false', 'kind: single_choice # changed', /"even-eight" is of the kind true_false, but its answer is of the kind single_choice/],
    ['answer: 15', 'answer: 15\n    tolerance: -1', /must be >= 0/, { line: 'tolerance' }],
    ['    hints:\n', '    hints:\n      - { en: "a", es: "a" }\n      - { en: "b", es: "b" }\n', /hints must NOT have more than 3 items/, { line: 'hints:' }],
    ['feedback:', 'feedbacks:', /feedback/],
  ],
  [`${MEADOW_FOLDER}/world.yaml`]: [
    ['id: quiet-pond', 'id: garden-gate', /location "garden-gate" is already defined/, { at: `${GARDEN_FOLDER}/world.yaml` }],
  ],
  [`${MEADOW_FOLDER}/answers/at-the-pond.yaml`]: [
    ['tadpole: frog', 'tadpole: toad', /"toad" must be one of frog, duck/],
    ['x: 0.6,', 'x: 0.9,', /extends beyond the picture/],
    ['x: 0.6,', 'x: 6,', /must be <= 1/],
  ],
  [`${MEADOW_FOLDER}/answers/plants-and-animals.yaml`]: [
    ['oak: plant, ', '', /"oak" has no answer/, { line: 'groups:' }],
  ],
  [`${MEADOW_FOLDER}/answers/how-things-grow.yaml`]: [
    ['order: [egg, ', 'order: [', /"egg" is missing/],
    ['order: [egg, caterpillar, chrysalis, butterfly]', 'order: [butterfly, caterpillar, chrysalis, egg]', /The ids in alphabetical order give the correct order/],
    ['order: [egg, caterpillar, chrysalis, butterfly]', 'order: [chrysalis, butterfly, egg, caterpillar]', /lists its options in the correct order/],
  ],
  [`${GARDEN_FOLDER}/tasks/market-sums.yaml`]: [
    ['select_max: 4', 'select_max: 1', /2 options are correct, but a child can choose 1 to 1/, { at: `${GARDEN_FOLDER}/answers/market-sums.yaml` }],
  ],
  [`${GARDEN_FOLDER}/tasks/set-the-table.yaml`]: [
    ['kind: real_world', 'kind: quiz', /A quiz needs at least one graded item/],
  ],
  'first-steps/media.yaml': [
    ['file: "pond.svg"', 'file: "lake.svg"', /neither an alternative text nor a license/, { at: 'first-steps/media/pond.svg:1' }],
    ['file: "pond.svg"', 'file: "lake.svg"', /lake\.svg does not exist/],
    ['    alt:', '    alternative:', /alternative/],
  ],
  'first-steps/media/pond.svg': [
    ['<path', '<script>alert(1)</script><path', /must not contain scripts/, { at: 'first-steps/media/pond.svg:1' }],
  ],
  'base/avatar.yaml': [
    ['hat: null', 'hat: no-hat', /uses no-hat, which is not an item of the slot hat/],
    ['hat: null', 'hat: wizard-hat', /uses wizard-hat, which requires the badge ten-out-of-ten/],
    ['top: cap', 'top: beret', /"beret" is not one of hat, hijab/],
    ['required_badge: ten-out-of-ten', 'required_badge: eleven-out-of-ten', /wizard-hat requires the badge "eleven-out-of-ten", which does not exist/],
  ],
  'base/planets.yaml': [
    ['age_max: 8', 'age_min: 9\n    age_max: 8', /No child can join "little-explorers": age_min/, { line: 'age_min: 9\n    age_max: 8' }],
    ['min_level: 10', 'min_level: 51', /No child can join "comet-crew": there are 50 levels/],
    ['kind: event', 'kind: club', /"winter-lights" is a club/, { line: 'kind: club\n    capacity: 200' }],
    ['    ends_at: "2027-03-01T00:00:00.000Z"\n', '', /An event must have starts_at and ends_at/, { line: '- id: winter-lights' }],
    ['ends_at: "2027-03-01T', 'ends_at: "2027-02-30T', /2027-02-30T00:00:00.000Z is not a valid date/],
    ['starts_at: "2026-12-01T00:00:00.000Z", ends_at: "2027-03-01', 'starts_at: "2026-12-01T00:00:00.000Z", ends_at: "2026-03-01', /ends_at must be after starts_at/],
    ['target: 5000, every: month', 'target: 5000, every: month, ends_at: "2027-03-01T00:00:00.000Z"', /has either `every`, or starts_at and ends_at/],
    ['image: abacus', 'image: abakus', /pictures\/abakus\.svg does not exist/],
  ],
  'first-steps/pack.yaml': [
    ['[en, es, uk, pl]', '[en, es, uk, pl, es-mx]', /not a canonical language tag/],
    ['[en, es, uk, pl]', '[en, es, uk, pl]\nmore_languages: [es]', /"es" is already in languages/, { line: 'more_languages' }],
    ['[en, es, uk, pl]', '[en, es, uk, pl]\nmore_languages: [de]', /^\S+ title is missing in "de"/, { at: `${SUMS_FILE}:6` }],
    ['id: first-steps', 'id: last-steps', /its folder is "first-steps"/],
  ],
};

/** Expressions and ranges of a generator, and the error that each gives. */
const INVALID_GENERATORS: readonly (readonly [answer: string, message: RegExp, range?: string, level?: string])[] = [
  ['a + b.constructor', /MemberExpression is not allowed/],
  ['a + c', /There is no "c"/],
  ['a - b - 50', /The answer -\d+ is not a number that a child can type/],
  ['(a + b) / 7', /The answer \d*\.\d+ is not a number that a child can type/],
  ['a + b', /has only \d+ different items in 200 draws/, '{ from: 1, to: 3 }'],
  ['a + b', /accepts \d+% of its draws/, '{ from: 1, to: 3000 }'],
  ['a + b', /The level 2 of the generator "nine-and-six" draws "c"/, undefined, '2: { draw: { c: { one_of: [1] } } }'],
  ['a + b', /The level 1 of .* is the difficulty of the task/, undefined, '1: { draw: { a: { from: 1, to: 9 } } }'],
  ['a + b', /The level 3 of .* has only \d+ different items/, undefined, '3: { draw: { a: { one_of: [1, 2] } } }'],
  ['a + b', /The level 3 of .* accepts 0% of its draws/, undefined, '3: { draw: { a: { one_of: [90] } } }'],
];

suite('pack validation', () => {
  const sharedPacks = copyPacks();
  for (const [file, mistakes] of Object.entries(MISTAKES))
    for (const [oldText, newText, message, { at, line = newText, answersChange } = {}] of mistakes)
      test(`reports the file and line of "${newText || oldText}" in ${file}: ${message.source}`, () => {
        const originals = [file, SUM_ANSWERS_FILE].map((name) => join(sharedPacks, name));
        const contents = originals.map((path) => readFileSync(path));
        const text = replaceInFile(sharedPacks, file, oldText, newText);
        if (answersChange) replaceInFile(sharedPacks, SUM_ANSWERS_FILE, ...answersChange);
        const reported = listErrors(sharedPacks);
        for (const [i, path] of originals.entries()) writeFileSync(path, contents[i] ?? '');
        assertReported(reported, at ?? `${file}:${findLine(text, line)}`, message);
      });

  for (const [answer, message, range, level] of INVALID_GENERATORS)
    test(`reports the file and line of a generator of ${answer}: ${message.source}`, () => {
      const copiedPacks = copyPacks();
      const text = writeGenerator(copiedPacks, answer, range, level);
      assertReported(listErrors(copiedPacks), `${SUMS_FILE}:${findLine(text, '- id: nine-and-six')}`, message);
    });

  test('requires a language that a world declares in all its texts, accepted answers and image descriptions', () => {
    const copiedPacks = copyPacks();
    replaceInFile(copiedPacks, 'first-steps/pack.yaml', '[en, es, uk, pl]', '[en, es, uk, pl]\nmore_languages: [de]');
    replaceInFile(copiedPacks, WORLD_FILE, 'order: 1', 'order: 1\nlanguages: [en, es, uk, pl, de]');
    const errors = listErrors(copiedPacks).join('\n');
    for (const file of [WORLD_FILE, SUMS_FILE, SUM_ANSWERS_FILE, 'first-steps/media.yaml']) {
      assert.match(errors, new RegExp(`^${file}:\\d+: \\S+ is missing in "de"`, 'm'), file);
    }
    assert.match(errors, /first-sums\.yaml:\d+: items\.3\.accepted is missing in "de"/);
    assert.match(errors, /media\.0\.alt is missing in "de"/, 'the cover of this world');
    assert.doesNotMatch(errors, /media\.1\.alt|at-the-pond\.yaml:\d+: (?!title)/, 'only titles of the other worlds');
  });

  test('refuses a question of mathematics or language without a worked solution, generated or written', () => {
    const packsFolder = copyPacks();
    const tasks = writeGenerator(packsFolder, 'a + b');
    const stories = readFileSync(join(packsFolder, STORIES_FILE), 'utf8');
    for (const file of [SUM_ANSWERS_FILE, STORIES_FILE.replace('tasks', 'answers')]) {
      const answers = readFileSync(join(packsFolder, file), 'utf8');
      writeFileSync(join(packsFolder, file), answers.replaceAll(/^ {4}solution:.*\n( {6}.*\n)*/gm, ''));
    }
    const errors = listErrors(packsFolder);
    for (const [file, text, id, subject] of [
      [SUMS_FILE, tasks, 'seven-and-five', 'mathematics'],
      [SUMS_FILE, tasks, 'nine-and-six', 'mathematics'],
      [STORIES_FILE, stories, 'main-character', 'language'],
    ] as const)
      assertReported(
        errors,
        `${file}:${findLine(text, `id: ${id}`)}`,
        new RegExp(`"${id}" of ${subject} has no worked solution`),
      );
  });

  test('refuses a generated option with a picture that does not exist', () => {
    const copiedPacks = copyPacks();
    writeGenerator(copiedPacks, 'a + b');
    const options = `options: { count: 2, image: "value > 0 ? 'no-picture' : 'pond'" }`;
    replaceInFile(copiedPacks, SUMS_FILE, 'as: numeric', `as: single_choice\n    ${options}`);
    assert.match(
      listErrors(copiedPacks).join('\n'),
      /The generator "nine-and-six": There is no "no-picture" in this pack's media/,
    );
  });

  test('refuses a generated item that a child who cannot read yet cannot answer', () => {
    const copiedPacks = copyPacks();
    writeGenerator(copiedPacks, 'a + b');
    replaceInFile(copiedPacks, SUMS_FILE, 'difficulty: 1', 'difficulty: 1\npre_reader: true');
    assert.match(
      listErrors(copiedPacks).join('\n'),
      /The generator "nine-and-six": A child who cannot read yet does not type/,
    );
  });

  test('requires an open lesson, quiz and creative task for a new child, and a locked world or location', () => {
    const lockedPacks = copyPacks();
    for (const name of ['number-garden', 'living-meadow', 'story-hills']) {
      replaceInFile(lockedPacks, `first-steps/worlds/${name}/world.yaml`, 'subject:', 'required_level: 2\nsubject:');
    }
    const errors = listErrors(lockedPacks).join('\n');
    for (const kind of ['lesson or real_world task', 'quiz', 'creative task']) {
      assert.match(errors, new RegExp(`world.yaml:2: For a new child there is no open ${kind} in any pack`));
    }
    const unlockedPacks = copyPacks();
    for (const name of ['number-garden', 'living-meadow', 'story-hills']) {
      const file = join(unlockedPacks, `first-steps/worlds/${name}/world.yaml`);
      writeFileSync(file, readFileSync(file, 'utf8').replace(/^ +prerequisite_ids.*\n/gm, ''));
    }
    assert.match(listErrors(unlockedPacks).join('\n'), /there is no locked world or location/);
  });

  test('reports a second levels.yaml, an id used in two packs and a missing pack.yaml', () => {
    const copiedPacks = copyPacks();
    cpSync(join(copiedPacks, 'base/levels.yaml'), join(copiedPacks, 'first-steps/levels.yaml'));
    cpSync(join(copiedPacks, SUMS_FILE), join(copiedPacks, MEADOW_FOLDER, 'tasks/first-sums.yaml'));
    rmSync(join(copiedPacks, 'base/pack.yaml'));
    const errors = listErrors(copiedPacks).join('\n');
    assert.match(errors, /^first-steps\/levels\.yaml:\d+: Another pack already defines levels/m);
    assert.match(errors, /number-garden\/tasks\/first-sums\.yaml:2: The task "first-sums" is already defined/);
    assert.match(errors, /^base\/pack\.yaml:1: The file is missing/m);
  });

  test('adds the base pack of the service to packs without levels, and English to texts without a language', () => {
    const copiedPacks = copyPacks();
    rmSync(join(copiedPacks, 'base'), { recursive: true });
    const { levels, badges, starterLooks } = loadPacks(copiedPacks, CACHE_FILE);
    assert.deepEqual([levels, starterLooks], [loadAllPacks().levels, loadAllPacks().starterLooks]);
    assert.ok(badges.size > 0);
    const partlyTranslated = copyPacks();
    replaceInFile(partlyTranslated, 'base/pack.yaml', '[en, es, uk, pl]', '[en, es, uk]\nmore_languages: [pl]');
    replaceInFile(partlyTranslated, 'base/levels.yaml', ', pl: "Małe ziarenko"', '');
    assert.equal(loadPacks(partlyTranslated, CACHE_FILE).levels[0]?.name.pl, 'Little Seed');
  });

  test('reports missing levels and a folder without packs', () => {
    const copiedPacks = copyPacks();
    rmSync(join(copiedPacks, 'base/levels.yaml'));
    assert.match(listErrors(copiedPacks).join('\n'), /^base\/pack\.yaml:3: No pack has a levels\.yaml/m);
    const packsWithInvalidLevels = copyPacks();
    replaceInFile(packsWithInvalidLevels, 'base/levels.yaml', 'levels:', 'level:');
    assert.doesNotMatch(listErrors(packsWithInvalidLevels).join('\n'), /No pack has a levels|The file is not used/);
    assert.match(listErrors(join(folder, 'nowhere')).join('\n'), /There is no pack in this folder/);
  });

  test('refuses symbolic links to files outside the pack, which would become public', () => {
    const copiedPacks = copyPacks();
    const secretFile = join(copiedPacks, '..', 'secret.mp3');
    writeFileSync(secretFile, 'secret');
    mkdirSync(join(copiedPacks, 'first-steps/media'), { recursive: true });
    symlinkSync(secretFile, join(copiedPacks, 'first-steps/media/secret.mp3'));
    symlinkSync('/proc/self/environ', join(copiedPacks, 'first-steps/media/environment.mp3'));
    symlinkSync('nowhere.mp3', join(copiedPacks, 'first-steps/media/dangling.mp3'));
    rmSync(join(copiedPacks, SUMS_FILE));
    symlinkSync(join(PACKS_FOLDER, SUMS_FILE), join(copiedPacks, SUMS_FILE));
    const errors = listErrors(copiedPacks).join('\n');
    for (const file of [
      ...['secret', 'environment', 'dangling'].map((name) => `first-steps/media/${name}.mp3`),
      SUMS_FILE,
    ])
      assert.ok(errors.match(new RegExp(`^${file}:\\d+: This must be a file of the pack`, 'm')), errors);
  });

  test('refuses pictures with scripts in any notation', () => {
    const unsafePictures = {
      prefixed: '<svg xmlns="http://www.w3.org/2000/svg" xmlns:s="http://www.w3.org/2000/svg"><s:script/></svg>',
      handler: '<svg xmlns="http://www.w3.org/2000/svg" onload ="x()"/>',
      html: '<svg xmlns="http://www.w3.org/2000/svg" xmlns:h="http://www.w3.org/1999/xhtml"><h:img/></svg>',
    };
    const copiedPacks = copyPacks();
    for (const [name, svg] of Object.entries(unsafePictures))
      writeFileSync(join(copiedPacks, `first-steps/pictures/${name}.svg`), svg);
    const errors = listErrors(copiedPacks).join('\n');
    for (const name of Object.keys(unsafePictures))
      assert.ok(errors.includes(`pictures/${name}.svg:1: A picture must not contain scripts`), errors);
  });

  test('reports all mistakes together, sorted by file', () => {
    const copiedPacks = copyPacks();
    replaceInFile(copiedPacks, SUMS_FILE, 'max_length', 'max_lenght');
    replaceInFile(copiedPacks, SUMS_FILE, 'kind: numeric', 'kind: number');
    replaceInFile(copiedPacks, WORLD_FILE, 'icon: castle', 'icon: palace');
    replaceInFile(copiedPacks, `${MEADOW_FOLDER}/answers/at-the-pond.yaml`, 'tadpole: frog', 'tadpole: toad');
    const errors = listErrors(copiedPacks);
    for (const word of ['max_lenght', 'kind', 'palace', 'toad']) {
      assert.ok(
        errors.some((error) => error.includes(word)),
        word,
      );
    }
    assert.deepEqual(
      errors.map(getFile),
      errors.map(getFile).sort((a, b) => a.localeCompare(b)),
    );
  });
});

function copyPacks(): string {
  const copiedPacks = mkdtempSync(join(folder, 'copy-'));
  for (const pack of ['base', 'first-steps'])
    cpSync(join(PACKS_FOLDER, pack), join(copiedPacks, pack), { recursive: true });
  return copiedPacks;
}

/** Replaces an item and its answer with a generator. Returns the text of the tasks. */
function writeGenerator(packsFolder: string, answer: string, range = '{ from: 1, to: 20 }', level?: string): string {
  const numeric = 'id: nine-and-six\n    kind: numeric';
  const generated = 'id: nine-and-six\n    kind: generated';
  replaceInFile(packsFolder, SUM_ANSWERS_FILE, `${numeric}\n    answer: 15`, `${generated}\n    answer: ${answer}`);
  const levels = level === undefined ? '' : `\n    levels: { ${level} }`;
  const draw = `draw: { a: ${range}, b: ${range} }\n    where: ["a + b < 40"]${levels}`;
  return replaceInFile(packsFolder, SUMS_FILE, numeric, `${generated}\n    as: numeric\n    ${draw}`);
}

function assertReported(errors: readonly string[], position: string, message: RegExp): void {
  const isReported = errors.some((error) => error.startsWith(`${position}:`) && message.test(error));
  assert.ok(isReported, `${position}: ${message} is not among\n${errors.join('\n')}`);
}

function replaceInFile(packsFolder: string, file: string, oldText: string, newText: string): string {
  const path = join(packsFolder, file);
  const text = readFileSync(path, 'utf8');
  assert.ok(text.includes(oldText), `${file} does not contain "${oldText}"`);
  const newContent = text.replace(oldText, () => newText);
  writeFileSync(path, newContent);
  return newContent;
}

function findLine(text: string, searchText: string): number {
  const index = text.indexOf(searchText);
  assert.ok(index >= 0, `there is no "${searchText}"`);
  return text.slice(0, index).split('\n').length;
}

function listErrors(packsFolder: string): readonly string[] {
  try {
    loadPacks(packsFolder, CACHE_FILE);
  } catch (error) {
    if (error instanceof InvalidPackError) return error.errors;
    throw error;
  }
  return [];
}

function getFile(error: string): string {
  return error.split(':')[0] ?? '';
}
