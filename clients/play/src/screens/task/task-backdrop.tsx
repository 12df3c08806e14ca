import { Hills } from '../../scenes/scene.tsx';

/** The hills at the bottom of a task, behind and in front of its content. */
export function TaskBackdrop() {
  return (
    <>
      <Hills />
      <Hills isInFront />
    </>
  );
}
