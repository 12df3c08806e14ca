import { type Static, Type } from 'typebox';
import { Enum } from '../../core/requests/json-schema.ts';
import { Color, defineStrictObject, Id, LOCALE_PATTERN, MultilingualText } from './pack.ts';

export const LOCATION_KINDS = ['lesson', 'practice', 'challenge', 'creative', 'boss'] as const;
const FRACTION = { minimum: 0, maximum: 1 };
const Ids = Type.Array(Id, { uniqueItems: true });
const RequiredLevel = Type.Integer({ minimum: 2, description: 'Locked until the child reaches this level' });

const CharacterEntry = defineStrictObject({
  name: MultilingualText,
  picture: Type.String({
    description:
      'The name of a file in pictures/, without .svg, that shows the character when it is calm. `<picture>-happy` and `<picture>-thinking` show its other moods',
  }),
});

const StoryPanel = defineStrictObject({
  picture: Type.String({ description: 'The name of a file in pictures/, without .svg' }),
  text: MultilingualText,
});

const LocationEntry = defineStrictObject({
  id: Id,
  title: MultilingualText,
  description: MultilingualText,
  icon: Type.String({ description: 'The name of a file in pictures/, without .svg' }),
  map: defineStrictObject({
    x: Type.Number({ ...FRACTION, description: 'From 0 at the left edge of the map to 1 at the right edge' }),
    y: Type.Number({ ...FRACTION, description: 'From 0 at the upper edge of the map to 1 at the lower edge' }),
  }),
  kind: Enum(LOCATION_KINDS, {
    description:
      'What its tasks are for. `practice` means exercises, not the daily practice. `boss` is the final test of a world',
  }),
  story: Type.Optional(
    Type.Array(StoryPanel, {
      minItems: 1,
      maxItems: 4,
      description: 'The story of the location: pictures with one sentence each, which a child sees before the tasks',
    }),
  ),
  optional: Type.Optional(Type.Boolean({ description: 'The world can be completed without it' })),
  prerequisite_ids: Type.Optional(Ids),
  required_level: Type.Optional(RequiredLevel),
  tasks: Type.Array(Id, { minItems: 1, description: 'Tasks of this world, in order' }),
});

/** The schema of worlds/<world>/world.yaml. The name of the folder is the id of the world. */
export const WorldFile = defineStrictObject({
  title: MultilingualText,
  description: MultilingualText,
  cover: Type.String({ description: 'The name of a picture listed in media.yaml, without extension' }),
  theme: defineStrictObject({
    color: Color,
    icon: Type.String({ description: 'The name of a file in pictures/, without .svg' }),
  }),
  characters: Type.Optional(
    Type.Array(CharacterEntry, {
      minItems: 1,
      description: 'The characters that accompany the child. Each task shows one of them, in turn',
    }),
  ),
  subject: Type.Unsafe<string>({ ...Id, description: 'The school subject, such as `mathematics`' }),
  age_min: Type.Integer({ minimum: 3, maximum: 18, description: 'A recommendation; it never locks the world' }),
  age_max: Type.Integer({ minimum: 3, maximum: 18 }),
  order: Type.Integer({ minimum: 0 }),
  languages: Type.Optional(
    Type.Array(Type.String({ pattern: LOCALE_PATTERN }), {
      minItems: 1,
      uniqueItems: true,
      description:
        'The languages in which all texts are written. They must include the `languages` of pack.yaml, which are the default',
    }),
  ),
  prerequisite_ids: Type.Optional(Ids),
  required_level: Type.Optional(RequiredLevel),
  opens_at: Type.Optional(
    Type.String({
      pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.000Z$',
      description: 'The world is locked until then',
    }),
  ),
  locations: Type.Array(LocationEntry, { minItems: 1, description: 'In the order in which the map shows them' }),
});

export type CharacterEntry = Static<typeof CharacterEntry>;
export type WorldFile = Static<typeof WorldFile>;
