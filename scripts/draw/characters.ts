import {
  defineDrawing,
  drawCircle,
  drawPath,
  drawRect,
  formatStroke,
  wrapSvg,
} from '../../src/content/drawings/svg.ts';
import { drawPaper, formatOval } from './paper.ts';

// The characters of the worlds, as paper cut-outs in a square of 100 units. Drawings use them like icons, such as `runa-happy`.

const MOODS = ['calm', 'happy', 'thinking'] as const;
type Mood = (typeof MOODS)[number];

const DARK = '2B2436';
const BLUSH = 'F08A7A';

const CHARACTERS: Readonly<Record<string, (mood: Mood) => string>> = {
  runa: (mood) =>
    drawOwl(mood, {
      back: '94613A',
      wing: '74482A',
      face: 'FBEBCB',
      belly: 'F6DDAE',
      marks: 'C58F55',
      iris: 'F7B53C',
    }) + drawAcornCap(),
  lumi: (mood) => drawLumi(mood),
  beno: (mood) => drawBeno(mood),
  kiri: (mood) => drawKiri(mood),
  bip: (mood) => drawBip(mood),
  tam: (mood) => drawTam(mood),
  pip: (mood) => drawPip(mood),
  mika: (mood) => drawMika(mood),
};

/** Draws the character with a name such as `bip` (calm) or `bip-happy`. Returns undefined if there is no such character or mood. */
export function drawCharacter(name: string): string | undefined {
  const [id = '', mood = 'calm'] = name.split('-');
  const draw = CHARACTERS[id];
  const knownMood = MOODS.find((known) => known === mood);
  return draw && knownMood && draw(knownMood);
}

/** A picture of a single character, 100 × 104. */
export const character = defineDrawing({ name: 'bip' }, (params) => {
  const drawn = drawCharacter(params.name);
  if (!drawn) throw new Error(`There is no character "${params.name}"`);
  return wrapSvg(100, 104, `<g transform="translate(0 2)">${drawn}</g>`);
});

/** Draws a part of the left side, and its mirror image on the right side. */
function drawBothSides(part: string): string {
  return `${part}<g transform="matrix(-1 0 0 1 100 0)">${part}</g>`;
}

function drawStrokes(pathData: string, color: string, width: number): string {
  return drawPath(pathData, 'none', formatStroke(color, width));
}

/** Draws the three bubbles of a thought, which start at a point and rise to the right, or to the left with the direction -1. */
function drawThought(x = 84, y = 22, direction = 1): string {
  const drawBubble = (dx: number, dy: number, radius: number) =>
    drawCircle(x + dx * direction, y - dy, radius, 'FFFFFF', ' stroke="#8fa3c4" stroke-width="1"');
  return drawBubble(0, 0, 2.4) + drawBubble(5, 7, 3.4) + drawBubble(11, 14.5, 4.4);
}

/** Draws two dark eyes that smile, look ahead or look up. */
function drawEyes(mood: Mood, x1: number, x2: number, y: number, radius: number, color = DARK): string {
  return [x1, x2]
    .map((x) => {
      if (mood === 'happy')
        return drawStrokes(
          `M${x - radius} ${y + radius * 0.45}Q${x} ${y - radius * 1.35} ${x + radius} ${y + radius * 0.45}`,
          color,
          radius * 0.62,
        );
      const [dx, dy] = mood === 'thinking' ? [radius * 0.35, -radius * 0.4] : [radius * 0.3, -radius * 0.35];
      const shift = mood === 'thinking' ? radius * 0.35 : 0;
      return (
        drawCircle(x + shift, y - shift, radius, color) +
        drawCircle(x + shift + dx, y - shift + dy, radius * 0.34, 'FFFFFF')
      );
    })
    .join('');
}

/** Draws a mouth: a smile, an open laugh or a small line. */
function drawMouth(mood: Mood, x: number, y: number, width: number, color = DARK): string {
  if (mood === 'happy')
    return (
      drawPath(
        `M${x - width} ${y}Q${x} ${y + 1} ${x + width} ${y}Q${x + width * 0.8} ${y + width * 1.4} ${x} ${y + width * 1.4}T${x - width} ${y}z`,
        '8E2F3C',
      ) +
      drawPath(
        `M${x - width * 0.55} ${y + width * 0.95}Q${x} ${y + width * 0.45} ${x + width * 0.55} ${y + width * 0.95}Q${x} ${y + width * 1.6} ${x - width * 0.55} ${y + width * 0.95}z`,
        'F2808A',
      )
    );
  if (mood === 'thinking')
    return drawStrokes(
      `M${x - width * 0.3} ${y + 2.5}Q${x + width * 0.4} ${y + 3} ${x + width * 0.8} ${y}`,
      color,
      1.8,
    );
  return drawStrokes(
    `M${x - width * 0.8} ${y + 0.5}Q${x} ${y + width * 0.9} ${x + width * 0.8} ${y + 0.5}`,
    color,
    1.8,
  );
}

interface OwlColors {
  readonly back: string;
  readonly wing: string;
  readonly face: string;
  readonly belly: string;
  readonly marks: string;
  readonly iris: string;
}

function drawOwl(mood: Mood, colors: OwlColors): string {
  return (
    drawOwlFeet() +
    (mood === 'happy' ? drawBothSides(drawRaisedWing(colors.wing)) : '') +
    drawPaper(
      'M20 10L41 21Q50 18 59 21L80 10Q82 28 80 38Q88 52 86 68Q82 95 50 95Q18 95 14 68Q12 52 20 38Q18 28 20 10z',
      colors.back,
    ) +
    drawPath(formatOval(50, 76, 23, 17.5), colors.belly) +
    drawStrokes('M38 71q3 4 6 0M47 71q3 4 6 0M56 71q3 4 6 0M42.500 79q3 4 6 0M51.500 79q3 4 6 0', colors.marks, 1.8) +
    drawBothSides(drawCircle(34, 45, 18, colors.face)) +
    drawOwlEyes(mood, colors.iris) +
    drawBeak(mood, 50, 55) +
    drawWings(mood, colors.wing)
  );
}

function drawOwlEyes(mood: Mood, iris: string): string {
  if (mood === 'happy')
    return (
      drawStrokes('M25 48Q34 36 43 48M57 48Q66 36 75 48', DARK, 3.4) +
      drawBothSides(drawCircle(24, 56, 4, BLUSH, ' opacity=".6"'))
    );
  const [dx, dy] = mood === 'thinking' ? [3, -4] : [0, 0];
  const drawEye = (x: number) =>
    drawCircle(x, 45, 12, iris) +
    drawCircle(x + dx, 45 + dy, 7.5, DARK) +
    drawCircle(x + dx + 2.5, 42 + dy, 2.5, 'FFFFFF');
  return drawEye(35) + drawEye(65);
}

function drawBeak(mood: Mood, x: number, y: number): string {
  if (mood === 'happy')
    return (
      drawPath(`M${x - 6} ${y - 2}Q${x} ${y + 18} ${x + 6} ${y - 2}z`, 'B4442E') +
      drawPaper(`M${x - 7} ${y - 1}Q${x} ${y - 10} ${x + 7} ${y - 1}Q${x} ${y + 6} ${x - 7} ${y - 1}z`, 'F59331')
    );
  return drawPaper(
    `M${x - 6} ${y - 3}Q${x} ${y - 9} ${x + 6} ${y - 3}Q${x + 4} ${y + 6} ${x} ${y + 9}Q${x - 4} ${y + 6} ${x - 6} ${y - 3}z`,
    'F59331',
  );
}

function drawRaisedWing(color: string): string {
  return drawPaper('M22 66Q4 62 1 36Q0 28 6 32Q5 24 11 28Q12 21 17 28Q30 42 30 60z', color);
}

function drawWings(mood: Mood, color: string): string {
  if (mood === 'happy') return '';
  const wing = drawPaper('M17 52Q6 70 16 88Q22 90 26 84Q32 66 17 52z', color);
  if (mood === 'calm') return drawBothSides(wing);
  return wing + drawPaper('M85 56Q96 82 74 82Q58 78 56 68Q58 62 64 66Q76 72 85 56z', color) + drawThought();
}

function drawOwlFeet(): string {
  return drawBothSides(drawPaper('M32 96q0-7 5-7t5 7q-2 2-3.400 0q-1.600 2-3.200 0q-1.700 2-3.400 0z', 'F59331'));
}

function drawAcornCap(): string {
  return (
    drawStrokes('M50 9Q50 4 54 1.500', '6B4423', 3.4) +
    drawPaper('M29 24Q30 7 50 7T71 24Q50 31 29 24z', 'C78A45') +
    drawStrokes('M34 19l5 5M42 12l10 13M51 9l10 14M61 12l7 9M66 17l-7 7M58 10L47 25M49 9L37 23', 'A06A30', 1.5)
  );
}

/** Lumi, a barn owl with a lantern. */
function drawLumi(mood: Mood): string {
  const wing = '7C87C4';
  return (
    drawOwlFeet() +
    (mood === 'happy' ? drawBothSides(drawRaisedWing(wing)) : '') +
    drawPaper('M50 7Q82 7 84 40Q88 54 86 68Q82 95 50 95Q18 95 14 68Q12 54 16 40Q18 7 50 7z', '9AA5DB') +
    drawPath(formatOval(50, 75, 23, 18.5), 'FFFDF7') +
    drawPaper('M50 20Q56 11 68 13Q84 18 82 38Q79 56 50 66Q21 56 18 38Q16 18 32 13Q44 11 50 20z', 'FFFDF7') +
    drawPath('M50 20Q46 34 50 50Q54 34 50 20z', 'E7DFD0') +
    (mood === 'happy'
      ? drawStrokes('M25 42Q34 30 43 42M57 42Q66 30 75 42', DARK, 3.4) +
        drawBothSides(drawCircle(27, 50, 4, BLUSH, ' opacity=".6"'))
      : drawEyes(mood, 34, 66, 38, 8.5)) +
    drawBeak(mood, 50, 49) +
    drawBothSides(
      drawCircle(38, 82, 1.5, 'C9BFAE') + drawCircle(33, 74, 1.5, 'C9BFAE') + drawCircle(45, 88, 1.5, 'C9BFAE'),
    ) +
    drawPath('M22 57Q50 76 78 57L79 63Q50 82 21 63z', 'E8574A') +
    drawLantern(50, 73) +
    drawWings(mood, wing)
  );
}

function drawLantern(x: number, y: number): string {
  return (
    drawCircle(x, y + 9, 13, 'FFE08A', ' opacity=".45"') +
    drawStrokes(`M${x - 4} ${y + 2}Q${x} ${y - 4} ${x + 4} ${y + 2}`, '5B4636', 1.8) +
    drawRect(x - 6, y + 2, 12, 14, 'FFC93C', ' rx="3" stroke="#5b4636" stroke-width="1.800"') +
    drawPath(`M${x} ${y + 5}q4 5 0 8q-4-3 0-8z`, 'FFF7DA')
  );
}

/** Beno, a badger with a neckerchief. */
function drawBeno(mood: Mood): string {
  const fur = '7A7F92';
  const paw = '4A4A5E';
  const arm = drawPaper('M26 64Q12 70 13 82Q17 89 24 85Q30 76 32 68z', paw);
  const raisedArm = drawPaper('M28 70Q10 64 5 46Q5 38 13 40Q22 50 34 60z', paw);
  return (
    drawBothSides(drawPaper('M28 96q-2-9 8-10t10 10z', paw)) +
    (mood === 'happy' ? drawBothSides(raisedArm) : '') +
    drawPaper('M50 54Q80 54 82 78Q82 95 50 95T18 78Q20 54 50 54z', fur) +
    drawPath(formatOval(50, 82, 17, 12.5), 'B9BDCB') +
    drawBothSides(
      drawPaper('M15 25Q10 8 22 7Q32 8 33 20z', paw) + drawPath('M18 21Q16 12 22 11Q27 13 28 20z', 'F4B8AE'),
    ) +
    drawPaper('M50 10Q78 10 86 32Q90 48 78 56Q64 66 50 68Q36 66 22 56Q10 48 14 32Q22 10 50 10z', 'FFFDF8') +
    drawBothSides(drawPath('M43 11Q27 13 20 24Q14 36 20 53Q30 61 38 58Q42 50 39 42Q36 26 43 11z', '3E3C50')) +
    (mood === 'happy' ? drawStrokes('M24 42Q30 33 36 42M64 42Q70 33 76 42', 'FFFFFF', 3.2) : drawBadgerEyes(mood)) +
    drawBothSides(drawCircle(19, 51, 4, BLUSH, ' opacity=".55"')) +
    drawMouth(mood, 50, 59, 6) +
    drawPaper('M43 51Q50 46 57 51Q57 58 50 59Q43 58 43 51z', '2B2436') +
    drawPath('M45.500 51.500q3-2 5 0z', '8A86A0') +
    drawPaper('M27 65Q50 78 73 65Q76 69 72 72Q50 84 28 72Q24 69 27 65z', 'E4572E') +
    drawPaper('M44 75L38 88L50 81L62 90L56 75z', 'E4572E') +
    (mood === 'calm' ? drawBothSides(arm) : '') +
    (mood === 'thinking'
      ? arm + drawPaper('M76 68Q88 80 72 82Q60 80 58 70Q60 62 65 66Q70 70 76 68z', paw) + drawThought()
      : '')
  );
}

function drawBadgerEyes(mood: Mood): string {
  const [dx, dy] = mood === 'thinking' ? [1.5, -2.2] : [0, 0];
  return [30, 70]
    .map(
      (x) =>
        drawCircle(x, 40, 6.2, 'FFFFFF') +
        drawCircle(x + dx, 40 + dy, 4.2, DARK) +
        drawCircle(x + dx + 1.4, 38.5 + dy, 1.4, 'FFFFFF'),
    )
    .join('');
}

/** Kiri, a robot on wheels that listens to the stars. */
function drawKiri(mood: Mood): string {
  const shell = 'F4F7FB';
  const teal = '2FA39B';
  const arm = drawStrokes('M25 66Q13 68 13 78', '8A97AD', 4.5) + drawPaper(formatOval(13, 80, 5, 5), teal);
  const raisedArm = drawStrokes('M25 66Q10 62 9 48', '8A97AD', 4.5) + drawPaper(formatOval(9, 45, 5, 5), teal);
  return (
    drawStrokes('M50 22V11', '8A97AD', 3) +
    drawPaper(
      'M50 0.500l2.700 5.300 5.900.7-4.400 4 1.200 5.800L50 13.500l-5.400 2.800 1.200-5.800-4.400-4 5.900-.7z',
      'FFC93C',
    ) +
    drawStrokes('M79 36Q87 34 88 27', '8A97AD', 3) +
    drawPaper('M80 21Q92 32 99 17Q92 8 80 21z', 'F2784B') +
    (mood === 'happy' ? drawBothSides(raisedArm) : '') +
    drawPaper('M30 58H70Q78 60 77 72Q76 86 66 86H34Q24 86 23 72Q22 60 30 58z', teal) +
    drawRect(38, 66, 24, 15, 'FFF3D6', ' rx="2"') +
    drawPath('M41 78l6-7 4 4 3-3 6 6z', '7FB95F') +
    drawCircle(56, 70, 2, 'F2784B') +
    drawPaper('M50 19Q82 19 83 40Q83 60 50 60T17 40Q18 19 50 19z', shell) +
    drawPath('M50 25Q76 25 76 40T50 54.500T24 40T50 25z', '22385F') +
    drawPath('M30 32Q38 27 50 27Q40 31 33 39Q29 37 30 32z', 'FFFFFF', ' opacity=".18"') +
    drawScreenFace(mood, 39, 61, 39, '7FF0E0') +
    drawBothSides(drawWheel(29, 89)) +
    drawWheel(50, 90) +
    (mood === 'calm' ? drawBothSides(arm) : '') +
    (mood === 'thinking'
      ? arm +
        drawStrokes('M75 66Q84 74 70 63', '8A97AD', 4.5) +
        drawPaper(formatOval(67, 61, 5, 5), teal) +
        drawThought(20, 21, -1)
      : '')
  );
}

function drawWheel(x: number, y: number): string {
  return drawCircle(x, y, 8.5, '3A4563') + drawCircle(x, y, 3.6, 'AEB9CC');
}

/** Draws eyes and a mouth of light for a dark screen. */
function drawScreenFace(mood: Mood, x1: number, x2: number, y: number, light: string): string {
  const middle = (x1 + x2) / 2;
  const eyes =
    mood === 'happy'
      ? drawStrokes(
          `M${x1 - 5} ${y + 1}Q${x1} ${y - 8} ${x1 + 5} ${y + 1}M${x2 - 5} ${y + 1}Q${x2} ${y - 8} ${x2 + 5} ${y + 1}`,
          light,
          3,
        )
      : [x1, x2]
          .map((x) =>
            mood === 'thinking'
              ? drawPath(formatOval(x + 3, y - 4.5, 4, 4.6), light)
              : drawPath(formatOval(x, y - 1, 4.2, 5.4), light),
          )
          .join('');
  if (mood === 'happy')
    return `${eyes}${drawPath(`M${middle - 7} ${y + 5}H${middle + 7}Q${middle + 5} ${y + 12} ${middle} ${y + 12}T${middle - 7} ${y + 5}z`, light)}`;
  if (mood === 'thinking') return eyes + drawStrokes(`M${middle - 1} ${y + 9}q5 .5 7-3`, light, 2.4);
  return eyes + drawStrokes(`M${middle - 5} ${y + 7}Q${middle} ${y + 11} ${middle + 5} ${y + 7}`, light, 2.4);
}

/** Bip, a little robot that follows arrows. */
function drawBip(mood: Mood): string {
  const shell = 'D8D3E4';
  const red = 'E8475B';
  const arm = drawStrokes('M31 72Q20 74 20 84', 'A79FBC', 5) + drawPaper(formatOval(20, 85, 5, 5), red);
  const raisedArm = drawStrokes('M31 75Q12 80 8 69', 'A79FBC', 5) + drawPaper(formatOval(7, 65, 5.5, 5.5), red);
  return (
    drawBothSides(drawStrokes('M42 86V92', 'A79FBC', 5) + drawPaper('M30 97Q30 90 38 90H44Q46 90 46 97z', red)) +
    (mood === 'happy' ? drawBothSides(raisedArm) : '') +
    drawPaper('M34 64H66Q70 64 70 68V82Q70 88 64 88H36Q30 88 30 82V68Q30 64 34 64z', 'BDB5CF') +
    drawPath('M43 73h8v-4l8 7-8 7v-4h-8z', 'FFB02E') +
    drawBothSides(
      drawStrokes('M16 44V22', red, 4) +
        drawCircle(16, 19, 4.5, red) +
        drawPaper('M20 34H14Q11 34 11 38V52Q11 56 14 56H20z', red),
    ) +
    drawPaper('M40 16Q40 8 50 8T60 16V20H40z', 'FFB02E') +
    drawPaper('M28 17H72Q82 17 82 27V56Q82 66 72 66H28Q18 66 18 56V27Q18 17 28 17z', shell) +
    drawRect(25, 24, 50, 34, '2A2740', ' rx="12"') +
    drawPath('M32 29Q42 25 52 26Q40 30 34 39Q29 36 32 29z', 'FFFFFF', ' opacity=".16"') +
    drawScreenFace(mood, 38, 62, 40, '4FD8FF') +
    (mood === 'calm' ? drawBothSides(arm) : '') +
    (mood === 'thinking'
      ? arm +
        drawStrokes('M69 74Q82 78 72 66', 'A79FBC', 5) +
        drawPaper(formatOval(70, 64, 5, 5), red) +
        drawThought(67, 15)
      : '')
  );
}

/** Tam, an otter in a sailor's neckerchief. */
function drawTam(mood: Mood): string {
  const fur = '96643F';
  const darkFur = '744A2C';
  const arm = drawPaper('M30 62Q18 68 18 78Q22 85 28 80Q34 74 36 66z', darkFur);
  const raisedArm = drawPaper('M32 68Q16 62 12 44Q13 37 20 40Q28 50 38 58z', darkFur);
  return (
    drawPaper('M66 84Q92 88 95 66Q94 60 89 64Q84 76 66 74z', darkFur) +
    drawBothSides(drawPaper('M30 96q-2-8 8-9t9 9z', darkFur)) +
    (mood === 'happy' ? drawBothSides(raisedArm) : '') +
    drawPaper('M50 48Q74 50 76 74Q76 95 50 95T24 74Q26 50 50 48z', fur) +
    drawPath(formatOval(50, 80, 15, 13.5), 'F2DBB8') +
    drawBothSides(drawPaper(formatOval(22, 24, 7, 7), darkFur) + drawCircle(22.5, 24.5, 3.5, 'D9A18A')) +
    drawPaper('M50 10Q76 10 82 34Q84 58 50 60T18 34Q24 10 50 10z', fur) +
    drawPath('M50 36Q70 32 74 46Q70 60 50 60T26 46Q30 32 50 36z', 'F6E3C4') +
    drawEyes(mood, 36, 64, 32, 5.4) +
    drawBothSides(drawCircle(27, 43, 4, BLUSH, ' opacity=".5"')) +
    drawStrokes('M38 49L24 47M38 52L25 54M62 49L76 47M62 52L75 54', 'B98D5E', 1.2) +
    drawMouth(mood, 50, 49, 6) +
    drawPaper('M43 42Q50 37 57 42Q56 48 50 49Q44 48 43 42z', '3A2A24') +
    drawPaper('M29 59Q50 70 71 59Q74 63 70 66Q50 77 30 66Q26 63 29 59z', '3B7CC4') +
    drawPaper('M45 69L38 82L50 75L62 82L55 69z', '3B7CC4') +
    drawStrokes('M32 64Q50 73 68 64', 'FFFFFF', 1.8) +
    (mood === 'calm' ? drawBothSides(arm) : '') +
    (mood === 'thinking'
      ? arm + drawPaper('M70 64Q80 76 66 76Q56 72 56 62Q58 56 63 60Q66 66 70 64z', darkFur) + drawThought()
      : '')
  );
}

/** Pip, a squirrel with a scarf. */
function drawPip(mood: Mood): string {
  const fur = 'D9783A';
  const darkFur = 'B85C26';
  const arm = drawPaper('M34 64Q24 68 25 78Q29 84 34 79Q38 72 38 67z', darkFur);
  const raisedArm = drawPaper('M34 70Q18 64 14 47Q15 40 22 43Q30 52 39 60z', darkFur);
  return (
    drawPaper('M60 91Q96 94 97 58Q101 38 94 24Q84 8 72 18Q66 26 73 33Q82 38 78 54Q74 68 58 70z', darkFur) +
    drawStrokes('M79 22Q92 24 90 48Q90 76 70 83', 'F2A468', 6) +
    drawBothSides(drawPaper('M32 96q-2-8 8-9t8 9z', darkFur)) +
    (mood === 'happy' ? drawBothSides(raisedArm) : '') +
    drawPaper('M48 50Q72 52 73 76Q72 95 49 95T25 76Q26 52 48 50z', fur) +
    drawPath(formatOval(49, 80, 14, 13), 'FBE3C2') +
    drawPaper('M24 30Q17 19 21 12L20 4L27 9Q35 11 38 22z', fur) +
    drawPaper('M74 30Q81 19 77 12L78 4L71 9Q63 11 60 22z', fur) +
    drawPath('M26 24Q22 17 25 13Q31 14 33 21zM72 24Q76 17 73 13Q67 14 65 21z', 'F6C9A0') +
    drawPaper('M49 14Q74 14 80 36Q82 60 49 61T18 36Q24 14 49 14z', fur) +
    drawPath('M49 40Q66 34 72 48Q68 60 49 61T26 48Q32 34 49 40z', 'FBE3C2') +
    drawEyes(mood, 35, 63, 34, 6.2) +
    drawBothSides(drawCircle(26, 45, 4, 'F2664F', ' opacity=".5"')) +
    drawMouth(mood, 49, 51, 5.5) +
    drawRect(46.4, 51.5, 2.4, mood === 'happy' ? 4 : 3, 'FFFFFF', ' rx=".8"') +
    drawRect(49.2, 51.5, 2.4, mood === 'happy' ? 4 : 3, 'FFFFFF', ' rx=".8"') +
    drawPaper('M44.500 45Q49 41.500 53.500 45Q53 50 49 50.500Q45 50 44.500 45z', '4A2A20') +
    drawPaper('M28 60Q49 71 70 60Q73 64 69 67Q49 78 29 67Q25 64 28 60z', '4F8A5B') +
    drawPaper('M58 70L55 88L62 85L67 88L66 68z', '4F8A5B') +
    drawStrokes('M38 65v5M49 68v5M60 66v4', 'F2D16B', 2.4) +
    (mood === 'calm' ? drawBothSides(arm) : '') +
    (mood === 'thinking'
      ? arm + drawPaper('M68 66Q78 78 64 77Q55 73 55 63Q57 57 62 61Q65 66 68 66z', darkFur) + drawThought()
      : '')
  );
}

/** Mika, a hedgehog with an apple and a leaf in its spines. */
function drawMika(mood: Mood): string {
  const skin = 'F3D3A6';
  const spines = '8A5F45';
  const paw = 'DDB07E';
  const arm = drawPaper('M31 66Q20 70 21 80Q25 86 30 81Q35 75 36 70z', paw);
  const raisedArm = drawPaper('M31 70Q14 64 9 50Q10 43 17 46Q25 54 36 62z', paw);
  const points = Array.from({ length: 15 }, (_, i) => {
    const angle = ((i * 2 - 14) / 28) * Math.PI * 1.45 - Math.PI / 2;
    const valley = angle + (Math.PI * 1.45) / 28;
    const toPoint = (angleOfPoint: number, radius: number) =>
      `${Math.round(50 + radius * 0.92 * Math.cos(angleOfPoint))} ${Math.round(53 + radius * Math.sin(angleOfPoint))}`;
    return `${toPoint(angle, 48)}L${toPoint(valley, 38)}`;
  });
  return (
    drawBothSides(drawPaper('M32 96q-2-8 8-9t9 9z', paw)) +
    drawPaper(`M${points.join('L')}L74 88H26z`, spines) +
    drawStrokes('M30 20l4 8M46 12l2 9M62 14l-2 9M76 24l-6 7M18 36l8 5M85 42l-9 3', '6B4732', 2.6) +
    drawPaper(formatOval(66, 15, 9, 9), 'E4483E') +
    drawStrokes('M66 7q1-4 4-5', '6B4732', 2) +
    drawPaper('M24 22Q22 8 38 8Q38 22 24 22z', '6FB14F') +
    (mood === 'happy' ? drawBothSides(raisedArm) : '') +
    drawPaper('M50 54Q72 56 73 78Q72 95 50 95T27 78Q28 56 50 54z', skin) +
    drawBothSides(drawPaper(formatOval(24, 37, 7, 7), paw)) +
    drawPaper('M50 24Q62 20 70 30Q80 40 77 52Q70 66 50 66T23 52Q20 40 30 30Q38 20 50 24z', skin) +
    drawEyes(mood, 37, 63, 42, 5.6) +
    drawBothSides(drawCircle(29, 52, 4.5, BLUSH, ' opacity=".6"')) +
    drawMouth(mood, 50, 56, 5.5) +
    drawPaper('M44 50Q50 44.500 56 50Q55 56 50 56.500Q45 56 44 50z', '3A2A24') +
    (mood === 'calm' ? drawBothSides(arm) : '') +
    (mood === 'thinking'
      ? arm + drawPaper('M69 68Q79 80 65 79Q56 75 56 66Q58 60 63 64Q66 69 69 68z', paw) + drawThought(86, 20)
      : '')
  );
}
