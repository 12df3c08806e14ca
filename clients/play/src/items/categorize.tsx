import { useSignal } from '@preact/signals';
import { t } from '../messages.ts';
import { toRecord } from '../rules/answers.ts';
import { OptionFace } from './choice.tsx';
import { findDropTarget, startDrag } from './drag.ts';
import type { ItemProps } from './item-props.ts';

/** Cards that the child puts into boxes: with a tap on a card and a tap on a box, or by dragging. */
export function Categorize({ item, value, onChange, isClosed, announce }: ItemProps<'categorize'>) {
  const pickedId = useSignal('');
  const groups = toRecord(value);
  const place = (id: string, box: string) => {
    onChange({ ...groups, [id]: box });
    pickedId.value = '';
    const name = item.options.find((option) => option.id === id)?.text ?? '';
    announce(t('item.sorted', { name, box: item.categories.find((category) => category.id === box)?.text ?? '' }));
  };
  const stopEnter = (event: KeyboardEvent) => {
    if (event.key === 'Enter') event.stopPropagation();
    if (event.key === 'Escape') pickedId.value = '';
  };
  const renderCard = (id: string) => {
    const option = item.options.find((each) => each.id === id);
    if (!option) return null;
    return (
      <button
        key={id}
        type="button"
        class={`option small ${pickedId.value === id ? 'lifted' : ''}`}
        aria-pressed={pickedId.value === id}
        disabled={isClosed}
        onKeyDown={stopEnter}
        onClick={() => {
          pickedId.value = pickedId.value === id ? '' : id;
        }}
        onPointerDown={(event) => {
          if (isClosed) return;
          startDrag(
            event,
            () => {
              pickedId.value = id;
            },
            (at) => {
              const box = findDropTarget(at);
              if (box) place(id, box);
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
      <div class="loose">{item.options.filter(isLoose).map(({ id }) => renderCard(id))}</div>
      <div class="boxes">
        {item.categories.map(({ id: box, text }) => (
          <section key={box} class={`box ${pickedId.value ? 'ready' : ''}`} data-drop={box}>
            <button
              type="button"
              class="box-name"
              disabled={isClosed}
              onKeyDown={stopEnter}
              onClick={() => {
                if (pickedId.value) place(pickedId.value, box);
              }}
            >
              {text}
            </button>
            {item.options.filter(({ id }) => groups[id] === box).map(({ id }) => renderCard(id))}
          </section>
        ))}
      </div>
    </div>
  );
}
