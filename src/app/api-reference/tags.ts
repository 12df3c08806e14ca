/** A group of endpoints in the reference. */
interface Tag {
  readonly name: string;
  readonly description: string;
  /** The beginnings of the paths of its endpoints. */
  readonly prefixes: readonly string[];
}

export const TAGS: readonly Tag[] = [
  {
    name: 'App: signing in',
    description: 'Registering, logging in, linking a child to a parent, and codes for the panel.',
    prefixes: ['/app/auth/'],
  },
  {
    name: 'App: profile and progress',
    description: 'The profile of the caller, its XP, level, streak, days, goal and badges.',
    prefixes: ['/app/users/', '/app/goal', '/app/badges', '/app/levels'],
  },
  { name: 'App: avatar', description: 'The items of an avatar, and dressing it.', prefixes: ['/app/avatar'] },
  { name: 'App: getting started', description: 'The first steps of a new profile.', prefixes: ['/app/onboarding'] },
  {
    name: 'App: learning',
    description: 'Worlds, their locations, and the tasks that children solve.',
    prefixes: [
      '/app/worlds',
      '/app/locations',
      '/app/tasks',
      '/app/practice',
      '/app/next',
      '/app/reading',
      '/app/recordings',
      '/app/placements',
      '/app/skills',
      '/app/submissions',
    ],
  },
  {
    name: 'App: to-dos',
    description: "The caller's own to-dos and those that a parent assigned.",
    prefixes: ['/app/todos'],
  },
  {
    name: 'App: planets',
    description: 'Groups of children with a common goal, and reports of planets and names.',
    prefixes: ['/app/planets', '/app/reports'],
  },
  {
    name: 'App: leaderboards',
    description: 'The ranking of a family, a planet or all children.',
    prefixes: ['/app/rankings'],
  },
  { name: 'Panel: signing in', description: "The login of the parents' panel.", prefixes: ['/api/auth/'] },
  {
    name: 'Panel: lists',
    description: 'What parents see of their children, as JSON, CSV or an HTML fragment.',
    prefixes: ['/api/children', '/api/approvals'],
  },
  { name: 'Operation', description: 'Whether the service is running and ready.', prefixes: ['/'] },
];

/** Returns the name of the tag of an endpoint. */
export function getTagName(path: string): string {
  return TAGS.find(({ prefixes }) => prefixes.some((prefix) => path.startsWith(prefix)))?.name ?? '';
}
