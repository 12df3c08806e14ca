import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../messages.ts';
import { joinPair, toRecord } from '../rules/answers.ts';
import { OptionFace } from './choice.tsx';
import { findDropTarget, startDrag } from './drag.ts';
import type { ItemProps } from './item-props.ts';

/** Options to match: with a tap on one on the left and a tap on its match, or by dragging. A line connects them. */
export function Matching({ item, value, onChange, isClosed, announce }: ItemProps<'matching'>) {
  const pickedId = useSignal('');
  const field = useRef<HTMLFieldSetElement>(null);
  const pairs = toRecord(value);
  const partners = new Map(Object.entries(pairs).map(([left, right]) => [right, left]));
  const join = (left: string, right: string) => {
    onChange(joinPair(pairs, left, right));
    pickedId.value = '';
    const getText = (id: string) => [...item.left, ...item.right].find((option) => option.id === id)?.text ?? '';
    announce(t('item.joined', { left: getText(left), right: getText(right) }));
  };
  const cancelOnEscape = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') pickedId.value = '';
  };
  const dragFrom = (left: string) => (event: PointerEvent) => {
    if (isClosed) return;
    startDrag(
      event,
      () => {
        pickedId.value = left;
      },
      (at) => {
        const right = findDropTarget(at);
        if (right) join(left, right);
      },
    );
  };
  const stopEnter = (event: KeyboardEvent) => {
    if (event.key === 'Enter') event.stopPropagation();
  };
  return (
    <fieldset class="pairs" ref={field} onKeyDown={cancelOnEscape}>
      <legend class="hide">{item.prompt}</legend>
      <Ribbons pairs={pairs} field={field} />
      <div class="side">
        {item.left.map((option) => (
          <button
            key={option.id}
            type="button"
            data-end={option.id}
            class={`option ${pickedId.value === option.id ? 'lifted' : ''} ${option.id in pairs ? 'chosen' : ''}`}
            aria-pressed={pickedId.value === option.id}
            disabled={isClosed}
            onKeyDown={stopEnter}
            onPointerDown={dragFrom(option.id)}
            onClick={() => {
              pickedId.value = pickedId.value === option.id ? '' : option.id;
            }}
          >
            <OptionFace option={option} />
          </button>
        ))}
      </div>
      <div class="side">
        {item.right.map((option) => (
          <button
            key={option.id}
            type="button"
            data-end={option.id}
            data-drop={option.id}
            class={`option ${partners.has(option.id) ? 'chosen' : ''}`}
            disabled={isClosed}
            onKeyDown={stopEnter}
            onClick={() => {
              if (pickedId.value) join(pickedId.value, option.id);
            }}
          >
            <OptionFace option={option} />
          </button>
        ))}
      </div>
    </fieldset>
  );
}

/** The lines between matched cards, at the positions of the cards. */
function Ribbons({
  pairs,
  field,
}: {
  pairs: Readonly<Record<string, string>>;
  field: { current: HTMLFieldSetElement | null };
}) {
  const lines = useSignal<readonly string[]>([]);
  useLayoutEffect(() => {
    const draw = () => {
      lines.value = Object.entries(pairs).flatMap(([left, right]) => drawLine(field.current, left, right) ?? []);
    };
    draw();
    addEventListener('resize', draw);
    return () => removeEventListener('resize', draw);
  }, [pairs]);
  return (
    <svg class="ribbons" aria-hidden="true">
      {lines.value.map((line) => (
        <path key={line} d={line} />
      ))}
    </svg>
  );
}

function drawLine(field: HTMLFieldSetElement | null, left: string, right: string): string | undefined {
  const [start, end] = [left, right].map((id) =>
    field?.querySelector(`[data-end="${CSS.escape(id)}"]`)?.getBoundingClientRect(),
  );
  if (!field || !start || !end) return undefined;
  const { left: x, top: y } = field.getBoundingClientRect();
  const isMirrored = start.left > end.left;
  const from = { x: (isMirrored ? start.left : start.right) - x, y: start.top + start.height / 2 - y };
  const to = { x: (isMirrored ? end.right : end.left) - x, y: end.top + end.height / 2 - y };
  const bend = (from.x + to.x) / 2;
  return `M${from.x} ${from.y}C${bend} ${from.y} ${bend} ${to.y} ${to.x} ${to.y}`;
}
