/** Returns the path of a child's overview. */
export function getChildPath({ id }: { readonly id: string }): string {
  return `/panel/children/${id}`;
}

/** The id of the card of a question that a child missed, on the page of its hard questions. */
export function getQuestionElementId({ task_id, item_id }: QuestionKey): string {
  return `q-${task_id}-${item_id}`;
}

/**
 * Returns the path of the page where a question stands unsolved, given the path of the child's overview. `back` is the page to which the
 * family returns; without it, the page of what is hard.
 */
export function getTogetherPath(
  childPath: string,
  { task_id, item_id }: QuestionKey,
  { number = 1, back }: { readonly number?: number; readonly back?: string | undefined } = {},
): string {
  const query = { task: task_id, item: item_id, ...(number > 1 && { n: String(number) }), ...(back && { back }) };
  return `${childPath}/together?${new URLSearchParams(query)}`;
}

/** Returns the path of a sheet with exercises for a skill, given the path of the child's overview. */
export function getSheetPath(childPath: string, skill: string, number = 1): string {
  return `${childPath}/sheet?${new URLSearchParams({ skill, ...(number > 1 && { n: String(number) }) })}`;
}

interface QuestionKey {
  readonly task_id: string;
  readonly item_id: string;
}

/**
 * Returns `next` if it is a path of the panel, and otherwise the start page, so that a forged link cannot redirect to
 * another site. Browsers read `%2e%2e` as `..`.
 */
export function toPanelPath(next: string): string {
  return /^\/panel(?!.*(?:\.\.|\/\/|%2[eE]))(?:[/?][\w/?&=%.-]*)?$/.test(next) ? next : '/panel';
}
