/** To-dos that a child who cannot write yet adds with a tap on a picture. */
export const TODO_IDEAS = ['book', 'teeth', 'dressed', 'bed', 'tidy', 'table', 'plants', 'draw'] as const;

export type TodoIdea = (typeof TODO_IDEAS)[number];

/** Finds the first idea of which the title has a word. `getWords` returns beginnings of words, separated by spaces. */
export function findTodoIdea(title: string, getWords: (idea: TodoIdea) => string): TodoIdea | undefined {
  const words = title.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
  const isMeant = (idea: TodoIdea) =>
    getWords(idea)
      .split(' ')
      .some((beginning) => words.some((word) => word.startsWith(beginning)));
  return TODO_IDEAS.find(isMeant);
}
