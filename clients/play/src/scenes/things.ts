import { playSound } from '../sound/sounds.ts';

/** What stands on the map of a world, in the coordinates of `Scene`. */
interface WorldThings {
  /** Whether the near valley is a lake or a river. */
  readonly hasWater?: true;
  /** Pictures of packs: name, center, bottom and size. */
  readonly things: readonly (readonly [picture: string, x: number, y: number, size: number])[];
}

/** By world id. */
const THINGS: Readonly<Record<string, WorldThings>> = {
  'duck-pond': {
    hasWater: true,
    things: [
      ['duck', 128, 196, 30],
      ['duck', 154, 199, 15],
      ['duck', 170, 201, 13],
      ['herb', 58, 222, 30],
      ['herb', 82, 228, 22],
      ['frog', 246, 214, 20],
      ['fish', 208, 206, 16],
      ['sailboat', 336, 192, 32],
      ['tulip', 118, 232, 20],
      ['duck', 282, 230, 22],
    ],
  },
  'little-farm': {
    things: [
      ['house-with-garden', 84, 168, 46],
      ['tractor', 196, 170, 30],
      ['cow', 268, 184, 32],
      ['horse', 120, 196, 28],
      ['dog', 66, 226, 22],
      ['chicken', 286, 224, 20],
      ['chicken', 308, 230, 16],
      ['sheaf-of-rice', 228, 226, 24],
    ],
  },
  'sunny-street': {
    things: [
      ['house-with-garden', 136, 172, 54],
      ['house-with-garden', 238, 168, 46],
      ['house-with-garden', 348, 176, 54],
      ['bus', 196, 206, 38],
      ['bicycle', 128, 224, 28],
      ['automobile', 276, 222, 32],
      ['dog', 230, 232, 18],
      ['balloon', 300, 124, 26],
    ],
  },
  'song-house': {
    things: [
      ['house-with-garden', 204, 178, 84],
      ['musical-notes', 130, 120, 24],
      ['musical-notes', 292, 108, 20],
      ['drum', 84, 226, 28],
      ['guitar', 122, 220, 32],
      ['musical-keyboard', 272, 226, 34],
      ['trumpet', 316, 222, 26],
      ['bell', 240, 224, 18],
    ],
  },
  'robot-park': {
    things: [
      ['robot', 130, 178, 32],
      ['robot', 238, 188, 26],
      ['locomotive', 116, 226, 36],
      ['red-paper-lantern', 276, 178, 26],
      ['kite', 196, 110, 28],
      ['soccer-ball', 224, 226, 18],
      ['bicycle', 316, 220, 28],
      ['balloon', 340, 130, 26],
    ],
  },
  'number-garden': {
    things: [
      ['sunflower', 78, 208, 34],
      ['sunflower', 106, 202, 30],
      ['tulip', 136, 208, 22],
      ['tulip', 158, 206, 22],
      ['snail', 196, 222, 16],
      ['hedgehog', 252, 218, 22],
      ['potted-plant', 286, 206, 24],
      ['lady-beetle', 316, 214, 12],
    ],
  },
  'living-meadow': {
    hasWater: true,
    things: [
      ['swan', 254, 196, 30],
      ['duck', 206, 200, 20],
      ['butterfly', 130, 126, 24],
      ['honeybee', 244, 124, 18],
      ['lady-beetle', 190, 226, 14],
      ['rabbit', 124, 224, 26],
      ['snail', 316, 226, 18],
      ['tulip', 292, 230, 22],
    ],
  },
  'story-hills': {
    things: [
      ['castle', 246, 164, 72],
      ['dragon', 140, 168, 38],
      ['books', 120, 222, 30],
      ['owl', 342, 214, 26],
      ['rabbit', 210, 220, 24],
      ['fox', 290, 222, 24],
    ],
  },
  library: {
    things: [
      ['books', 150, 206, 34],
      ['books', 186, 202, 30],
      ['books', 292, 204, 34],
      ['candle', 232, 202, 22],
      ['owl', 262, 176, 22],
      ['ladder', 330, 204, 40],
      ['world-map', 90, 212, 26],
    ],
  },
  'tree-school': {
    things: [
      ['deciduous-tree', 200, 186, 120],
      ['owl', 224, 128, 18],
      ['chipmunk', 262, 196, 20],
      ['books', 138, 204, 24],
      ['backpack', 284, 214, 22],
      ['abacus', 108, 214, 22],
    ],
  },
  workshop: {
    things: [
      ['robot', 140, 196, 28],
      ['ladder', 320, 200, 40],
      ['locomotive', 96, 216, 30],
      ['compass', 262, 200, 20],
      ['magnifying-glass-tilted-left', 288, 214, 20],
      ['rocket', 226, 186, 30],
    ],
  },
  'observatory-hill': {
    things: [
      ['telescope', 170, 172, 38],
      ['comet', 236, 64, 26],
      ['satellite', 180, 60, 20],
      ['camping', 110, 208, 26],
      ['owl', 290, 198, 20],
      ['fox', 262, 222, 20],
    ],
  },
  'storm-lab': {
    things: [
      ['sun-behind-cloud', 150, 80, 34],
      ['kite', 240, 96, 28],
      ['national-park', 120, 196, 32],
      ['rainbow', 300, 176, 60],
      ['helicopter', 200, 60, 24],
      ['microscope', 270, 216, 26],
    ],
  },
  'riddle-pass': {
    things: [
      ['mountain-cableway', 216, 92, 26],
      ['deer', 150, 196, 26],
      ['magnifying-glass-tilted-left', 262, 210, 22],
      ['camping', 322, 196, 28],
      ['owl', 120, 214, 20],
    ],
  },
  'shape-ridge': {
    things: [
      ['gem-stone', 150, 204, 24],
      ['kite', 180, 100, 24],
      ['compass', 268, 212, 22],
      ['camping', 120, 196, 28],
      ['bear', 324, 206, 26],
      ['eagle', 250, 90, 24],
    ],
  },
  'word-glacier': {
    hasWater: true,
    things: [
      ['penguin', 130, 202, 24],
      ['penguin', 152, 204, 18],
      ['seal', 276, 204, 28],
      ['spouting-whale', 210, 206, 30],
      ['owl', 328, 216, 22],
    ],
  },
  'long-bridge': {
    hasWater: true,
    things: [
      ['bridge-at-night', 236, 186, 60],
      ['sailboat', 160, 206, 26],
      ['canoe', 290, 206, 24],
      ['locomotive', 104, 214, 26],
      ['badger', 330, 222, 22],
    ],
  },
  'number-peak': {
    things: [
      ['eagle', 300, 112, 28],
      ['mountain-cableway', 176, 104, 26],
      ['deer', 276, 198, 30],
      ['camping', 232, 178, 32],
      ['chipmunk', 236, 222, 22],
    ],
  },
  numberwood: {
    things: [
      ['fox', 136, 212, 26],
      ['brown-mushroom', 168, 220, 16],
      ['chipmunk', 286, 208, 22],
      ['owl', 244, 136, 18],
      ['hedgehog', 222, 224, 20],
      ['deer', 330, 198, 26],
    ],
  },
  'lantern-town': {
    things: [
      ['fox', 286, 214, 22],
      ['balloon', 236, 120, 22],
      ['musical-notes', 150, 190, 20],
      ['owl', 110, 148, 18],
    ],
  },
  'lighthouse-of-words': {
    things: [
      ['sailboat', 132, 186, 28],
      ['spouting-whale', 272, 196, 30],
      ['bird', 222, 96, 18],
      ['seal', 154, 220, 24],
      ['spiral-shell', 250, 226, 14],
    ],
  },
  'nature-and-body': {
    things: [
      ['rabbit', 130, 214, 24],
      ['butterfly', 180, 124, 20],
      ['deer', 272, 190, 28],
      ['lady-beetle', 216, 222, 12],
      ['hedgehog', 322, 218, 20],
    ],
  },
  'earth-and-space': {
    things: [
      ['rocket', 240, 116, 30],
      ['satellite', 190, 64, 22],
      ['flying-saucer', 270, 170, 28],
      ['camping', 132, 212, 26],
      ['telescope', 312, 208, 26],
    ],
  },
  'clever-island': {
    things: [
      ['parrot', 262, 132, 20],
      ['turtle', 150, 208, 24],
      ['sailboat', 122, 180, 26],
      ['dolphin', 226, 200, 26],
      ['coral', 326, 222, 20],
      ['spiral-shell', 280, 228, 14],
    ],
  },
};

export function getWorldThings(worldId: string): WorldThings {
  return THINGS[worldId] ?? { things: [] };
}

export function getThingPath(picture: string): string {
  return `/pictures/${picture}.svg`;
}

/** A thing that is tapped hops, and plays a note of its own. */
export function hop(thing: Element, note: number): void {
  playSound('tap', note - 5);
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches)
    thing.animate(
      { translate: ['0 0', '0 -9px', '0 0', '0 -3px', '0 0'] },
      { duration: 520, easing: 'ease-out', composite: 'add' },
    );
}
