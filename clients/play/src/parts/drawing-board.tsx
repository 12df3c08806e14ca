import { useSignal, useSignalEffect } from '@preact/signals';
import { getStroke } from 'perfect-freehand';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../messages.ts';
import type { Stroke } from '../rules/drawing.ts';
import { RoundButton } from './controls/buttons.tsx';
import { Icon } from './icon.tsx';

const COLORS = [
  ['black', '#2b2620'],
  ['red', '#c4322b'],
  ['orange', '#e8862a'],
  ['yellow', '#f5c52b'],
  ['green', '#3f9a4d'],
  ['blue', '#2f7fb8'],
  ['purple', '#7a4fa3'],
  ['brown', '#8d5a3b'],
  ['pink', '#ee82a8'],
  ['lightBlue', '#7cc4ea'],
  ['lightGreen', '#a4cf5a'],
  ['gray', '#8f8a83'],
] as const;
/** The outlines of stamps in a square of 24, by the names of stickers. The color fills them. */
const STAMPS = {
  star: 'M12 1.5l3.2 6.9 7.5.9-5.6 5.2 1.5 7.5-6.6-3.8-6.6 3.8 1.5-7.5L1.3 9.3l7.5-.9z',
  heart: 'M12 21.5C2 14 1 10 2.5 6.5A5.3 5.3 0 0 1 12 5a5.3 5.3 0 0 1 9.5 1.5C23 10 22 14 12 21.5z',
  sunflower:
    'M7.9 4.9A4.4 4.4 0 1 1 16.1 4.9A4.4 4.4 0 1 1 20.2 12A4.4 4.4 0 1 1 16.1 19.1A4.4 4.4 0 1 1 7.9 19.1A4.4 4.4 0 1 1 3.8 12A4.4 4.4 0 1 1 7.9 4.9zM12 8.6a3.4 3.4 0 1 0 .01 0z',
} as const;
type Stamp = keyof typeof STAMPS;
/** In pixels of the picture. */
const STAMP_SIZE = 160;
const PAPER_COLOR = '#fffdf9';
/** In pixels of the picture. */
const LINE_WIDTHS = [14, 28, 56] as const;
/** The dimensions of the picture in pixels. Earlier drawings end at a height of 900. */
const [WIDTH, HEIGHT] = [1200, 1200];
/** The width of the sheet on screens that are wide, too. */
const MAX_WIDTH = 1600;
/** The pressure, from 0 to 1, that is used when the device does not measure it. */
const DEFAULT_PRESSURE = 0.5;

interface DrawingBoardProps {
  /** The strokes that the child has already drawn. */
  readonly initialStrokes: readonly Stroke[];
  /** Called after each change. */
  readonly onDrawing: (strokes: readonly Stroke[]) => void;
}

/** A canvas to draw on, with a choice of colors, line widths and stamps, an eraser, and undo. */
export function DrawingBoard({ initialStrokes, onDrawing }: DrawingBoardProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const strokes = useSignal(initialStrokes);
  const color = useSignal<string>(COLORS[0][1]);
  const lineWidth = useSignal<number>(LINE_WIDTHS[1]);
  const stamp = useSignal<Stamp | undefined>(undefined);
  const isWide = useRef(matchMedia('(min-width: 1000px)').matches).current;
  const width = isWide ? MAX_WIDTH : findWidth(initialStrokes);
  useSignalEffect(() => paint(canvas.current, strokes.value));
  const toPoint = (event: PointerEvent) => {
    const box = (canvas.current as HTMLCanvasElement).getBoundingClientRect(); // the canvas receives the event, so it exists
    return [
      Math.min(width, ((event.clientX - box.left) / box.width) * width),
      ((event.clientY - box.top) / box.height) * HEIGHT,
      event.pressure || DEFAULT_PRESSURE,
    ] as const;
  };
  const begin = (event: PointerEvent) => {
    canvas.current?.setPointerCapture(event.pointerId);
    const size = stamp.value ? STAMP_SIZE : lineWidth.value;
    const stroke = { color: color.value, size, points: [toPoint(event)], ...(stamp.value && { stamp: stamp.value }) };
    strokes.value = [...strokes.value, stroke];
  };
  const draw = (event: PointerEvent) => {
    const last = strokes.value.at(-1);
    if (!last || !canvas.current?.hasPointerCapture(event.pointerId)) return;
    const points = last.stamp ? [toPoint(event)] : [...last.points, toPoint(event)];
    strokes.value = [...strokes.value.slice(0, -1), { ...last, points }];
  };
  const undo = () => {
    strokes.value = strokes.value.slice(0, -1);
    onDrawing(strokes.value);
  };
  return (
    <div class="drawing-board">
      <fieldset class="drawing-tools">
        <legend class="visually-hidden">{t('creative.colors')}</legend>
        {COLORS.map(([name, shownColor]) => (
          <button
            key={shownColor}
            type="button"
            class="drawing-tool"
            aria-pressed={color.value === shownColor}
            aria-label={t(`color.${name}`)}
            style={{ background: shownColor }}
            onClick={() => (color.value = shownColor)}
          />
        ))}
        <button
          type="button"
          class="drawing-tool eraser"
          aria-pressed={color.value === PAPER_COLOR}
          aria-label={t('creative.eraser')}
          onClick={() => {
            color.value = PAPER_COLOR;
            stamp.value = undefined;
          }}
        >
          <Icon name="erase" />
        </button>
        {LINE_WIDTHS.map((shownWidth, i) => (
          <button
            key={shownWidth}
            type="button"
            class="drawing-tool line-width"
            aria-pressed={!stamp.value && lineWidth.value === shownWidth}
            aria-label={t('creative.brush', { number: i + 1 })}
            onClick={() => {
              lineWidth.value = shownWidth;
              stamp.value = undefined;
            }}
          >
            <i style={{ width: `${shownWidth / 2}px`, height: `${shownWidth / 2}px` }} />
          </button>
        ))}
        {Object.entries(STAMPS).map(([name, outline]) => (
          <button
            key={name}
            type="button"
            class="drawing-tool stamp"
            aria-pressed={stamp.value === name}
            aria-label={t(`sticker.${name as Stamp}`)}
            onClick={() => {
              stamp.value = name as Stamp;
              if (color.value === PAPER_COLOR) color.value = COLORS[1][1];
            }}
          >
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d={outline} fill={color.value} fill-rule="evenodd" />
            </svg>
          </button>
        ))}
        <RoundButton icon="undo" label={t('creative.undo')} onClick={undo} />
      </fieldset>
      <canvas
        ref={canvas}
        width={width}
        height={HEIGHT}
        style={{ '--aspect': width / HEIGHT }}
        aria-label={t('creative.canvas')}
        role="img"
        onPointerDown={begin}
        onPointerMove={draw}
        onLostPointerCapture={() => onDrawing(strokes.value)}
      />
    </div>
  );
}

/** A drawing to look at. */
export function DrawingPicture({ strokes, label }: { strokes: readonly Stroke[]; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => paint(canvas.current, strokes), [strokes]);
  return <canvas ref={canvas} width={findWidth(strokes)} height={HEIGHT} role="img" aria-label={label} />;
}

/** Returns the drawing as a PNG. */
export function createDrawingPng(strokes: readonly Stroke[]): Promise<Blob> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [findWidth(strokes), HEIGHT];
  paint(canvas, strokes);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The drawing cannot be encoded.'))), 'image/png');
  });
}

/** The width of a picture: a square, unless something is drawn to the right of it. */
function findWidth(strokes: readonly Stroke[]): number {
  return strokes.some(({ points }) => points.some(([x]) => x > WIDTH)) ? MAX_WIDTH : WIDTH;
}

function paint(canvas: HTMLCanvasElement | null, strokes: readonly Stroke[]): void {
  const context = canvas?.getContext('2d');
  if (!context) return;
  context.fillStyle = PAPER_COLOR;
  context.fillRect(0, 0, MAX_WIDTH, HEIGHT);
  for (const { color, size, points, stamp } of strokes) {
    const [[x = 0, y = 0] = []] = points;
    context.fillStyle = color;
    if (stamp) {
      const scale = size / 24;
      context.setTransform(scale, 0, 0, scale, x - size / 2, y - size / 2);
      context.fill(new Path2D(STAMPS[stamp]), 'evenodd');
      context.resetTransform();
      continue;
    }
    const outline = getStroke(
      points.map((point) => [...point]),
      { size, thinning: 0.5, smoothing: 0.6, streamline: 0.5 },
    );
    context.fill(new Path2D(`M${outline.map(([x, y]) => `${x} ${y}`).join('L')}Z`));
  }
}
