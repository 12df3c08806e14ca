import type { ComponentChildren } from 'preact';
import {
  CloudShape,
  FlowerShape,
  HouseShape,
  LanternShape,
  MoonShape,
  PalmShape,
  PeakShape,
  PineShape,
  StarShapes,
  SunShape,
  TreeShape,
} from './shapes.tsx';

/** The objects on each layer of a landscape, from the sky to the foreground, in the coordinates of `Scene`. */
interface Landscape {
  readonly sky: ComponentChildren;
  readonly farObjects: ComponentChildren;
  readonly midObjects: ComponentChildren;
  readonly nearObjects: ComponentChildren;
  /** Whether there is water instead of hills in the distance. */
  readonly isSea?: boolean;
}

/** The landscapes by the id of the world that each one shows. */
const LANDSCAPES = {
  'lantern-town': {
    sky: (
      <>
        <StarShapes />
        <MoonShape x={330} y={110} />
      </>
    ),
    farObjects: (
      <>
        <HouseShape x={18} y={160} width={44} height={40} />
        <HouseShape x={70} y={158} width={34} height={56} isDistant />
        <HouseShape x={250} y={156} width={38} height={44} isDistant />
        <HouseShape x={296} y={152} width={48} height={58} />
        <HouseShape x={352} y={154} width={40} height={38} isDistant />
      </>
    ),
    midObjects: (
      <>
        <path class="wire" d="M-6 60Q100 110 206 70T406 56" />
        <LanternShape x={53} y={86} scale={0.9} />
        <LanternShape x={119} y={96} />
        <LanternShape x={191} y={84} scale={0.9} />
        <LanternShape x={276} y={70} />
        <LanternShape x={352} y={68} scale={0.8} />
        <HouseShape x={120} y={190} width={52} height={44} />
        <HouseShape x={180} y={190} width={40} height={58} isDistant />
      </>
    ),
    nearObjects: <TreeShape x={360} y={214} scale={0.9} />,
  },
  numberwood: {
    sky: (
      <>
        <SunShape x={318} y={66} />
        <CloudShape x={60} y={40} />
        <CloudShape x={190} y={26} scale={0.8} />
      </>
    ),
    farObjects: [20, 62, 104, 150, 200, 246, 292, 340, 384].map((x, i) => (
      <PineShape key={x} x={x} y={[156, 150, 144][i % 3] ?? 150} scale={i % 2 ? 1.1 : 0.9} isDistant />
    )),
    midObjects: (
      <>
        <TreeShape x={34} y={184} scale={1.2} />
        <TreeShape x={96} y={182} scale={0.9} isDistant />
        <TreeShape x={276} y={182} scale={0.9} isDistant />
        <TreeShape x={372} y={182} />
      </>
    ),
    nearObjects: (
      <>
        <FlowerShape x={40} y={214} scale={0.7} />
        <FlowerShape x={60} y={218} scale={0.6} />
        <FlowerShape x={330} y={210} scale={0.7} />
      </>
    ),
  },
  'lighthouse-of-words': {
    isSea: true,
    sky: (
      <>
        <StarShapes />
        <path class="glow" opacity=".34" d="M190 71L-60 20v100zM190 71L470 30v84z" />
      </>
    ),
    farObjects: (
      <g transform="translate(-111 0)">
        <path class="layer rock" d="M236 260c8-60 30-84 66-88s64 30 76 88z" />
        <g class="layer">
          <path class="tower" d="M284 178l6-96h22l6 96z" />
          <path class="stripe" d="M287.5 122h27l1.5 22h-30zM291 82h20l1 18h-22.5z" />
          <rect class="glow" x="290" y="60" width="22" height="22" rx="3" />
          <path class="cap" d="M284 62l17-18 17 18z" />
        </g>
      </g>
    ),
    midObjects: null,
    nearObjects: null,
  },
  'nature-and-body': {
    sky: (
      <>
        <SunShape x={76} y={66} />
        <CloudShape x={220} y={36} />
        <CloudShape x={310} y={70} scale={0.7} />
      </>
    ),
    farObjects: (
      <>
        <TreeShape x={330} y={160} scale={1.7} isDistant />
        <TreeShape x={376} y={168} scale={1.2} />
      </>
    ),
    midObjects: [20, 70, 150, 250, 300].map((x, i) => (
      <FlowerShape key={x} x={x} y={186 - (i % 2) * 5} scale={1.1 + (i % 3) * 0.2} />
    )),
    nearObjects: (
      <>
        <FlowerShape x={48} y={222} scale={1.4} />
        <FlowerShape x={356} y={214} scale={1.2} />
      </>
    ),
  },
  'earth-and-space': {
    sky: (
      <>
        <StarShapes />
        <circle class="glow" cx="92" cy="84" r="62" opacity=".14" />
        <circle class="distant-planet" cx="92" cy="84" r="34" />
        <ellipse class="ring-line" cx="92" cy="84" rx="58" ry="14" transform="rotate(-18 92 84)" />
        <circle class="pale" cx="300" cy="56" r="26" opacity=".22" />
        <circle class="pale" cx="300" cy="56" r="17" opacity=".9" />
      </>
    ),
    farObjects: null,
    midObjects: (
      <>
        <PineShape x={40} y={204} scale={0.8} />
        <PineShape x={70} y={208} scale={1.1} />
        <PineShape x={350} y={206} />
      </>
    ),
    nearObjects: null,
  },
  'clever-island': {
    isSea: true,
    sky: (
      <>
        <SunShape x={90} y={76} />
        <CloudShape x={230} y={40} />
      </>
    ),
    farObjects: (
      <>
        <path class="layer island" d="M150 176c20-50 60-64 100-58s70 28 90 58z" />
        <PalmShape x={180} y={172} scale={1.1} />
        <PalmShape x={318} y={172} />
      </>
    ),
    midObjects: null,
    nearObjects: null,
  },
  'number-peak': {
    sky: (
      <>
        <SunShape x={70} y={62} />
        <CloudShape x={150} y={34} />
        <CloudShape x={320} y={50} scale={0.7} />
      </>
    ),
    farObjects: (
      <>
        <PeakShape x={130} y={176} isDistant />
        <PeakShape x={340} y={176} scale={0.9} isDistant />
        <PeakShape x={236} y={180} scale={1.3} />
      </>
    ),
    midObjects: [24, 58, 300, 336, 376].map((x, i) => <PineShape key={x} x={x} y={[190, 186, 180][i % 3] ?? 186} />),
    nearObjects: null,
  },
} satisfies Record<string, Landscape>;

export type LandscapeName = keyof typeof LANDSCAPES;

const LANDSCAPE_NAMES = Object.keys(LANDSCAPES) as LandscapeName[];

/** The landscapes of worlds that share one with a similar world, by world id. */
const SHARED_LANDSCAPES: Readonly<Record<string, LandscapeName>> = {
  'number-garden': 'numberwood',
  'story-hills': 'numberwood',
  'robot-park': 'numberwood',
  'tree-school': 'numberwood',
  'living-meadow': 'nature-and-body',
  'duck-pond': 'nature-and-body',
  'little-farm': 'nature-and-body',
  'sunny-street': 'nature-and-body',
  'song-house': 'nature-and-body',
  workshop: 'lantern-town',
  library: 'lantern-town',
  'observatory-hill': 'earth-and-space',
  'storm-lab': 'earth-and-space',
  'riddle-pass': 'number-peak',
  'shape-ridge': 'number-peak',
  'word-glacier': 'number-peak',
  'long-bridge': 'number-peak',
};

/** Returns the landscape of a world. An unknown world has a landscape that depends only on its id. */
export function getLandscapeName(worldId: string): LandscapeName {
  const knownName = LANDSCAPE_NAMES.find((name) => name === worldId) ?? SHARED_LANDSCAPES[worldId];
  const codePointSum = [...worldId].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0);
  return knownName ?? LANDSCAPE_NAMES[codePointSum % LANDSCAPE_NAMES.length] ?? 'numberwood';
}

/** The landscapes of rounds that belong to no world, and of placements, which belong to the first world of a subject. */
const ROUND_LANDSCAPES: Readonly<Record<string, LandscapeName>> = {
  'practice-challenge': 'number-peak',
  'practice-placement-mathematics': 'clever-island',
  'practice-placement-language': 'lighthouse-of-words',
  'practice-placement-science': 'earth-and-space',
};

/** Returns the landscape of a task. */
export function getTaskLandscape({ id, world_id }: { readonly id: string; readonly world_id: string }): LandscapeName {
  return ROUND_LANDSCAPES[id] ?? getLandscapeName(world_id);
}

export function getLandscape(name: LandscapeName): Landscape {
  return LANDSCAPES[name];
}
