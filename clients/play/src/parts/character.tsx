import type { World } from '../../../typescript/src/index.ts';
import { toLocalPath } from './local-path.ts';

type WorldCharacter = World['characters'][number];

/** A picture of a character of a world. It is decorative, so it has no alt text. */
export function Character({ character, mood }: { character: WorldCharacter; mood: 'calm' | 'happy' | 'thinking' }) {
  return <img class="character dim-in-dark" src={toLocalPath(character[`${mood}_url`])} alt="" />;
}
