import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Document, isMap, isSeq, parseDocument } from 'yaml';

export interface NewTask {
  readonly pack: string;
  readonly world: string;
  readonly location: string;
  readonly task: string;
  readonly kind: string;
}

/** Creates an empty pack. Returns the created files. */
export function createPack(packsFolder: string, pack: string): string[] {
  assertId(pack);
  const packFile = { id: pack, version: '0.1.0', license: 'CC-BY-4.0', languages: ['en'], authors: ['…'] };
  return createFiles(packsFolder, { [`${pack}/pack.yaml`]: formatYaml('pack', 2, packFile) });
}

/** Creates a world with one location and one quiz. Returns the created and changed files. */
export function createWorld(packsFolder: string, pack: string, world: string): string[] {
  assertId(world);
  const templates = createTextTemplates(packsFolder, pack);
  const { text, title } = templates;
  const cover = `${world}-cover`;
  const location = {
    id: `${world}-start`,
    title,
    description: text,
    icon: 'sparkles',
    map: { x: 0.2, y: 0.7 },
    kind: 'lesson',
    tasks: [`${world}-first`],
  };
  const worldFile = {
    title,
    description: text,
    cover,
    theme: { color: '4C9FC4', icon: 'sparkles' },
    subject: 'general',
    age_min: 6,
    age_max: 10,
    order: 100,
    locations: [location],
  };
  const mediaEntry = { file: `${cover}.svg`, alt: text, license: 'CC-BY-4.0', source: 'Drawn for this pack' };
  const files = createFiles(packsFolder, {
    [`${pack}/worlds/${world}/world.yaml`]: formatYaml('world', 4, worldFile),
    [`${pack}/media/${cover}.svg`]: COVER_SVG,
    ...buildQuizFiles(templates, pack, `${pack}/worlds/${world}`, `${world}-first`),
  });
  files.push(...addSkill(packsFolder, pack, templates));
  const mediaFile = `${pack}/media.yaml`;
  if (!existsSync(join(packsFolder, mediaFile)))
    return [...files, ...createFiles(packsFolder, { [mediaFile]: formatYaml('media', 2, { media: [mediaEntry] }) })];
  return [...files, appendToList(packsFolder, mediaFile, ['media'], mediaEntry)];
}

/** Creates a task, and adds it at the end of a location. Returns the created and changed files. */
export function createTask(packsFolder: string, { pack, world, location, task, kind }: NewTask): string[] {
  assertId(task);
  if (!TASK_KINDS.includes(kind)) throw new Error(`--kind must be one of ${TASK_KINDS.join(', ')}.`);
  const worldFolder = `${pack}/worlds/${world}`;
  const templates = createTextTemplates(packsFolder, pack, world);
  const path = findTasksPath(packsFolder, `${worldFolder}/world.yaml`, location);
  const files =
    kind === 'quiz'
      ? buildQuizFiles(templates, pack, worldFolder, task)
      : buildFilesWithoutAnswers(templates, worldFolder, task, kind);
  const created = createFiles(packsFolder, files);
  if (kind === 'quiz') created.push(...addSkill(packsFolder, pack, templates));
  return [...created, appendToList(packsFolder, `${worldFolder}/world.yaml`, path, task)];
}

const TASK_KINDS = ['quiz', 'lesson', 'creative', 'real_world'];

const COVER_SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360"><path fill="#4C9FC4" d="M0 0h640v360H0z"/></svg>\n';

/** Adds the skill of new quizzes, which has the name of the pack, to skills.yaml if it is not there yet. Returns the changed file. */
function addSkill(packsFolder: string, pack: string, { text }: TextTemplates): string[] {
  const name = `${pack}/skills.yaml`;
  const skill = { id: pack, subject: 'general', age: 6, name: text };
  if (!existsSync(join(packsFolder, name)))
    return createFiles(packsFolder, { [name]: formatYaml('skills', 2, { skills: [skill] }) });
  const skills = parseDocument(readFileSync(join(packsFolder, name), 'utf8')).get('skills');
  const isListed = isSeq(skills) && skills.items.some((item) => isMap(item) && item.get('id') === pack);
  return isListed ? [] : [appendToList(packsFolder, name, ['skills'], skill)];
}

function buildQuizFiles(
  templates: TextTemplates,
  skill: string,
  worldFolder: string,
  task: string,
): Record<string, string> {
  const { text } = templates;
  const options = [
    { id: 'a', text },
    { id: 'b', text },
  ];
  const item = { id: 'first', kind: 'single_choice', prompt: text, options };
  const answer = {
    id: 'first',
    kind: 'single_choice',
    answer: 'a',
    hints: [text, text],
    feedback: { right: text, wrong: text },
  };
  return {
    [`${worldFolder}/tasks/${task}.yaml`]: formatYaml('task', 5, {
      ...buildTaskHeader(templates, 'quiz', [skill]),
      items: [item],
    }),
    [`${worldFolder}/answers/${task}.yaml`]: formatYaml('answers', 5, { items: [answer] }),
  };
}

function buildFilesWithoutAnswers(
  templates: TextTemplates,
  worldFolder: string,
  task: string,
  kind: string,
): Record<string, string> {
  const { text } = templates;
  const itemFields = kind === 'lesson' ? { items: [{ id: 'first', kind: 'info', prompt: text, text }] } : {};
  return {
    [`${worldFolder}/tasks/${task}.yaml`]: formatYaml('task', 5, {
      ...buildTaskHeader(templates, kind, []),
      ...itemFields,
    }),
  };
}

function buildTaskHeader({ text, title }: TextTemplates, kind: string, skills: readonly string[]) {
  return { kind, difficulty: 1, estimated_minutes: 5, skills, title, instructions: text };
}

/** Finds the list of the tasks of a location in a world's YAML file. Returns the keys and indexes that lead to the list. */
function findTasksPath(packsFolder: string, worldFile: string, location: string): (string | number)[] {
  if (!existsSync(join(packsFolder, worldFile))) throw new Error(`The file ${worldFile} does not exist.`);
  const locations = parseDocument(readFileSync(join(packsFolder, worldFile), 'utf8')).get('locations');
  const index = isSeq(locations) ? locations.items.findIndex((item) => isMap(item) && item.get('id') === location) : -1;
  if (index < 0) throw new Error(`${worldFile} has no location "${location}".`);
  return ['locations', index, 'tasks'];
}

/**
 * Formats a YAML file. Its first line names its schema, so that editors can check it. `depth` is the number of folders between
 * the file and the folder that contains `schemas`.
 */
function formatYaml(schemaName: string, depth: number, value: unknown): string {
  const schema = `${'../'.repeat(depth)}schemas/${schemaName}.schema.json`;
  const document = new Document(value, { aliasDuplicateObjects: false });
  return `# yaml-language-server: $schema=${schema}\n${document.toString({ lineWidth: 120 })}`;
}

/** Creates files, given as texts by name. Returns the names. */
function createFiles(packsFolder: string, files: Readonly<Record<string, string>>): string[] {
  const names = Object.keys(files);
  const existingName = names.find((name) => existsSync(join(packsFolder, name)));
  if (existingName) throw new Error(`${existingName} already exists.`);
  for (const [name, text] of Object.entries(files)) writeFile(join(packsFolder, name), text);
  return names;
}

/** Adds a value to a list in a YAML file, and keeps the comments. Returns the name of the file. */
function appendToList(packsFolder: string, name: string, path: readonly (string | number)[], value: unknown): string {
  const fullPath = join(packsFolder, name);
  const document = parseDocument(readFileSync(fullPath, 'utf8'));
  document.addIn(path, document.createNode(value, { aliasDuplicateObjects: false }));
  writeFile(fullPath, document.toString({ lineWidth: 0 }));
  return name;
}

function writeFile(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function assertId(id: string): void {
  if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(id))
    throw new Error(`"${id}" is not a valid id: use at most 40 lowercase letters, digits and "-".`);
}

type TextTemplate = Readonly<Record<string, string>>;

/**
 * Placeholders for the author's texts: a text in each language of the world (if the world names none, of the pack), and a title in
 * each language of the pack, including `more_languages`, in which only titles are required.
 */
interface TextTemplates {
  readonly text: TextTemplate;
  readonly title: TextTemplate;
}

/** Creates the placeholders for a new world of a pack, or for a new task of a world. */
function createTextTemplates(packsFolder: string, pack: string, world?: string): TextTemplates {
  const packFile = join(packsFolder, pack, 'pack.yaml');
  if (!existsSync(packFile))
    throw new Error(`There is no pack "${pack}". To create it, run: npm run content -- new pack ${pack}`);
  const packLanguages = readLanguages(packFile, 'languages');
  const worldLanguages =
    world === undefined ? [] : readLanguages(join(packsFolder, pack, 'worlds', world, 'world.yaml'), 'languages');
  return {
    text: createTextTemplate(worldLanguages.length > 0 ? worldLanguages : packLanguages),
    title: createTextTemplate([...packLanguages, ...readLanguages(packFile, 'more_languages')]),
  };
}

function createTextTemplate(languages: readonly string[]): TextTemplate {
  return Object.fromEntries(languages.map((language) => [language, '…']));
}

function readLanguages(file: string, key: string): string[] {
  const languages = existsSync(file) ? parseDocument(readFileSync(file, 'utf8')).get(key) : undefined;
  return isSeq(languages) ? languages.items.map(String) : [];
}
