import { drawCircle, drawPath, formatStroke, repeat } from '../../src/content/drawings/svg.ts';
import { drawPaper, formatOval } from './paper.ts';

/** Objects of the stories that are not in the icon set, in a square of 100 units. Drawings use them like icons. */
export const PROPS: Readonly<Record<string, string>> = {
  'wooden-wheel':
    repeat(8, (i) => `<g transform="rotate(${i * 45} 50 50)">${drawPaper('M42 6H58L55 24H45z', 'B97A3E')}</g>`).join(
      '',
    ) +
    drawPaper(formatOval(50, 50, 34, 34), 'C98A48') +
    drawCircle(50, 50, 24, 'E0AE6C') +
    drawPath('M50 28V72M28 50H72', 'none', formatStroke('B97A3E', 6)) +
    drawCircle(50, 50, 9, '8A5A2E'),
  'clock-tree':
    drawPaper('M38 98Q44 80 42 56H58Q56 80 62 98z', '8A5A38') +
    drawPaper(
      'M50 2C68 2 76 14 75 20C90 26 92 42 82 50C82 62 68 68 50 66C32 68 18 62 18 50C8 42 10 26 25 20C24 14 32 2 50 2z',
      '4F9440',
    ) +
    drawPaper(formatOval(50, 40, 19, 19), 'FFF8E6') +
    drawPath('M50 40V27M50 40L59 45', 'none', formatStroke('5B3A22', 3)) +
    drawPath('M50 24v1M66 40h-1M50 56v-1M34 40h1', 'none', formatStroke('B97A3E', 2.5)),
  'book-page':
    drawPaper('M22 14L74 8L82 84L30 92z', 'FFFDF3') +
    drawPath('M34 28L66 24M35 40L70 36M37 52L60 49', 'none', formatStroke('B7C0D6', 4)) +
    drawPath('M52 66q6-8 12 0q-2 10-12 12q-8-4-6-12q4-2 6 0z', '7FB95F'),
  'great-book':
    drawPaper('M6 26Q28 16 50 28Q72 16 94 26V84Q72 74 50 86Q28 74 6 84z', '9A4A3A') +
    drawPaper('M11 22Q30 14 50 25V80Q30 68 11 78z', 'FFFDF3') +
    drawPaper('M89 22Q70 14 50 25V80Q70 68 89 78z', 'FFFDF3') +
    drawPath(
      'M19 34Q30 29 42 34M19 46Q30 41 42 46M19 58Q30 53 42 58M58 34Q70 29 81 34M58 46Q70 41 81 46',
      'none',
      formatStroke('B7C0D6', 3),
    ),
  postcard:
    drawPaper('M6 24L92 16L96 76L10 84z', 'FFFDF3') +
    drawPath('M16 34L48 31L51 70L19 73z', '6FC0E0') +
    drawPath('M19 62l10-12 8 8 6-5 8 10 .5 7L19.500 73z', '7FB95F') +
    drawPath('M72 26l14-1 1 15-14 1z', 'E4572E') +
    drawPath('M58 52L88 49M59 62L80 60', 'none', formatStroke('B7C0D6', 3)),
  'clock-tower':
    drawPaper('M34 98V34H66V98z', 'C98A5E') +
    drawPaper('M28 36L50 4L72 36z', '8C3F4B') +
    drawPaper(formatOval(50, 52, 13, 13), 'FFF8E6') +
    drawPath('M50 52V43M50 52H57', 'none', formatStroke('33415C', 2.5)) +
    drawPath('M44 98V84Q50 76 56 84V98z', '6B3F2E'),
  'signal-lamp':
    drawCircle(50, 34, 32, 'FFE9A3', ' opacity=".5"') +
    drawPaper('M42 60H58L64 96H36z', '8C7BC8') +
    drawPaper(formatOval(50, 36, 21, 21), 'FFC93C') +
    drawCircle(43, 29, 6, 'FFF7DA'),
  gull:
    drawPaper('M4 38Q26 14 46 44L40 62Q22 50 4 38z', 'C9D3E4') +
    drawPaper('M96 30Q72 14 56 46L62 62Q82 48 96 30z', 'C9D3E4') +
    drawPaper('M30 58Q34 42 54 42Q66 42 70 34Q80 26 86 36Q88 60 62 72Q44 78 12 70Q22 66 30 58z', 'FFFFFF') +
    drawCircle(78, 38, 2.6, '2B2436') +
    drawPaper('M86 38L97 43L85 46z', 'F59331'),
  bottle:
    drawPaper('M42 6H58V26Q76 36 74 58V84Q74 96 62 96H38Q26 96 26 84V58Q24 36 42 26z', '9ED9CF') +
    drawPaper('M36 46H64V82H36z', 'FFF6DF') +
    drawPath('M42 56H58M42 64H56M42 72H58', 'none', formatStroke('B7A27A', 3)) +
    drawPaper('M41 1H59V14H41z', 'B97A3E') +
    drawPath('M33 42Q31 60 33 82', 'none', ` opacity=".7"${formatStroke('FFFFFF', 4)}`),
  bridge:
    drawPath('M4 30Q50 12 96 30', 'none', formatStroke('8A5A38', 5)) +
    repeat(8, (i) =>
      drawPaper(`M${3 + i * 12} ${62 - (i * (7 - i)) / 1.4}h10v14h-10z`, i % 2 ? 'C98A48' : 'B97A3E'),
    ).join('') +
    drawPath('M6 30V66M28 22V58M50 20V54M72 22V58M94 30V66', 'none', formatStroke('8A5A38', 4)),
  'broken-bridge':
    drawPath('M4 30Q16 24 30 26M70 26Q84 24 96 30', 'none', formatStroke('8A5A38', 5)) +
    [0, 1, 6, 7]
      .map((i) => drawPaper(`M${3 + i * 12} ${62 - (i * (7 - i)) / 1.4}h10v14h-10z`, i % 2 ? 'C98A48' : 'B97A3E'))
      .join('') +
    drawPath('M6 30V66M28 26V58M72 26V58M94 30V66', 'none', formatStroke('8A5A38', 4)) +
    drawPaper('M36 82l22-8 4 9-22 8z', 'C98A48'),
  stall:
    drawPath('M14 40V96M86 40V96', 'none', formatStroke('8A5A38', 5)) +
    drawPaper('M8 66H92V94H8z', 'C98A48') +
    drawPath('M8 80H92', 'none', formatStroke('B97A3E', 3)) +
    repeat(6, (i) =>
      drawPaper(
        `M${14 + i * 12} 10H${26 + i * 12}L${32 + (i - 1) * 15.5} 40q-7.500 9-15.500 0z`,
        i % 2 ? 'FFF8EC' : 'E4572E',
      ),
    ).join('') +
    drawCircle(28, 60, 7, 'E4572E') +
    drawCircle(42, 60, 7, 'F2A541') +
    drawCircle(56, 60, 7, '7FB95F') +
    drawCircle(70, 60, 7, 'E4572E'),
  table: drawPaper('M12 54H20V94H12zM80 54H88V94H80z', '8A5A38') + drawPaper('M4 44H96V55H4z', 'C98A48'),
};
