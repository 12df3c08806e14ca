import type { TaskDetail } from '../../../../typescript/src/index.ts';
import { Character } from '../../parts/character.tsx';
import { Hills } from '../../scenes/scene.tsx';

/** The hills at the bottom of a task, behind and in front of its content, with a character of its world on wide screens. */
export function TaskBackdrop({ task: { character } }: { task: TaskDetail }) {
  return (
    <>
      <Hills />
      <Hills isInFront />
      {character && <Character character={character} mood="calm" />}
    </>
  );
}
