import type { Content } from '../../../src/content/index.ts';
import type { Learner } from '../../../src/features/learning/learner/learner.ts';

/** Creates a learner for whom every world and location is unlocked. */
export function createLearner(content: Content, taskStates: Learner['taskStates'], pace: number): Learner {
  const toCompletedEntry = (kind: 'location' | 'world') => (id: string) =>
    [id, { place_id: id, kind, xp_earned: 0, completed_at: '' }] as const;
  return {
    profileId: 'child',
    level: 50, // the highest
    reads: true,
    pace,
    now: '2100-01-01T00:00:00.000Z', // after every `opens_at`
    content,
    taskStates,
    completedLocations: new Map([...content.locations.keys()].map(toCompletedEntry('location'))),
    completedWorlds: new Map([...content.worlds.keys()].map(toCompletedEntry('world'))),
    openedLocations: new Map(),
  };
}
