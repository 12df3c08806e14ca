import type { Misconception } from '../../../content/index.ts';
import { addDays, type Day } from '../../../core/time/days.ts';
import { type AbilityContext, toSubjectKey } from './ability.ts';

// Which wrong ideas a child's answers show (decision 0092).

/** What answers have shown of a misconception, from the first answer on that showed it. */
export interface MisconceptionState {
  /** The last six answers that could show it, the newest last: the day on which an answer showed it, or null. */
  readonly answers: readonly (Day | null)[];
  /** The day since which its name is told. */
  readonly named_on?: Day;
  /** The day on which it was gone. */
  readonly gone_on?: Day;
}

/** The states of a child's misconceptions of a school subject, by id. */
export type MisconceptionStates = Readonly<Record<string, MisconceptionState>>;

/** What an answer says about misconceptions. */
export interface ShownMisconceptions {
  /** The misconceptions that the answer could show. */
  readonly couldShow?: readonly string[];
  /** The one that it showed. */
  readonly showed?: string | undefined;
}

const MAX_ANSWERS = 6;
/** A misconception is named when so many of the last answers showed it: three of four, or four of six. */
const NAMED_BY = [
  { shown: 3, last: 4 },
  { shown: 4, last: MAX_ANSWERS },
];
const NAMED_WITHIN_DAYS = 21;
const GONE_AFTER = 4;
/** For this many days after it is gone, the panel praises the child. */
const PRAISE_DAYS = 7;
/** A name is told no longer if the child has not shown the misconception for this many days. */
const STALE_DAYS = 56;

/**
 * Returns the states after an answer. A misconception is named when three of the last four answers that could show it did, or four of the
 * last six, within 21 days, and it is gone after four answers in a row that did not. An occurrence that is not named by then is forgotten.
 */
export function addAnswer(
  states: MisconceptionStates,
  { couldShow = [], showed }: ShownMisconceptions,
  today: Day,
): MisconceptionStates {
  const changed = couldShow.flatMap((id) => {
    const before = states[id];
    const isActive = before !== undefined && before.gone_on === undefined;
    if (!isActive && showed !== id) return [];
    return [[id, addToState(isActive ? before : { answers: [] }, showed === id ? today : null, today)] as const];
  });
  const kept = Object.entries({ ...states, ...Object.fromEntries(changed) }).flatMap(([id, state]) =>
    state && (state.gone_on ?? today) >= addDays(today, -PRAISE_DAYS) ? [[id, state] as const] : [],
  );
  return Object.fromEntries(kept);
}

/** Returns undefined when nothing is left to remember. */
function addToState(state: MisconceptionState, answer: Day | null, today: Day): MisconceptionState | undefined {
  const answers = [...state.answers, answer].slice(-MAX_ANSWERS);
  if (answers.length >= GONE_AFTER && answers.slice(-GONE_AFTER).every((day) => day === null))
    return state.named_on ? { answers: [], gone_on: today } : undefined;
  const since = addDays(today, -NAMED_WITHIN_DAYS);
  const isNamed = NAMED_BY.some(
    ({ shown, last }) => answers.slice(-last).filter((day) => day !== null && day >= since).length >= shown,
  );
  const named_on = state.named_on ?? (isNamed ? today : undefined);
  return { answers, ...(named_on && { named_on }) };
}

/** Parses a column of `memories`. */
export function parseMisconceptions(column: string | null | undefined): MisconceptionStates {
  return column ? JSON.parse(column) : {};
}

/** Formats the states for a column of `memories`: null when there are none. */
export function formatMisconceptions(states: MisconceptionStates): string | null {
  return Object.keys(states).length > 0 ? JSON.stringify(states) : null;
}

/** The misconceptions that a child may still have: named ones, and those that the child has shown lately. */
export function listActive(states: MisconceptionStates, today: Day): string[] {
  const since = addDays(today, -NAMED_WITHIN_DAYS);
  return Object.entries(states).flatMap(([id, state]) =>
    isNamed(state, today) || state.answers.some((day) => day !== null && day >= since) ? [id] : [],
  );
}

/** Whether parents are told of a misconception. */
export function isNamed({ named_on, answers }: MisconceptionState, today: Day): boolean {
  const shownDays = answers.flatMap((day) => day ?? []);
  return named_on !== undefined && (shownDays.at(-1) ?? named_on) >= addDays(today, -STALE_DAYS);
}

/** Whether a misconception that parents were told of has gone recently. */
export function isOvercome({ gone_on }: MisconceptionState, today: Day): boolean {
  return gone_on !== undefined && gone_on >= addDays(today, -PRAISE_DAYS);
}

/** The misconceptions of the packs by id, as far as this depends on them. */
export type MisconceptionSkills = ReadonlyMap<string, Pick<Misconception, 'skills'>>;

/**
 * The key of the school subject with which a misconception that an answer to this skill can show is stored: it may show in several skills
 * of the subject. Undefined for a misconception that the packs do not describe for this subject.
 */
export function findSubjectKey(
  id: string,
  skill: string,
  packs: { readonly skills: AbilityContext['skills']; readonly misconceptions: MisconceptionSkills },
): string | undefined {
  const key = toSubjectKey(packs.skills, skill);
  return packs.misconceptions.get(id)?.skills.some((other) => toSubjectKey(packs.skills, other) === key)
    ? key
    : undefined;
}
