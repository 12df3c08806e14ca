/** Whether a task is a challenge round. */
export function isChallenge({ id }: { readonly id: string }): boolean {
  return id === 'practice-challenge';
}
