import { useSignal } from '@preact/signals';
import { t } from '../messages.ts';
import { asRecord } from '../rules/answers.ts';
import { OptionFace } from './choice.tsx';
import { findDropTarget, startDrag } from './drag.ts';
import type { ItemProps } from './item-props.ts';

/** Cards that the child puts into boxes: with a tap on a card and a tap on a box, or by dragging. */
export function Categorize({ item, value, onChange, isClosed, tell }: ItemProps<'categorize'>) {
  const held = useSignal('');
  const groups = asRecord(value);
  const put = (id: string, box: string) => {
    onChange({ ...groups, [id]: box });
    held.value = '';
    const name = item.options.find((option) => option.id === id)?.text ?? '';
    tell(t('item.sorted', { name, box: item.categories.find((category) => category.id === box)?.text ?? '' }));
  };
  const stopEnter = (event: KeyboardEvent) => {
    if (event.key === 'Enter') event.stopPropagation();
    if (event.key === 'Escape') held.value = '';
  };
  const card = (id: string) => {
    const option = item.options.find((each) => each.id === id);
    if (!option) return null;
    return (
      <button
        key={id}
        type="button"
        class={`option small ${held.value === id ? 'lifted' : ''}`}
        aria-pressed={held.value === id}
        disabled={isClosed}
        onKeyDown={stopEnter}
        onClick={() => {
          held.value = held.value === id ? '' : id;
        }}
        onPointerDown={(event) => {
          if (isClosed) return;
          startDrag(
            event,
            () => {
              held.value = id;
            },
            (at) => {
              const box = findDropTarget(at);
              if (box) put(id, box);
            },
          );
        }}
      >
        <OptionFace option={option} />
      </button>
    );
  };
  const isLoose = ({ id }: { id: string }) => !(id in groups);
  return (
    <div class="sorting">
      <div class="loose">{item.options.filter(isLoose).map(({ id }) => card(id))}</div>
      <div class="boxes">
        {item.categories.map(({ id: box, text }) => (
          <section key={box} class={`box ${held.value ? 'ready' : ''}`} data-drop={box}>
            <button
              type="button"
              class="box-name"
              disabled={isClosed}
              onKeyDown={stopEnter}
              onClick={() => {
                if (held.value) put(held.value, box);
              }}
            >
              {text}
            </button>
            {item.options.filter(({ id }) => groups[id] === box).map(({ id }) => card(id))}
          </section>
        ))}
      </div>
    </div>
  );
}
