import assert from 'node:assert/strict';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { InvalidPackError } from '../../src/content/files/validation-errors.ts';
import { loadPacks } from '../../src/content/loading/load-packs.ts';
import { loadAllPacks, PARSE_CACHE } from '../support/content/packs.ts';

// Makes one mistake at a time in a copy of two real packs and expects an error that names the file and the line.

const PACKS = join(import.meta.dirname, '../../content/packs');
const GARDEN = 'first-steps/worlds/number-garden';
const MEADOW = 'first-steps/worlds/living-meadow';
const SUMS = `${GARDEN}/tasks/first-sums.yaml`;
const SUM_ANSWERS = `${GARDEN}/answers/first-sums.yaml`;
const folder = mkdtempSync(join(tmpdir(), 'packs-'));
const CACHE = join(folder, 'content-cache.json');
loadAllPacks();
copyFileSync(PARSE_CACHE, CACHE); // only changed files of each copy are parsed
after(() => rmSync(folder, { recursive: true, force: true }));

/** Replaces the first `from` in `file` by `to`. The error must be at `place`, or else on the line of `file` that contains `lineContaining` (by default `to`). */
interface Case {
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** What is replaced in the answers as well, and by what. */
  readonly answers?: readonly [from: string, to: string];
  readonly lineContaining?: string;
  readonly place?: string;
  readonly message: RegExp;
}

const world = `${GARDEN}/world.yaml`;

/** A generator in the place of an item, with its answer. */
function createGenerated(answer: string, range = '{ from: 1, to: 20 }'): Omit<Case, 'message'> {
  const draw = `draw: { a: ${range}, b: ${range} }\n    where: ["a + b < 40"]`;
  return {
    file: SUMS,
    from: 'id: nine-and-six\n    kind: numeric',
    to: `id: nine-and-six\n    kind: generated\n    as: numeric\n    ${draw}`,
    lineContaining: '- id: nine-and-six',
    answers: [
      'id: nine-and-six\n    kind: numeric\n    answer: 15',
      `id: nine-and-six\n    kind: generated\n    answer: ${answer}`,
    ],
  };
}

const cases: Readonly<Record<string, Case>> = {
  'invalid YAML': {
    file: SUMS,
    from: 'skills: [addition',
    to: 'skills: [[addition',
    lineContaining: 'title:',
    message: /./,
  },
  'a misspelt key': { file: SUMS, from: 'max_length', to: 'max_lenght', message: /"max_lenght" is not a valid key/ },
  'a missing key': { file: SUMS, from: 'difficulty: 1\n', to: '', lineContaining: 'kind: quiz', message: /difficulty/ },
  'a value outside its list': { file: world, from: 'kind: boss', to: 'kind: chief', message: /boss/ },
  'an unknown kind of item': { file: SUMS, from: 'kind: fill_in', to: 'kind: fill_out', message: /kind|discriminator/ },
  'a map position outside 0 to 1': { file: world, from: 'x: 0.14', to: 'x: 1.4', message: /map\.x must be <= 1/ },
  'a badge with an unknown metric': {
    file: 'base/badges.yaml',
    from: 'metric: tasks_completed, op: ">=", value: 10 ',
    to: 'metric: task_completed, op: ">=", value: 10 ',
    message: /criteria.metric must be equal to one of .*tasks_completed/,
  },
  'a quiz with a skill that has no name': {
    file: SUMS,
    from: 'skills: [addition',
    to: 'skills: [sums, addition',
    message: /No skills\.yaml has a name for the skill "sums" in en, es, uk, pl/,
  },
  'a name of a skill that is missing in a language of a world': {
    file: 'base/skills.yaml',
    from: 'es: "la suma", uk: "додавання", ',
    to: 'es: "la suma", ',
    place: `${SUMS}:5`,
    message: /"addition" in uk/,
  },
  'a skill that is named twice': {
    file: 'base/skills.yaml',
    from: '- id: alphabet',
    to: '- id: addition',
    place: 'base/skills.yaml:9',
    message: /"addition" is already defined/,
  },
  'an unknown prerequisite': {
    file: world,
    from: 'prerequisite_ids: [garden-gate]',
    to: 'prerequisite_ids: [garden-door]',
    message: /no location "garden-door"/,
  },
  'a cycle of prerequisites': {
    file: world,
    from: 'tasks: [bundles-of-ten, first-sums]',
    to: 'prerequisite_ids: [old-tower]\n    tasks: [bundles-of-ten, first-sums]',
    lineContaining: 'prerequisite_ids: [old-tower]',
    message: /"garden-gate" is its own prerequisite: garden-gate → old-tower → little-market → garden-gate/,
  },
  'a level above the highest one': {
    file: world,
    from: 'prerequisite_ids: [garden-gate]',
    to: 'required_level: 51',
    message: /"little-market" cannot be unlocked: there are 50 levels/,
  },
  'a location whose prerequisite cannot be unlocked': {
    file: world,
    from: 'prerequisite_ids: [garden-gate]',
    to: 'required_level: 51',
    lineContaining: 'prerequisite_ids: [little-market]',
    message: /"old-tower" cannot be unlocked, because one of its prerequisites cannot/,
  },
  'a cycle of worlds': {
    file: world,
    from: 'order: 1',
    to: 'order: 1\nprerequisite_ids: [number-garden]',
    lineContaining: 'prerequisite_ids: [number-garden]',
    message: /"number-garden" is its own prerequisite/,
  },
  'a task that no location lists': {
    file: world,
    from: 'tasks: [my-pattern]',
    to: 'tasks: [first-sums]',
    place: `${GARDEN}/tasks/my-pattern.yaml:2`,
    message: /The task "\S+" is in no location/,
  },
  'a task in two locations': {
    file: world,
    from: 'tasks: [my-pattern]',
    to: 'tasks: [first-sums]',
    message: /"first-sums" is already in "garden-gate"/,
  },
  'a task that does not exist': {
    file: world,
    from: '[my-pattern]',
    to: '[your-pattern]',
    message: /no task "your-pattern"/,
  },
  'a missing language': {
    file: SUMS,
    from: ', es: "Primeras sumas"',
    to: '',
    lineContaining: 'title:',
    message: /title is missing in "es"/,
  },
  'a language not declared by the pack': {
    file: SUMS,
    from: ', es: "Primeras sumas"',
    to: ', es: "Primeras sumas", de: "Summen"',
    message: /title is in "de", which pack.yaml does not declare/,
  },
  'a hint in one language only': {
    file: SUM_ANSWERS,
    from: '        es: "Primero ve del 7 al 10."\n',
    to: '',
    lineContaining: 'en: "Go from 7 up',
    message: /items\.0\.hints\.0 is missing in "es"/,
  },
  'a placeholder text': {
    file: SUMS,
    from: '"Primeras sumas"',
    to: '"…"',
    message: /not written yet in "es"/,
  },
  'a text with a control character': {
    file: SUMS,
    from: '"Primeras sumas"',
    to: '"\\e[31mPrimeras sumas"',
    message: /title is not printable in "es": it has a control character/,
  },
  'a key with a control character': {
    file: SUMS,
    from: 'title:',
    to: '"\\e[31mname": 1\ntitle:',
    message: /^[^\p{Cc}]*\\u001b\[31mname/u,
  },
  'the same item twice': {
    file: SUMS,
    from: 'id: even-eight',
    to: 'id: seven-and-five',
    lineContaining: '- id: seven-and-five\n    kind: true_false',
    message: /item of first-sums "seven-and-five" is already defined/,
  },
  'the same option twice': {
    file: SUMS,
    from: '{ id: twelve',
    to: '{ id: eleven',
    lineContaining: '{ id: eleven, text: { en: "12"',
    message: /"eleven" is already defined/,
  },
  'the same location twice': {
    file: `${MEADOW}/world.yaml`,
    from: 'id: quiet-pond',
    to: 'id: garden-gate',
    place: `${GARDEN}/world.yaml`,
    message: /location "garden-gate" is already defined/,
  },
  'an answer that matches no option': {
    file: SUM_ANSWERS,
    from: 'answer: twelve',
    to: 'answer: twenty',
    message: /"twenty" must be one of eleven, twelve/,
  },
  'a mistake that is not an option': {
    file: SUM_ANSWERS,
    from: 'answer: eleven',
    to: 'answer: ten',
    message: /The mistake "ten" must be one of eleven, twelve/,
  },
  'a mistake that is right': {
    file: SUM_ANSWERS,
    from: 'answer: eleven',
    to: 'answer: twelve # wrong',
    message: /The mistake "twelve" is a right answer/,
  },
  'a wrong option without feedback of its own in a pack that explains mistakes': {
    file: SUMS,
    from: '- { id: eleven,',
    to: '- { id: ten, text: { en: "10", es: "10", uk: "10", pl: "10" } }\n      - { id: eleven,',
    place: SUM_ANSWERS,
    message: /The wrong option "ten" of "seven-and-five" has no words under mistakes/,
  },
  'a number that is right and a mistake': {
    file: SUM_ANSWERS,
    from: 'answer: 14',
    to: 'answer: 15 # wrong',
    message: /The mistake 15 includes right answers/,
  },
  'a number with two mistakes': {
    file: SUM_ANSWERS,
    from: 'answer: 14',
    to: 'answer: 3 # again',
    message: /The mistake 3 is part of an earlier one/,
  },
  'a typed word that is right and a mistake': {
    file: SUM_ANSWERS,
    from: '"eigt"',
    to: '" EIGHT"',
    message: /" EIGHT" is a right answer, or a mistake twice/,
  },
  'an expression that accesses a property': {
    ...createGenerated('a + b.constructor'),
    message: /The generator "nine-and-six": MemberExpression is not allowed/,
  },
  'an expression with an unknown name': {
    ...createGenerated('a + c'),
    message: /The generator "nine-and-six": There is no "c"/,
  },
  'a generated number below zero': {
    ...createGenerated('a - b - 50'),
    message: /The answer -\d+ is not a number that a child can type/,
  },
  'a generator with hardly any items': {
    ...createGenerated('a + b', '{ from: 1, to: 3 }'),
    message: /has only \d+ different items/,
  },
  'a generator whose condition is hardly ever true': {
    ...createGenerated('a + b', '{ from: 1, to: 3000 }'),
    message: /accepts \d+ % of its draws/,
  },
  'a pair that matches no option': {
    file: `${MEADOW}/answers/at-the-pond.yaml`,
    from: 'tadpole: frog',
    to: 'tadpole: toad',
    message: /"toad" must be one of frog, duck/,
  },
  'an option without a group': {
    file: `${MEADOW}/answers/plants-and-animals.yaml`,
    from: 'oak: plant, ',
    to: '',
    lineContaining: 'groups:',
    message: /"oak" has no answer/,
  },
  'an order with a missing option': {
    file: `${MEADOW}/answers/how-things-grow.yaml`,
    from: 'order: [egg, ',
    to: 'order: [',
    message: /"egg" is missing/,
  },
  'an order revealed by sorted ids': {
    file: `${MEADOW}/answers/how-things-grow.yaml`,
    from: 'order: [egg, caterpillar, chrysalis, butterfly]',
    to: 'order: [butterfly, caterpillar, chrysalis, egg]',
    message: /The ids sorted by the alphabet are in the correct order/,
  },
  'an order revealed by the task file': {
    file: `${MEADOW}/answers/how-things-grow.yaml`,
    from: 'order: [egg, caterpillar, chrysalis, butterfly]',
    to: 'order: [chrysalis, butterfly, egg, caterpillar]',
    message: /lists its options in the correct order/,
  },
  'an answer of another kind': {
    file: SUM_ANSWERS,
    from: 'kind: true_false',
    to: 'kind: single_choice # changed',
    message: /"even-eight" is of the kind true_false, but its answer is of the kind single_choice/,
  },
  'an item without an answer': {
    file: SUMS,
    from: 'id: even-eight',
    to: 'id: odd-eight',
    message: /"odd-eight" has no answer/,
  },
  'an answer without an item': {
    file: SUMS,
    from: 'id: even-eight',
    to: 'id: odd-eight',
    place: SUM_ANSWERS,
    message: /no graded item "even-eight"/,
  },
  'more correct answers than may be chosen': {
    file: `${GARDEN}/tasks/market-sums.yaml`,
    from: 'select_max: 4',
    to: 'select_max: 1',
    place: `${GARDEN}/answers/market-sums.yaml`,
    message: /2 options are correct, but a child can choose 1 to 1/,
  },
  'an accepted word that is too long': {
    file: SUMS,
    from: 'max_length: 20',
    to: 'max_length: 4',
    place: SUM_ANSWERS,
    message: /"eight" is longer/,
  },
  'a negative tolerance': {
    file: SUM_ANSWERS,
    from: 'answer: 15',
    to: 'answer: 15\n    tolerance: -1',
    lineContaining: 'tolerance',
    message: /must be >= 0/,
  },
  'an area outside the picture': {
    file: `${MEADOW}/answers/at-the-pond.yaml`,
    from: 'x: 0.6,',
    to: 'x: 0.9,',
    message: /extends beyond the picture/,
  },
  'an area beyond 1': {
    file: `${MEADOW}/answers/at-the-pond.yaml`,
    from: 'x: 0.6,',
    to: 'x: 6,',
    message: /must be <= 1/,
  },
  'four hints': {
    file: SUM_ANSWERS,
    from: '    hints:\n',
    to: '    hints:\n      - { en: "a", es: "a" }\n      - { en: "b", es: "b" }\n',
    lineContaining: 'hints:',
    message: /hints must NOT have more than 3 items/,
  },
  'no feedback': { file: SUM_ANSWERS, from: 'feedback:', to: 'feedbacks:', message: /feedback/ },
  'a graded item in a lesson': {
    file: SUMS,
    from: 'kind: quiz',
    to: 'kind: lesson',
    lineContaining: 'kind: single_choice',
    message: /lesson task is not graded/,
  },
  'a quiz without questions': {
    file: `${GARDEN}/tasks/set-the-table.yaml`,
    from: 'kind: real_world',
    to: 'kind: quiz',
    message: /A quiz needs at least one graded item/,
  },
  'a media file that does not exist': {
    file: world,
    from: 'cover: number-garden-cover',
    to: 'cover: no-cover',
    message: /no "no-cover" in this pack's media/,
  },
  'an icon that does not exist': {
    file: world,
    from: 'icon: castle',
    to: 'icon: palace',
    message: /pictures\/palace\.svg does not exist/,
  },
  'an unused picture': {
    file: world,
    from: 'icon: castle',
    to: 'icon: seedling',
    place: 'first-steps/pictures/castle.svg:1',
    message: /The file is not used/,
  },
  'a media file not listed in media.yaml': {
    file: 'first-steps/media.yaml',
    from: 'file: "pond.svg"',
    to: 'file: "lake.svg"',
    place: 'first-steps/media/pond.svg:1',
    message: /neither an alternative text nor a license/,
  },
  'a media.yaml entry without a file': {
    file: 'first-steps/media.yaml',
    from: 'file: "pond.svg"',
    to: 'file: "lake.svg"',
    message: /lake\.svg does not exist/,
  },
  'a media file without alt text': {
    file: 'first-steps/media.yaml',
    from: '    alt:',
    to: '    alternative:',
    message: /alternative/,
  },
  'an SVG with a script': {
    file: 'first-steps/media/pond.svg',
    from: '<path',
    to: '<script>alert(1)</script><path',
    place: 'first-steps/media/pond.svg:1',
    message: /must not contain scripts/,
  },
  'a starter look with an unknown item': {
    file: 'base/avatar.yaml',
    from: 'hat: null',
    to: 'hat: no-hat',
    message: /uses no-hat, which is not an item of the slot hat/,
  },
  'a starter look with an item that needs a badge': {
    file: 'base/avatar.yaml',
    from: 'hat: null',
    to: 'hat: wizard-hat',
    message: /uses wizard-hat, which requires the badge ten-out-of-ten/,
  },
  'an avatar item with an unknown badge': {
    file: 'base/avatar.yaml',
    from: 'required_badge: ten-out-of-ten',
    to: 'required_badge: eleven-out-of-ten',
    message: /wizard-hat requires the badge "eleven-out-of-ten", which does not exist/,
  },
  'a planet with an empty age range': {
    file: 'base/planets.yaml',
    from: 'age_max: 8',
    to: 'age_min: 9\n    age_max: 8',
    lineContaining: 'age_min: 9\n    age_max: 8',
    message: /No child can join "little-explorers": age_min/,
  },
  'a planet above the highest level': {
    file: 'base/planets.yaml',
    from: 'min_level: 10',
    to: 'min_level: 51',
    message: /No child can join "comet-crew": there are 50 levels/,
  },
  'a club with an end date': {
    file: 'base/planets.yaml',
    from: 'kind: event',
    to: 'kind: club',
    lineContaining: 'kind: club\n    capacity: 200',
    message: /"winter-lights" is a club/,
  },
  'an event without an end': {
    file: 'base/planets.yaml',
    from: '    ends_at: "2027-03-01T00:00:00.000Z"\n',
    to: '',
    lineContaining: '- id: winter-lights',
    message: /An event must have starts_at and ends_at/,
  },
  'an event with an invalid end date': {
    file: 'base/planets.yaml',
    from: 'ends_at: "2027-03-01T',
    to: 'ends_at: "2027-02-30T',
    message: /2027-02-30T00:00:00.000Z is not a valid date/,
  },
  'a goal that ends before it starts': {
    file: 'base/planets.yaml',
    from: 'starts_at: "2026-12-01T00:00:00.000Z", ends_at: "2027-03-01',
    to: 'starts_at: "2026-12-01T00:00:00.000Z", ends_at: "2026-03-01',
    message: /ends_at must be after starts_at/,
  },
  'a recurring goal with an end date': {
    file: 'base/planets.yaml',
    from: 'target: 5000, every: month',
    to: 'target: 5000, every: month, ends_at: "2027-03-01T00:00:00.000Z"',
    message: /has either `every`, or starts_at and ends_at/,
  },
  'a planet without a picture': {
    file: 'base/planets.yaml',
    from: 'image: abacus',
    to: 'image: abakus',
    message: /pictures\/abakus\.svg does not exist/,
  },
  'a language tag that is not canonical': {
    file: 'first-steps/pack.yaml',
    from: '[en, es, uk, pl]',
    to: '[en, es, uk, pl, es-mx]',
    message: /not a canonical language tag/,
  },
  'a language listed twice': {
    file: 'first-steps/pack.yaml',
    from: '[en, es, uk, pl]',
    to: '[en, es, uk, pl]\nmore_languages: [es]',
    lineContaining: 'more_languages',
    message: /"es" is already in languages/,
  },
  'a title missing in a declared language': {
    file: 'first-steps/pack.yaml',
    from: '[en, es, uk, pl]',
    to: '[en, es, uk, pl]\nmore_languages: [de]',
    place: `${SUMS}:6`,
    message: /^\S+ title is missing in "de"/,
  },
  'a world without a language of its pack': {
    file: world,
    from: 'order: 1',
    to: 'order: 1\nlanguages: [en]',
    lineContaining: 'languages: [en]',
    message: /"es" is missing, but the pack is complete in it/,
  },
  'a world in a language not declared by its pack': {
    file: world,
    from: 'order: 1',
    to: 'order: 1\nlanguages: [en, es, uk, pl, de]',
    lineContaining: 'languages: [en',
    message: /pack.yaml does not declare "de"/,
  },
  'a pack id that differs from its folder': {
    file: 'first-steps/pack.yaml',
    from: 'id: first-steps',
    to: 'id: last-steps',
    message: /its folder is "first-steps"/,
  },
};

suite('pack validation', () => {
  for (const [name, { file, from, to, answers, lineContaining = to, place, message }] of Object.entries(cases)) {
    test(`names the file and line of ${name}`, () => {
      const copy = copyPacks();
      const text = replaceInFile(copy, file, from, to);
      if (answers) replaceInFile(copy, SUM_ANSWERS, ...answers);
      const expectedPlace = place ?? `${file}:${findLine(text, lineContaining)}`;
      const errors = listErrors(copy);
      const isReported = errors.some((error) => error.startsWith(`${expectedPlace}:`) && message.test(error));
      assert.ok(isReported, `${expectedPlace}: ${message} is not among\n${errors.join('\n')}`);
    });
  }

  test('requires a language that a world declares in all its texts, accepted answers and image descriptions', () => {
    const copy = copyPacks();
    replaceInFile(copy, 'first-steps/pack.yaml', '[en, es, uk, pl]', '[en, es, uk, pl]\nmore_languages: [de]');
    replaceInFile(copy, world, 'order: 1', 'order: 1\nlanguages: [en, es, uk, pl, de]');
    const errors = listErrors(copy).join('\n');
    for (const file of [world, SUMS, SUM_ANSWERS, 'first-steps/media.yaml']) {
      assert.match(errors, new RegExp(`^${file}:\\d+: \\S+ is missing in "de"`, 'm'), file);
    }
    assert.match(errors, /first-sums\.yaml:\d+: items\.3\.accepted is missing in "de"/);
    assert.match(errors, /media\.0\.alt is missing in "de"/, 'the cover of this world');
    assert.doesNotMatch(errors, /media\.1\.alt|at-the-pond\.yaml:\d+: (?!title)/, 'only titles of the other worlds');
  });

  test('requires an open lesson, quiz and creative task for a new child, and a locked world or location', () => {
    const lockedPacks = copyPacks();
    for (const name of ['number-garden', 'living-meadow', 'story-hills']) {
      replaceInFile(lockedPacks, `first-steps/worlds/${name}/world.yaml`, 'subject:', 'required_level: 2\nsubject:');
    }
    const missing = listErrors(lockedPacks).join('\n');
    for (const kind of ['lesson or real_world task', 'quiz', 'creative task']) {
      assert.match(missing, new RegExp(`world.yaml:2: For a new child there is no open ${kind} in any pack`));
    }
    const unlockedPacks = copyPacks();
    for (const name of ['number-garden', 'living-meadow', 'story-hills']) {
      const file = join(unlockedPacks, `first-steps/worlds/${name}/world.yaml`);
      writeFileSync(file, readFileSync(file, 'utf8').replace(/^ +prerequisite_ids.*\n/gm, ''));
    }
    assert.match(listErrors(unlockedPacks).join('\n'), /there is no locked world or location/);
  });

  test('reports a second levels.yaml, an id used in two packs and a missing pack.yaml', () => {
    const copy = copyPacks();
    cpSync(join(copy, 'base/levels.yaml'), join(copy, 'first-steps/levels.yaml'));
    cpSync(join(copy, SUMS), join(copy, MEADOW, 'tasks/first-sums.yaml'));
    rmSync(join(copy, 'base/pack.yaml'));
    const errors = listErrors(copy).join('\n');
    assert.match(errors, /^first-steps\/levels\.yaml:\d+: Another pack already defines levels/m);
    assert.match(errors, /number-garden\/tasks\/first-sums\.yaml:2: The task "first-sums" is already defined/);
    assert.match(errors, /^base\/pack\.yaml:1: The file is missing/m);
  });

  test('reports missing levels and a folder without packs', () => {
    const copy = copyPacks();
    rmSync(join(copy, 'base/levels.yaml'));
    assert.match(listErrors(copy).join('\n'), /^base\/pack\.yaml:3: No pack has a levels\.yaml/m);
    const broken = copyPacks();
    replaceInFile(broken, 'base/levels.yaml', 'levels:', 'level:');
    assert.doesNotMatch(listErrors(broken).join('\n'), /No pack has a levels|The file is not used/);
    assert.match(listErrors(join(folder, 'nowhere')).join('\n'), /There is no pack in this folder/);
  });

  test('refuses links to files elsewhere, which would become public', () => {
    const copy = copyPacks();
    const secret = join(copy, '..', 'secret.mp3');
    writeFileSync(secret, 'secret');
    mkdirSync(join(copy, 'first-steps/media'), { recursive: true });
    symlinkSync(secret, join(copy, 'first-steps/media/secret.mp3'));
    symlinkSync('/proc/self/environ', join(copy, 'first-steps/media/environment.mp3'));
    symlinkSync('nowhere.mp3', join(copy, 'first-steps/media/dangling.mp3'));
    rmSync(join(copy, SUMS));
    symlinkSync(join(PACKS, SUMS), join(copy, SUMS));
    const errors = listErrors(copy).join('\n');
    for (const file of [...['secret', 'environment', 'dangling'].map((name) => `first-steps/media/${name}.mp3`), SUMS])
      assert.ok(errors.match(new RegExp(`^${file}:\\d+: This must be a file of the pack`, 'm')), errors);
  });

  test('refuses pictures with scripts in any spelling', () => {
    const unsafe = {
      prefixed: '<svg xmlns="http://www.w3.org/2000/svg" xmlns:s="http://www.w3.org/2000/svg"><s:script/></svg>',
      handler: '<svg xmlns="http://www.w3.org/2000/svg" onload ="x()"/>',
      html: '<svg xmlns="http://www.w3.org/2000/svg" xmlns:h="http://www.w3.org/1999/xhtml"><h:img/></svg>',
    };
    const copy = copyPacks();
    for (const [name, svg] of Object.entries(unsafe))
      writeFileSync(join(copy, `first-steps/pictures/${name}.svg`), svg);
    const errors = listErrors(copy).join('\n');
    for (const name of Object.keys(unsafe))
      assert.ok(errors.includes(`pictures/${name}.svg:1: A picture must not contain scripts`), errors);
  });

  test('reports all mistakes at once, sorted by file and line', () => {
    const copy = copyPacks();
    replaceInFile(copy, SUMS, 'max_length', 'max_lenght');
    replaceInFile(copy, SUMS, 'kind: numeric', 'kind: number');
    replaceInFile(copy, world, 'icon: castle', 'icon: palace');
    replaceInFile(copy, `${MEADOW}/answers/at-the-pond.yaml`, 'tadpole: frog', 'tadpole: toad');
    const errors = listErrors(copy);
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
  const copy = mkdtempSync(join(folder, 'copy-'));
  for (const pack of ['base', 'first-steps']) cpSync(join(PACKS, pack), join(copy, pack), { recursive: true });
  return copy;
}

function replaceInFile(packs: string, file: string, from: string, to: string): string {
  const path = join(packs, file);
  const text = readFileSync(path, 'utf8');
  assert.ok(text.includes(from), `${file} has no "${from}"`);
  const changed = text.replace(from, () => to);
  writeFileSync(path, changed);
  return changed;
}

function findLine(text: string, part: string): number {
  const at = text.indexOf(part);
  assert.ok(at >= 0, `there is no "${part}"`);
  return text.slice(0, at).split('\n').length;
}

function listErrors(packs: string): readonly string[] {
  try {
    loadPacks(packs, CACHE);
  } catch (error) {
    if (error instanceof InvalidPackError) return error.errors;
    throw error;
  }
  return [];
}

function getFile(error: string): string {
  return error.split(':')[0] ?? '';
}
