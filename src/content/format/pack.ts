import { type Static, type TProperties, Type } from 'typebox';

/** Types that all files of a pack share, and the schemas of pack.yaml and media.yaml. */

/** A text in each language of a pack. In memory, the first key is the pack's first language. */
export type MultilingualText = Readonly<Record<string, string>>;

export const LOCALE_PATTERN = '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$';
export const MultilingualText = Type.Unsafe<MultilingualText>({
  type: 'object',
  description: 'The text in every language of the pack, or of the world: { en: …, es: … }',
  propertyNames: { pattern: LOCALE_PATTERN },
  additionalProperties: { type: 'string', pattern: '\\S' },
  minProperties: 1,
});
/** A text in each language with a maximum length. */
export const defineText = (maxLength: number, description: string) =>
  Type.Unsafe<MultilingualText>({
    ...MultilingualText,
    description,
    additionalProperties: { type: 'string', pattern: '\\S', maxLength },
  });
/** The spoken form of a text, for texts with signs that a speech synthesizer reads badly. */
export const Speech = Type.Unsafe<MultilingualText>({
  ...MultilingualText,
  description: 'What is read aloud instead of the text, such as "six plus two"; only where the text reads badly aloud',
});
/** A step of a worked solution. */
export const SOLUTION_STEP_FIELDS = { text: MultilingualText, speech: Type.Optional(Speech) };
export const MAX_SOLUTION_STEPS = 6;
export const ID_PATTERN = '^[a-z0-9][a-z0-9-]{0,39}$';
export const Id = Type.String({ pattern: ID_PATTERN });
/** The ids of recordings of a text, by language. Not every language needs one. */
export const Recording = Type.Unsafe<Readonly<Record<string, string>>>({
  type: 'object',
  description: 'Sounds of media.yaml that are played instead of reading the text aloud: { en: sun-en }',
  propertyNames: { pattern: LOCALE_PATTERN },
  additionalProperties: { type: 'string', pattern: ID_PATTERN },
  minProperties: 1,
});
export const Color = Type.String({ pattern: '^[0-9A-Fa-f]{6}$' });

/** An object without additional properties, so that a misspelled key is an error. */
export function defineStrictObject<T extends TProperties>(properties: T) {
  return Type.Object(properties, { additionalProperties: false });
}

export const PackFile = defineStrictObject({
  id: Type.String({ pattern: ID_PATTERN, description: "The same as the name of the pack's folder" }),
  version: Type.String({ pattern: '^\\d+\\.\\d+\\.\\d+$' }),
  license: Type.String({
    minLength: 2,
    description: 'The license of the texts as an SPDX expression, such as CC-BY-4.0',
  }),
  languages: Type.Array(Type.String({ pattern: LOCALE_PATTERN }), {
    minItems: 1,
    uniqueItems: true,
    description: 'BCP 47 tags; the first language is the fallback',
  }),
  more_languages: Type.Optional(
    Type.Array(Type.String({ pattern: LOCALE_PATTERN }), {
      uniqueItems: true,
      description:
        'Languages in which only some worlds are complete. All titles of worlds, locations and tasks must be translated',
    }),
  ),
  explains_mistakes: Type.Optional(
    Type.Boolean({
      description:
        'Every wrong option of a choice among three or more has specific feedback under `mistakes`, and every question of mathematics or language a `solution`',
    }),
  ),
  authors: Type.Array(Type.String({ minLength: 1 }), { minItems: 1 }),
});

export const MediaFile = defineStrictObject({
  media: Type.Array(
    defineStrictObject({
      file: Type.String({
        pattern: '^[a-z0-9][a-z0-9-]{0,39}\\.(svg|png|jpg|webp|mp3|m4a|webm)$',
        description: 'A file in media/; tasks reference it by its name without the extension',
      }),
      alt: MultilingualText,
      caption: Type.Optional(MultilingualText),
      license: Type.String({ minLength: 2 }),
      source: Type.String({ minLength: 2, description: 'Who created it, and where it comes from' }),
      width: Type.Optional(Type.Integer({ minimum: 1, description: 'In pixels; not needed for SVG' })),
      height: Type.Optional(Type.Integer({ minimum: 1 })),
    }),
  ),
});

export type PackFile = Static<typeof PackFile>;
export type MediaFile = Static<typeof MediaFile>;
