import { type Static, Type } from 'typebox';
import { Enum } from '../../core/requests/json-schema.ts';
import { Color, defineStrictObject, Id } from './pack.ts';
import { LocalizedTextSchema } from './progression.ts';

/** The schema of planets.yaml: clubs, events and the look of family planets. */

export const GOAL_METRICS = ['xp', 'tasks'] as const;
export const GOAL_PERIODS = ['week', 'month'] as const;

const Picture = Type.String({ description: 'The name of a file in pictures/, without .svg' });
const Timestamp = (description: string) =>
  Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.000Z$', description });
const Age = Type.Integer({ minimum: 3, maximum: 18, description: 'A child of another age cannot join' });

const Goal = defineStrictObject({
  metric: Enum(GOAL_METRICS, { description: 'The XP or the completed tasks of all members together' }),
  target: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  every: Type.Optional(
    Enum(GOAL_PERIODS, { description: 'The goal starts again on Monday, or on the first day of the month' }),
  ),
  starts_at: Type.Optional(Timestamp('Instead of `every`, together with ends_at')),
  ends_at: Type.Optional(Timestamp('Instead of `every`, together with starts_at')),
});

const look = { image: Picture, theme: defineStrictObject({ color: Color, icon: Picture }) };

const PlanetEntry = defineStrictObject({
  id: Id,
  name: LocalizedTextSchema,
  description: LocalizedTextSchema,
  ...look,
  kind: Enum(['club', 'event'], { description: 'An event has a start and an end' }),
  capacity: Type.Integer({ minimum: 2, maximum: 500 }),
  age_min: Type.Optional(Age),
  age_max: Type.Optional(Age),
  min_level: Type.Optional(
    Type.Integer({ minimum: 2, description: 'The planet is locked until the child reaches this level' }),
  ),
  starts_at: Type.Optional(Timestamp('Only for an event')),
  ends_at: Type.Optional(Timestamp('Only for an event')),
  goal: Type.Optional(Goal),
});

export const PlanetsFile = defineStrictObject({
  family: Type.Optional(defineStrictObject(look)),
  planets: Type.Array(PlanetEntry),
});

export type PlanetsFile = Static<typeof PlanetsFile>;
export type PlanetEntry = Static<typeof PlanetEntry>;
export type PlanetGoal = Static<typeof Goal>;
export type PlanetLook = Pick<PlanetEntry, 'image' | 'theme'>;
