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
import { loadAllPacks, PARSE_CACHE_FILE } from '../support/content/packs.ts';

// Each test makes a mistake in a copy of two real packs and expects an error with the file and the line.

const PACKS_FOLDER = join(import.meta.dirname, '../../content/packs');
const GARDEN_FOLDER = 'first-steps/worlds/number-garden';
const MEADOW_FOLDER = 'first-steps/worlds/living-meadow';
const SUMS_FILE = `${GARDEN_FOLDER}/tasks/first-sums.yaml`;
const SUM_ANSWERS_FILE = `${GARDEN_FOLDER}/answers/first-sums.yaml`;
const folder = mkdtempSync(join(tmpdir(), 'packs-'));
const CACHE_FILE = join(folder, 'content-cache.json');
loadAllPacks(); // creates the parse cache if it does not exist yet
copyFileSync(PARSE_CACHE_FILE, CACHE_FILE); // only changed files of each copy are parsed
after(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Replaces the first `oldText` in `file` with `newText`. The error is expected at `position`, or else on the line of `file` that
 * contains `lineContaining` (by default `newText`).
 */
interface MistakeCase {
  readonly file: string;
  readonly oldText: string;
  readonly newText: string;
  /** A second replacement, in SUM_ANSWERS_FILE. */
  readonly answersChange?: readonly [oldText: string, newText: string];
  readonly lineContaining?: string;
  /** A file, with or without a line, such as `base/skills.yaml:9`. */
  readonly position?: string;
  /** A pattern of the message of the error. */
  readonly message: RegExp;
}

const WORLD_FILE = `${GARDEN_FOLDER}/world.yaml`;

/** Replaces an item and its answer with a generator. */
function createGeneratorCase(answer: string, range = '{ from: 1, to: 20 }'): Omit<MistakeCase, 'message'> {
  const draw = `draw: { a: ${range}, b: ${range} }\n    where: ["a + b < 40"]`;
  return {
    file: SUMS_FILE,
    oldText: 'id: nine-and-six\n    kind: numeric',
    newText: `id: nine-and-six\n    kind: generated\n    as: numeric\n    ${draw}`,
    lineContaining: '- id: nine-and-six',
    answersChange: [
      'id: nine-and-six\n    kind: numeric\n    answer: 15',
      `id: nine-and-six\n    kind: generated\n    answer: ${answer}`,
    ],
  };
}

const cases: Readonly<Record<string, MistakeCase>> = {
  'invalid YAML': {
    file: SUMS_FILE,
    oldText: 'skills: [addition',
    newText: 'skills: [[addition',
    lineContaining: 'title:',
    message: /./,
  },
  'a misspelled key': {
    file: SUMS_FILE,
    oldText: 'max_length',
    newText: 'max_lenght',
    message: /"max_lenght" is not a valid key/,
  },
  'a missing key': {
    file: SUMS_FILE,
    oldText: 'difficulty: 1\n',
    newText: '',
    lineContaining: 'kind: quiz',
    message: /difficulty/,
  },
  'a value outside its list': { file: WORLD_FILE, oldText: 'kind: boss', newText: 'kind: chief', message: /boss/ },
  'a task with a typed answer for children who cannot read yet': {
    file: SUMS_FILE,
    oldText: 'difficulty: 1\n',
    newText: 'difficulty: 1\npre_reader: true\n',
    lineContaining: 'kind: numeric',
    message: /does not type: "nine-and-six" needs options/,
  },
  'feedback with a plus sign in a task for children who cannot read yet': {
    file: SUMS_FILE,
    oldText: 'difficulty: 1\n',
    newText: 'difficulty: 1\npre_reader: true\n',
    answersChange: ['7 and 3 make 10, and 2 more make 12.', '7 + 3 + 2 = 12.'],
    position: `${SUM_ANSWERS_FILE}:18`,
    message: /feedback\.right has "\+" in "en", which a voice reads badly/,
  },
  'a recording that is a picture': {
    file: SUMS_FILE,
    oldText: '11", es: "11", uk: "11", pl: "11" } }',
    newText: '11", es: "11", uk: "11", pl: "11" }, recording: { en: number-garden-cover } }',
    message: /"number-garden-cover" must be a sound/,
  },
  'an unknown kind of item': {
    file: SUMS_FILE,
    oldText: 'kind: fill_in',
    newText: 'kind: fill_out',
    message: /kind|discriminator/,
  },
  'a map position outside 0 to 1': {
    file: WORLD_FILE,
    oldText: 'x: 0.14',
    newText: 'x: 1.4',
    message: /map\.x must be <= 1/,
  },
  'a badge with an unknown metric': {
    file: 'base/badges.yaml',
    oldText: 'metric: tasks_completed, op: ">=", value: 10 ',
    newText: 'metric: task_completed, op: ">=", value: 10 ',
    message: /criteria.metric must be equal to one of .*tasks_completed/,
  },
  'a quiz with a skill that has no name': {
    file: SUMS_FILE,
    oldText: 'skills: [addition',
    newText: 'skills: [sums, addition',
    message: /No skills\.yaml has a name for the skill "sums" in en, es, uk, pl/,
  },
  'a name of a skill that is missing in a language of a world': {
    file: 'base/skills.yaml',
    oldText: 'es: "la suma", uk: "додавання", ',
    newText: 'es: "la suma", ',
    position: `${SUMS_FILE}:5`,
    message: /"addition" in uk/,
  },
  'a skill that is listed twice': {
    file: 'base/skills.yaml',
    oldText: '- id: alphabet',
    newText: '- id: addition',
    position: 'base/skills.yaml:9',
    message: /"addition" is already defined/,
  },
  'an unknown prerequisite': {
    file: WORLD_FILE,
    oldText: 'prerequisite_ids: [garden-gate]',
    newText: 'prerequisite_ids: [garden-door]',
    message: /no location "garden-door"/,
  },
  'a cycle of prerequisites': {
    file: WORLD_FILE,
    oldText: 'tasks: [bundles-of-ten, first-sums]',
    newText: 'prerequisite_ids: [old-tower]\n    tasks: [bundles-of-ten, first-sums]',
    lineContaining: 'prerequisite_ids: [old-tower]',
    message: /"garden-gate" is its own prerequisite: garden-gate → old-tower → little-market → garden-gate/,
  },
  'a level above the highest one': {
    file: WORLD_FILE,
    oldText: 'prerequisite_ids: [garden-gate]',
    newText: 'required_level: 51',
    message: /"little-market" cannot be unlocked: there are 50 levels/,
  },
  'a location whose prerequisite cannot be unlocked': {
    file: WORLD_FILE,
    oldText: 'prerequisite_ids: [garden-gate]',
    newText: 'required_level: 51',
    lineContaining: 'prerequisite_ids: [little-market]',
    message: /"old-tower" cannot be unlocked, because one of its prerequisites cannot/,
  },
  'a cycle of worlds': {
    file: WORLD_FILE,
    oldText: 'order: 1',
    newText: 'order: 1\nprerequisite_ids: [number-garden]',
    lineContaining: 'prerequisite_ids: [number-garden]',
    message: /"number-garden" is its own prerequisite/,
  },
  'a task that no location lists': {
    file: WORLD_FILE,
    oldText: 'tasks: [my-pattern]',
    newText: 'tasks: [first-sums]',
    position: `${GARDEN_FOLDER}/tasks/my-pattern.yaml:2`,
    message: /The task "\S+" is in no location/,
  },
  'a task in two locations': {
    file: WORLD_FILE,
    oldText: 'tasks: [my-pattern]',
    newText: 'tasks: [first-sums]',
    message: /"first-sums" is already in "garden-gate"/,
  },
  'a task that does not exist': {
    file: WORLD_FILE,
    oldText: '[my-pattern]',
    newText: '[your-pattern]',
    message: /no task "your-pattern"/,
  },
  'a missing language': {
    file: SUMS_FILE,
    oldText: ', es: "Primeras sumas"',
    newText: '',
    lineContaining: 'title:',
    message: /title is missing in "es"/,
  },
  'a language not declared by the pack': {
    file: SUMS_FILE,
    oldText: ', es: "Primeras sumas"',
    newText: ', es: "Primeras sumas", de: "Summen"',
    message: /title is in "de", which pack.yaml does not declare/,
  },
  'a hint that is missing in a language': {
    file: SUM_ANSWERS_FILE,
    oldText: '        es: "Primero ve del 7 al 10."\n',
    newText: '',
    lineContaining: 'en: "Go from 7 up',
    message: /items\.0\.hints\.0 is missing in "es"/,
  },
  'a placeholder text': {
    file: SUMS_FILE,
    oldText: '"Primeras sumas"',
    newText: '"…"',
    message: /not written yet in "es"/,
  },
  'a text with a control character': {
    file: SUMS_FILE,
    oldText: '"Primeras sumas"',
    newText: '"\\e[31mPrimeras sumas"',
    message: /title is not printable in "es": it has a control character/,
  },
  'a key with a control character': {
    file: SUMS_FILE,
    oldText: 'title:',
    newText: '"\\e[31mname": 1\ntitle:',
    message: /^[^\p{Cc}]*\\u001b\[31mname/u,
  },
  'the same item twice': {
    file: SUMS_FILE,
    oldText: 'id: even-eight',
    newText: 'id: seven-and-five',
    lineContaining: '- id: seven-and-five\n    kind: true_false',
    message: /item of first-sums "seven-and-five" is already defined/,
  },
  'the same option twice': {
    file: SUMS_FILE,
    oldText: '{ id: twelve',
    newText: '{ id: eleven',
    lineContaining: '{ id: eleven, text: { en: "12"',
    message: /"eleven" is already defined/,
  },
  'the same location twice': {
    file: `${MEADOW_FOLDER}/world.yaml`,
    oldText: 'id: quiet-pond',
    newText: 'id: garden-gate',
    position: `${GARDEN_FOLDER}/world.yaml`,
    message: /location "garden-gate" is already defined/,
  },
  'an answer that matches no option': {
    file: SUM_ANSWERS_FILE,
    oldText: 'answer: twelve',
    newText: 'answer: twenty',
    message: /"twenty" must be one of eleven, twelve/,
  },
  'a wrong option that is equal to the correct one': {
    file: SUMS_FILE,
    oldText: 'id: thirteen, text: { en: "13"',
    newText: 'id: thirteen, text: { en: "12.0"',
    position: `${SUM_ANSWERS_FILE}:4`,
    message: /"12" and "12\.0" of the item "seven-and-five" say the same in "en", but they are not both right/,
  },
  'a mistake that is not an option': {
    file: SUM_ANSWERS_FILE,
    oldText: 'answer: eleven',
    newText: 'answer: ten',
    message: /The mistake "ten" must be one of eleven, twelve/,
  },
  'a mistake that is the correct answer': {
    file: SUM_ANSWERS_FILE,
    oldText: 'answer: eleven',
    newText: 'answer: twelve # wrong',
    message: /The mistake "twelve" is a right answer/,
  },
  'a wrong option without feedback in a pack that explains mistakes': {
    file: SUMS_FILE,
    oldText: '- { id: eleven,',
    newText: '- { id: ten, text: { en: "10", es: "10", uk: "10", pl: "10" } }\n      - { id: eleven,',
    position: SUM_ANSWERS_FILE,
    message: /The wrong option "ten" of "seven-and-five" has no feedback under `mistakes`/,
  },
  'a number listed as both correct and a mistake': {
    file: SUM_ANSWERS_FILE,
    oldText: 'answer: 14',
    newText: 'answer: 15 # wrong',
    message: /The mistake 15 includes right answers/,
  },
  'a number in two mistakes': {
    file: SUM_ANSWERS_FILE,
    oldText: 'answer: 14',
    newText: 'answer: 3 # again',
    message: /The mistake 3 is part of an earlier one/,
  },
  'a word listed as both correct and a mistake': {
    file: SUM_ANSWERS_FILE,
    oldText: '"eigt"',
    newText: '" EIGHT"',
    message: /" EIGHT" is already a right answer or a mistake/,
  },
  'an expression that accesses a property': {
    ...createGeneratorCase('a + b.constructor'),
    message: /The generator "nine-and-six": MemberExpression is not allowed/,
  },
  'an expression with an unknown name': {
    ...createGeneratorCase('a + c'),
    message: /The generator "nine-and-six": There is no "c"/,
  },
  'a generated number below zero': {
    ...createGeneratorCase('a - b - 50'),
    message: /The answer -\d+ is not a number that a child can type/,
  },
  'a generated answer that no child can type': {
    ...createGeneratorCase('(a + b) / 7'),
    message: /The answer \d*\.\d+ is not a number that a child can type/,
  },
  'a generator with too few items': {
    ...createGeneratorCase('a + b', '{ from: 1, to: 3 }'),
    message: /has only \d+ different items in 200 draws/,
  },
  'a generator whose condition is rarely true': {
    ...createGeneratorCase('a + b', '{ from: 1, to: 3000 }'),
    message: /accepts \d+% of its draws/,
  },
  'a pair that matches no option': {
    file: `${MEADOW_FOLDER}/answers/at-the-pond.yaml`,
    oldText: 'tadpole: frog',
    newText: 'tadpole: toad',
    message: /"toad" must be one of frog, duck/,
  },
  'an option without a group': {
    file: `${MEADOW_FOLDER}/answers/plants-and-animals.yaml`,
    oldText: 'oak: plant, ',
    newText: '',
    lineContaining: 'groups:',
    message: /"oak" has no answer/,
  },
  'an order with a missing option': {
    file: `${MEADOW_FOLDER}/answers/how-things-grow.yaml`,
    oldText: 'order: [egg, ',
    newText: 'order: [',
    message: /"egg" is missing/,
  },
  'an order revealed by sorted ids': {
    file: `${MEADOW_FOLDER}/answers/how-things-grow.yaml`,
    oldText: 'order: [egg, caterpillar, chrysalis, butterfly]',
    newText: 'order: [butterfly, caterpillar, chrysalis, egg]',
    message: /The ids in alphabetical order give the correct order/,
  },
  'an order revealed by the task file': {
    file: `${MEADOW_FOLDER}/answers/how-things-grow.yaml`,
    oldText: 'order: [egg, caterpillar, chrysalis, butterfly]',
    newText: 'order: [chrysalis, butterfly, egg, caterpillar]',
    message: /lists its options in the correct order/,
  },
  'an answer of another kind': {
    file: SUM_ANSWERS_FILE,
    oldText: 'kind: true_false',
    newText: 'kind: single_choice # changed',
    message: /"even-eight" is of the kind true_false, but its answer is of the kind single_choice/,
  },
  'an item without an answer': {
    file: SUMS_FILE,
    oldText: 'id: even-eight',
    newText: 'id: odd-eight',
    message: /"odd-eight" has no answer/,
  },
  'an answer without an item': {
    file: SUMS_FILE,
    oldText: 'id: even-eight',
    newText: 'id: odd-eight',
    position: SUM_ANSWERS_FILE,
    message: /no graded item "even-eight"/,
  },
  'more correct answers than may be chosen': {
    file: `${GARDEN_FOLDER}/tasks/market-sums.yaml`,
    oldText: 'select_max: 4',
    newText: 'select_max: 1',
    position: `${GARDEN_FOLDER}/answers/market-sums.yaml`,
    message: /2 options are correct, but a child can choose 1 to 1/,
  },
  'an accepted word that is too long': {
    file: SUMS_FILE,
    oldText: 'max_length: 20',
    newText: 'max_length: 4',
    position: SUM_ANSWERS_FILE,
    message: /"eight" is longer/,
  },
  'a negative tolerance': {
    file: SUM_ANSWERS_FILE,
    oldText: 'answer: 15',
    newText: 'answer: 15\n    tolerance: -1',
    lineContaining: 'tolerance',
    message: /must be >= 0/,
  },
  'an area outside the picture': {
    file: `${MEADOW_FOLDER}/answers/at-the-pond.yaml`,
    oldText: 'x: 0.6,',
    newText: 'x: 0.9,',
    message: /extends beyond the picture/,
  },
  'an area beyond 1': {
    file: `${MEADOW_FOLDER}/answers/at-the-pond.yaml`,
    oldText: 'x: 0.6,',
    newText: 'x: 6,',
    message: /must be <= 1/,
  },
  'four hints': {
    file: SUM_ANSWERS_FILE,
    oldText: '    hints:\n',
    newText: '    hints:\n      - { en: "a", es: "a" }\n      - { en: "b", es: "b" }\n',
    lineContaining: 'hints:',
    message: /hints must NOT have more than 3 items/,
  },
  'no feedback': { file: SUM_ANSWERS_FILE, oldText: 'feedback:', newText: 'feedbacks:', message: /feedback/ },
  'a graded item in a lesson': {
    file: SUMS_FILE,
    oldText: 'kind: quiz',
    newText: 'kind: lesson',
    lineContaining: 'kind: single_choice',
    message: /lesson task is not graded/,
  },
  'a quiz without questions': {
    file: `${GARDEN_FOLDER}/tasks/set-the-table.yaml`,
    oldText: 'kind: real_world',
    newText: 'kind: quiz',
    message: /A quiz needs at least one graded item/,
  },
  'a media file that does not exist': {
    file: WORLD_FILE,
    oldText: 'cover: number-garden-cover',
    newText: 'cover: no-cover',
    message: /no "no-cover" in this pack's media/,
  },
  'an icon that does not exist': {
    file: WORLD_FILE,
    oldText: 'icon: castle',
    newText: 'icon: palace',
    message: /pictures\/palace\.svg does not exist/,
  },
  'a character without a picture of a mood': {
    file: WORLD_FILE,
    oldText: 'picture: mika }',
    newText: 'picture: castle }',
    message: /pictures\/castle-happy\.svg does not exist/,
  },
  'a picture of a story that does not exist': {
    file: WORLD_FILE,
    oldText: 'picture: story-garden-gate-1',
    newText: 'picture: story-garden-gate-9',
    message: /pictures\/story-garden-gate-9\.svg does not exist/,
  },
  'a long sentence next to a picture of a story': {
    file: WORLD_FILE,
    oldText: 'en: "Mika opens the garden gate.',
    newText: `en: "Mika opens the garden gate.${' It squeaks.'.repeat(8)}`,
    message: /a picture of a story has at most 120/,
  },
  'an unused picture': {
    file: WORLD_FILE,
    oldText: 'icon: castle',
    newText: 'icon: seedling',
    position: 'first-steps/pictures/castle.svg:1',
    message: /The file is not used/,
  },
  'a media file not listed in media.yaml': {
    file: 'first-steps/media.yaml',
    oldText: 'file: "pond.svg"',
    newText: 'file: "lake.svg"',
    position: 'first-steps/media/pond.svg:1',
    message: /neither an alternative text nor a license/,
  },
  'a media.yaml entry without a file': {
    file: 'first-steps/media.yaml',
    oldText: 'file: "pond.svg"',
    newText: 'file: "lake.svg"',
    message: /lake\.svg does not exist/,
  },
  'a media file without an alternative text': {
    file: 'first-steps/media.yaml',
    oldText: '    alt:',
    newText: '    alternative:',
    message: /alternative/,
  },
  'an SVG with a script': {
    file: 'first-steps/media/pond.svg',
    oldText: '<path',
    newText: '<script>alert(1)</script><path',
    position: 'first-steps/media/pond.svg:1',
    message: /must not contain scripts/,
  },
  'a starter avatar with an unknown item': {
    file: 'base/avatar.yaml',
    oldText: 'hat: null',
    newText: 'hat: no-hat',
    message: /uses no-hat, which is not an item of the slot hat/,
  },
  'a starter avatar with an item that needs a badge': {
    file: 'base/avatar.yaml',
    oldText: 'hat: null',
    newText: 'hat: wizard-hat',
    message: /uses wizard-hat, which requires the badge ten-out-of-ten/,
  },
  'an avatar item with an unknown drawing': {
    file: 'base/avatar.yaml',
    oldText: 'top: cap',
    newText: 'top: beret',
    message: /"beret" is not one of hat, hijab/,
  },
  'an avatar item with an unknown badge': {
    file: 'base/avatar.yaml',
    oldText: 'required_badge: ten-out-of-ten',
    newText: 'required_badge: eleven-out-of-ten',
    message: /wizard-hat requires the badge "eleven-out-of-ten", which does not exist/,
  },
  'a planet with an empty age range': {
    file: 'base/planets.yaml',
    oldText: 'age_max: 8',
    newText: 'age_min: 9\n    age_max: 8',
    lineContaining: 'age_min: 9\n    age_max: 8',
    message: /No child can join "little-explorers": age_min/,
  },
  'a planet above the highest level': {
    file: 'base/planets.yaml',
    oldText: 'min_level: 10',
    newText: 'min_level: 51',
    message: /No child can join "comet-crew": there are 50 levels/,
  },
  'a club with an end date': {
    file: 'base/planets.yaml',
    oldText: 'kind: event',
    newText: 'kind: club',
    lineContaining: 'kind: club\n    capacity: 200',
    message: /"winter-lights" is a club/,
  },
  'an event without an end': {
    file: 'base/planets.yaml',
    oldText: '    ends_at: "2027-03-01T00:00:00.000Z"\n',
    newText: '',
    lineContaining: '- id: winter-lights',
    message: /An event must have starts_at and ends_at/,
  },
  'an event with an invalid end date': {
    file: 'base/planets.yaml',
    oldText: 'ends_at: "2027-03-01T',
    newText: 'ends_at: "2027-02-30T',
    message: /2027-02-30T00:00:00.000Z is not a valid date/,
  },
  'a goal that ends before it starts': {
    file: 'base/planets.yaml',
    oldText: 'starts_at: "2026-12-01T00:00:00.000Z", ends_at: "2027-03-01',
    newText: 'starts_at: "2026-12-01T00:00:00.000Z", ends_at: "2026-03-01',
    message: /ends_at must be after starts_at/,
  },
  'a recurring goal with an end date': {
    file: 'base/planets.yaml',
    oldText: 'target: 5000, every: month',
    newText: 'target: 5000, every: month, ends_at: "2027-03-01T00:00:00.000Z"',
    message: /has either `every`, or starts_at and ends_at/,
  },
  'a planet without a picture': {
    file: 'base/planets.yaml',
    oldText: 'image: abacus',
    newText: 'image: abakus',
    message: /pictures\/abakus\.svg does not exist/,
  },
  'a language tag that is not canonical': {
    file: 'first-steps/pack.yaml',
    oldText: '[en, es, uk, pl]',
    newText: '[en, es, uk, pl, es-mx]',
    message: /not a canonical language tag/,
  },
  'a language listed twice': {
    file: 'first-steps/pack.yaml',
    oldText: '[en, es, uk, pl]',
    newText: '[en, es, uk, pl]\nmore_languages: [es]',
    lineContaining: 'more_languages',
    message: /"es" is already in languages/,
  },
  'a title that is missing in a declared language': {
    file: 'first-steps/pack.yaml',
    oldText: '[en, es, uk, pl]',
    newText: '[en, es, uk, pl]\nmore_languages: [de]',
    position: `${SUMS_FILE}:6`,
    message: /^\S+ title is missing in "de"/,
  },
  'a world without a language of its pack': {
    file: WORLD_FILE,
    oldText: 'order: 1',
    newText: 'order: 1\nlanguages: [en]',
    lineContaining: 'languages: [en]',
    message: /"es" is missing, but the pack is complete in it/,
  },
  'a world in a language not declared by its pack': {
    file: WORLD_FILE,
    oldText: 'order: 1',
    newText: 'order: 1\nlanguages: [en, es, uk, pl, de]',
    lineContaining: 'languages: [en',
    message: /pack.yaml does not declare "de"/,
  },
  'a pack id that differs from its folder': {
    file: 'first-steps/pack.yaml',
    oldText: 'id: first-steps',
    newText: 'id: last-steps',
    message: /its folder is "first-steps"/,
  },
};

suite('pack validation', () => {
  for (const [
    name,
    { file, oldText, newText, answersChange, lineContaining = newText, position, message },
  ] of Object.entries(cases)) {
    test(`reports the file and line of ${name}`, () => {
      const copiedPacks = copyPacks();
      const text = replaceInFile(copiedPacks, file, oldText, newText);
      if (answersChange) replaceInFile(copiedPacks, SUM_ANSWERS_FILE, ...answersChange);
      const expectedPosition = position ?? `${file}:${findLine(text, lineContaining)}`;
      const errors = listErrors(copiedPacks);
      const isReported = errors.some((error) => error.startsWith(`${expectedPosition}:`) && message.test(error));
      assert.ok(isReported, `${expectedPosition}: ${message} is not among\n${errors.join('\n')}`);
    });
  }

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

  test('refuses a generated item that a child who cannot read yet cannot answer', () => {
    const copiedPacks = copyPacks();
    const { file, oldText, newText, answersChange } = createGeneratorCase('a + b');
    replaceInFile(copiedPacks, file, oldText, newText);
    if (answersChange) replaceInFile(copiedPacks, SUM_ANSWERS_FILE, ...answersChange);
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
