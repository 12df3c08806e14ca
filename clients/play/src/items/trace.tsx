import { useSignal } from '@preact/signals';
import { getStroke } from 'perfect-freehand';
import { session } from '../api/session.ts';
import { language, t } from '../messages.ts';
import { RoundButton } from '../parts/controls/buttons.tsx';
import { toLocalPath } from '../parts/local-path.ts';
import { toLines } from '../rules/answers.ts';
import { extendLine, findControls, findNextStart, getRest, isReached, type Line, simplify } from '../rules/trace.ts';
import { clamp, DIRECTIONS, toFractions } from './board.ts';
import type { ItemProps } from './item-props.ts';

/** The size of the square in units of the picture. */
const SIZE = 100;
/** How far an arrow key moves the finger, as a fraction of the square. */
const STEP = 0.05;
const LINE_WIDTH = 8;
const FRIEND_SIZE = 14;
/** How far the friend is from the finger. */
const FRIEND_DISTANCE = 16;

/**
 * A dotted figure along which a finger moves, from the large dot of each stroke to its end. A hand shows the way. With the keyboard,
 * the arrow keys move the finger. The picture of the item shows where the line leads.
 */
export function Trace({ item, value, startsAnew, onChange, disabled, announce, narrator }: ItemProps<'trace'>) {
  const { strokes } = item;
  const [ground] = item.media;
  const saved = startsAnew && !disabled ? [] : toLines(value);
  /** The lines while the finger is down. */
  const drawing = useSignal<Line[] | undefined>(undefined);
  /** How often the child has begun elsewhere, or left the road. The hand then shows the way again. */
  const missCount = useSignal(0);
  const drawn = drawing.value ?? saved;
  const next = disabled ? undefined : findNextStart(strokes, drawn);
  const nextStroke = next && strokes[next.index];
  /** Where the friend of the child is: at the finger, and then at the goal. */
  const friend = drawing.value || !next ? drawn.at(-1)?.at(-1) : undefined;
  const ink = drawn.map(toInk).join('');
  const isShown = disabled || (next && !drawing.value);
  const finish = (lines: Line[]) => {
    onChange({ strokes: simplify(lines) });
    const line = findNextStart(strokes, lines)?.index ?? strokes.length;
    if (next && line > next.index) announce(t('item.traced', { line, count: strokes.length }));
  };
  const begin = (event: PointerEvent) => {
    if (!next || !(event.currentTarget instanceof HTMLElement)) return;
    const point = toFractions(event);
    if (isReached(point, next.point)) {
      event.currentTarget.setPointerCapture(event.pointerId);
      drawing.value = extendLine(strokes, saved, next.index, point);
      return;
    }
    showStart();
  };
  const showStart = () => {
    missCount.value += 1;
    const text = t('item.traceStart');
    announce(text);
    narrator.narrate({ text, language: language.value });
  };
  /** Off the road, the finger leaves no line. It goes on where it comes back to the dot. */
  const move = (event: PointerEvent) => {
    if (drawing.value) drawing.value = extendLine(strokes, drawing.value, drawing.value.length - 1, toFractions(event));
  };
  const lift = (event: PointerEvent) => {
    const lines = drawing.value;
    drawing.value = undefined;
    if (!lines) return;
    finish(lines);
    const rest = findNextStart(strokes, lines);
    if (rest && !isReached(toFractions(event), lines.at(-1)?.at(-1) ?? rest.point)) showStart();
  };
  const handleKey = (event: KeyboardEvent) => {
    const direction = DIRECTIONS[event.key];
    if (!direction || !next) return;
    event.preventDefault();
    const [x = 0, y = 0] = next.point;
    const point = [clamp(x + direction[0] * STEP), clamp(y + direction[1] * STEP)];
    finish(extendLine(strokes, drawn, next.index, point));
  };
  return (
    <div class="trace">
      {!disabled && <p class="choice-instruction">{t('item.traceStart')}</p>}
      <button
        type="button"
        class="trace-board"
        aria-label={[ground?.alt_text, item.alt_text, t('item.traceHelp')].filter(Boolean).join(' ')}
        onPointerDown={begin}
        onPointerMove={move}
        onPointerUp={lift}
        onPointerCancel={lift}
        onKeyDown={handleKey}
      >
        {ground && <img class="trace-ground dim-in-dark" src={toLocalPath(ground.url)} alt="" draggable={false} />}
        <svg viewBox={`0 0 ${SIZE} ${SIZE}`} aria-hidden="true">
          <path class="trace-road" d={strokes.map(toPath).join('')} />
          <path class="trace-dots" d={strokes.map(toPath).join('')} />
          <path class="trace-line edge" d={ink} />
          <path class="trace-line" d={ink} />
          {strokes.length > 1 &&
            strokes.map((stroke, i) => i >= drawn.length && <Order key={String(i)} stroke={stroke} number={i + 1} />)}
          {nextStroke && isShown && <Arrow stroke={nextStroke} />}
          {next && <Dot point={next.point} />}
          {friend && !next && <Splash point={friend} />}
          {friend && <Friend point={friend} />}
          {isShown && (
            <Hand
              key={`${next?.index} ${missCount.value}`}
              lines={nextStroke ? [getRest(nextStroke, drawn[next.index])] : strokes}
            />
          )}
        </svg>
      </button>
      {!disabled && drawn.length > 0 && (
        <RoundButton
          className="trace-again"
          icon="undo"
          label={t('item.traceAgain')}
          onClick={() => onChange({ strokes: [] })}
        />
      )}
    </div>
  );
}

/** An arrow on the first part of a stroke. */
function Arrow({ stroke }: { stroke: Line }) {
  const [[x = 0, y = 0] = [], [nextX = 0, nextY = 0] = []] = stroke;
  const angle = (Math.atan2(nextY - y, nextX - x) * 180) / Math.PI;
  const transform = `translate(${x * SIZE} ${y * SIZE}) rotate(${angle})`;
  return <path class="trace-arrow" d="M11 -4L17 0L11 4" transform={transform} />;
}

/** Where the finger begins or goes on. */
function Dot({ point: [x = 0, y = 0] }: { point: number[] }) {
  return <circle class="trace-dot" cx={x * SIZE} cy={y * SIZE} r="5.5" />;
}

/** Which stroke comes when. */
function Order({ stroke: [[x = 0, y = 0] = []], number }: { stroke: Line; number: number }) {
  return (
    <g class="trace-order" transform={`translate(${clamp(x - 0.1) * SIZE + 3} ${y * SIZE})`}>
      <circle r="4" />
      <text y="2">{number}</text>
    </g>
  );
}

/** The child's own animal, which follows the finger and jumps when the figure is complete. It is above the finger, or at the top beside it. */
function Friend({ point: [x = 0, y = 0] }: { point: number[] }) {
  const top = Math.max(FRIEND_SIZE / 2, y * SIZE - FRIEND_DISTANCE);
  const aside = Math.sqrt(FRIEND_DISTANCE ** 2 - (y * SIZE - top) ** 2);
  return (
    <g transform={`translate(${x * SIZE + (x < 0.25 ? aside : -aside)} ${top})`}>
      <g class="trace-friend">
        <circle r={FRIEND_SIZE / 2 + 1} />
        <image
          class="dim-in-dark"
          href={session.value ? toLocalPath(session.value.avatarUrl) : '/pictures/duck.svg'}
          x={-FRIEND_SIZE / 2}
          y={-FRIEND_SIZE / 2}
          width={FRIEND_SIZE}
          height={FRIEND_SIZE}
        />
      </g>
    </g>
  );
}

/** Drops that fly up from the goal. */
function Splash({ point: [x = 0, y = 0] }: { point: number[] }) {
  return (
    <g transform={`translate(${x * SIZE} ${y * SIZE})`}>
      <path class="trace-splash" d="M0 -8V-11M6 -6L8 -8M8 0H11M6 6L8 8M0 8V11M-6 6L-8 8M-8 0H-11M-6 -6L-8 -8" />
    </g>
  );
}

/** A hand that moves along the lines. */
function Hand({ lines }: { lines: Line[] }) {
  return (
    <path
      class="trace-hand"
      style={{ offsetPath: `path("${lines.map(toPath).join('')}")` }}
      d="M-2.6 0a2.6 2.6 0 0 1 5.2 0v8l7 1.6a4 4 0 0 1 3 4.6l-1 6a4 4 0 0 1-4 3.4h-7a5 5 0 0 1-4-2l-7-9a2.4 2.4 0 0 1 3.6-3l4.2 3.6z"
    />
  );
}

/** A smooth curve through the points of a line. */
function toPath(line: Line): string {
  const [start = [], ...ends] = line.map((point) => point.map((value) => value * SIZE).join(' '));
  const controls = findControls(line).map((pair) => pair.map((point) => point.map((value) => value * SIZE).join(' ')));
  return `M${start}${ends.map((end, i) => `C${[...(controls[i] ?? []), end].join(' ')}`).join('')}`;
}

/** The outline of a drawn line. */
function toInk(line: Line): string {
  const points = line.map(([x = 0, y = 0]) => [x * SIZE, y * SIZE]);
  const outline = getStroke(points, { size: LINE_WIDTH, thinning: 0, smoothing: 0.6, streamline: 0 });
  return `M${outline.map(([x, y]) => `${x} ${y}`).join('L')}Z`;
}
