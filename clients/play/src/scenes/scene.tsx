import { useId } from 'preact/hooks';
import { getLandscape, type LandscapeName } from './landscapes.tsx';
import { getThingPath, getWorldThings, hop } from './things.ts';

// The outlines of the layers begin and end outside the picture, so that only their upper edges are visible.
const HILLS = {
  far: 'M-4 152H0C60 112 120 122 180 142S320 118 400 138H404V260H-4Z',
  mid: 'M-4 184H0C80 152 150 178 220 174S340 150 400 174H404V260H-4Z',
  near: 'M-4 216H0C70 194 140 210 210 212S330 198 400 208H404V260H-4Z',
};
const WAVES = {
  far: 'M-4 160H0c40-6 60 6 100 0s60 6 100 0 60 6 100 0 60 6 100 0h4v100H-4z',
  mid: 'M-4 190H0c40-6 60 6 100 0s60 6 100 0 60 6 100 0 60 6 100 0h4v70H-4z',
};

// The picture is 400 wide. The highest hill reaches up to about y = 125.
const TOP = 10;
/** The top of a picture with more sky, for a tall screen. */
const TALL_TOP = -160;
const BOTTOM = 240;

const WATER = 'M-4 170C60 162 120 174 200 168S340 160 404 171V260H-4Z';

interface SceneProps {
  readonly landscape: LandscapeName;
  readonly isTall?: boolean;
  /** The world whose animals and things stand in the landscape. */
  readonly worldId?: string;
}

/** A landscape in layers, from the sky to the foreground. With `isTall`, it shows more sky; the map then places the things. */
export function Scene({ landscape, isTall = false, worldId = '' }: SceneProps) {
  const id = useId();
  const { sky, farObjects, midObjects, nearObjects, isSea } = getLandscape(landscape);
  const outlines = isSea ? { ...HILLS, ...WAVES } : HILLS;
  const top = isTall ? TALL_TOP : TOP;
  const { hasWater, things } = getWorldThings(worldId);
  return (
    <svg class="scene" viewBox={`0 ${top} 400 ${BOTTOM - top}`} preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <defs>
        <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
          <stop class="sky-top" offset="0" />
          <stop class="sky-bottom" offset=".78" />
        </linearGradient>
      </defs>
      <rect x="-400" y={top} width="1200" height={260 - top} fill={`url(#${id})`} />
      {sky}
      {/* Far objects are behind the far hills, but an island is in front of the far waves. */}
      {isSea ? <Layer depth="far" outline={outlines.far} /> : farObjects}
      {isSea ? farObjects : <Layer depth="far" outline={outlines.far} />}
      {midObjects}
      <Layer depth="mid" outline={outlines.mid} />
      {hasWater && (
        <>
          <path class="layer water" d={WATER} />
          <path
            class="ripples"
            d="M96 186h26M150 210h18M216 184h30M300 204h24M30 196h24M350 182h20M186 212h14M272 192h16"
          />
        </>
      )}
      {nearObjects}
      <g transform={hasWater && 'translate(0 8)'}>
        <Layer depth="near" outline={outlines.near} />
      </g>
      {!isTall &&
        things.map(([picture, x, y, size], i) => (
          <image
            key={String(i)}
            class="thing-on-map dim-in-dark"
            href={getThingPath(picture)}
            x={x - size / 2}
            y={y - size}
            width={size}
            height={size}
            onPointerUp={(event) => hop(event.currentTarget, i)}
          />
        ))}
    </svg>
  );
}

/**
 * Hills or waves, with their shadow on the layer behind them. The shadow is a plain line, because a slow phone takes long to
 * draw a blurred one.
 */
function Layer({ depth, outline }: { depth: keyof typeof HILLS; outline: string }) {
  return (
    <>
      <path class="layer-shadow" d={outline} />
      <path class={`layer ${depth}`} d={outline} />
    </>
  );
}

/**
 * The hills at the bottom of a screen. With `isInFront`, shows only their lowest part, which hides the content that scrolls
 * behind the tabs or buttons.
 */
export function Hills({ isInFront = false }: { isInFront?: boolean }) {
  return (
    <svg
      class={`hills ${isInFront ? 'in-front' : ''}`}
      viewBox="0 90 400 120"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path class="layer far" d="M-4 152H0C60 112 120 122 180 142S320 118 400 138H404V260H-4Z" />
      <path class="layer mid" d="M-4 180H0C80 152 150 178 220 170S340 150 400 170H404V260H-4Z" />
      <path class="layer near" d="M-4 206H0C70 186 140 200 210 202S330 190 400 198H404V260H-4Z" />
    </svg>
  );
}
