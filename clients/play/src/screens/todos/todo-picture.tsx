import bed from '../../../../../content/packs/little-ones/media/little-bed.svg';
import book from '../../../../../content/packs/little-ones/media/little-book.svg';
import dressed from '../../../../../content/packs/little-ones/media/little-coat.svg';
import draw from '../../../../../content/packs/little-ones/media/little-crayon.svg';
import plants from '../../../../../content/packs/little-ones/media/little-flower.svg';
import table from '../../../../../content/packs/little-ones/media/little-fork.svg';
import tidy from '../../../../../content/packs/little-ones/media/little-teddy.svg';
import teeth from '../../../../../content/packs/little-ones/media/little-toothbrush.svg';
import { t } from '../../messages.ts';
import { findTodoIdea, type TodoIdea } from '../../rules/todo-ideas.ts';

/** They are part of the app, so they are there without a network, too. */
const PICTURES: Readonly<Record<TodoIdea, string>> = { bed, book, draw, dressed, plants, table, teeth, tidy };

/** What a to-do is about, as a picture, if its title tells. */
export function TodoPicture({ title }: { title: string }) {
  const idea = findTodoIdea(title, (candidate) => t(`todo.words.${candidate}`));
  return idea ? <img class="todo-picture dim-in-dark" src={PICTURES[idea]} alt="" /> : null;
}
