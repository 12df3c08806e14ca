import assert from 'node:assert/strict';
import { it } from 'node:test';
import { divide, extendLine, findNextStart, getRest, type Line } from '../../clients/play/src/rules/trace.ts';
import type { AnswerKey } from '../../src/content/index.ts';
import { gradeItem } from '../../src/features/learning/grading/grade.ts';
import { loadAllPacks } from '../support/content/packs.ts';

const { tasks } = loadAllPacks();
const figures = [...tasks.values()].flatMap(({ items }) => items.filter((item) => item.kind === 'trace'));

/** Leads a finger along points. The first one begins the line. */
const draw = (strokes: Line[], points: Line, drawn: Line[] = [], index = drawn.length) =>
  divide(points).reduce((lines, point) => extendLine(strokes, lines, index, point), drawn);

it('a line ends where the finger leaves the road, and goes on from there', () => {
  const strokes = [
    [
      [0.5, 0.1],
      [0.5, 0.9],
    ],
  ];
  const half = draw(strokes, [
    [0.52, 0.12],
    [0.48, 0.4],
    [0.8, 0.45],
    [0.8, 0.9],
    [0.5, 0.9],
  ]);
  const [line = []] = half;
  const [x = 0, y = 0] = line.at(-1) ?? [];
  assert.ok(line.every(([lineX = 0]) => Math.abs(lineX - 0.5) <= 0.09) && y > 0.38 && y < 0.45, JSON.stringify(line));
  assert.deepEqual(findNextStart(strokes, half), { index: 0, point: [x, y] });
  assert.deepEqual(getRest(strokes[0] ?? [], line).at(-1), [0.5, 0.9]);
  const whole = draw(
    strokes,
    [
      [0.5, 0.45],
      [0.5, 0.6],
      [0.5, 0.87],
    ],
    half,
    0,
  );
  assert.equal(findNextStart(strokes, whole), undefined);
});

it('a circle is not drawn where it starts, and each figure of the packs is right when its road was followed', () => {
  const seen = { circles: 0, strokes: 0 };
  for (const item of figures) {
    for (const figure of Object.values(item.strokes)) {
      const strokes = figure.map((stroke) => stroke.map((point) => [...point]));
      let drawn: Line[] = [];
      for (const [index, stroke] of strokes.entries()) {
        const [start = []] = stroke;
        const isCircle = Math.hypot(...start.map((value, i) => value - (stroke.at(-1)?.[i] ?? 0))) < 0.05;
        if (isCircle) {
          seen.circles += 1;
          assert.equal(findNextStart([stroke], draw([stroke], [start]))?.index, 0, item.id);
        }
        seen.strokes += 1;
        drawn = draw(
          strokes,
          stroke.map(([x = 0, y = 0], i) => [x + (i % 2 ? 0.03 : -0.03), y]),
          drawn,
          index,
        );
      }
      assert.equal(findNextStart(strokes, drawn), undefined, item.id);
      const key: AnswerKey = { id: item.id, kind: 'trace', hints: [], feedback: { right: {}, wrong: {} } };
      assert.ok(gradeItem(item, key, { strokes: drawn }).correct, item.id);
    }
  }
  assert.ok(seen.circles > 0 && seen.strokes > 50, JSON.stringify(seen));
});
