import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { extendLine, findNextStart } from '../../../clients/play/src/rules/trace.ts';
import type { Item } from '../../../src/content/index.ts';
import { waitUntilStill } from './page-checks.ts';

/** How a test operates the app. With the mouse, it drags cards that can be dragged; by touch, it taps them. */
export type InputMethod = 'touch' | 'mouse' | 'keyboard';

/** How far an arrow key moves the crosshair in a picture, as a fraction of its width or height. */
const HOTSPOT_STEP = 0.02;
/** How far an arrow key moves the finger on a figure, as a fraction of its square. */
const TRACE_STEP = 0.05;

type Options = readonly { readonly id: string; readonly text: Readonly<Record<string, string>> }[];

/** The English text of an option. */
export function getOptionText(options: Options, id: unknown): string {
  return options.find((option) => option.id === id)?.text.en ?? '';
}

/** Enters an answer to the item that the child's app shows, without submitting it. */
export async function enterAnswer(page: Page, item: Item, response: unknown, inputMethod: InputMethod): Promise<void> {
  const findButton = (name: string) => page.locator('.task-content').getByRole('button', { name, exact: true });
  switch (item.kind) {
    case 'single_choice':
    case 'true_false': {
      const label = getOptionText(item.options, response);
      const radio = page.getByRole('radio', { name: label, exact: true });
      if (inputMethod !== 'keyboard') return activate(page.locator('.option').filter({ has: radio }), inputMethod);
      await radio.focus();
      return page.keyboard.press('Space');
    }
    case 'multiple_choice':
      for (const id of response as string[]) {
        const label = getOptionText(item.options, id);
        const checkbox = page.getByRole('checkbox', { name: label, exact: true });
        if (inputMethod !== 'keyboard') await activate(page.locator('.option').filter({ has: checkbox }), inputMethod);
        else {
          await checkbox.focus();
          await page.keyboard.press('Space');
        }
      }
      return;
    case 'fill_in':
      return page.getByRole('textbox').fill(String(response));
    case 'numeric': {
      const field = page.locator('.number-entry input'); // on a device with a keyboard
      if (inputMethod !== 'keyboard' && (await field.isVisible())) return field.fill(String(response));
      for (const key of String(response)) {
        if (inputMethod === 'keyboard') await page.keyboard.press(key);
        else await activate(findButton(key === '.' ? 'Decimal sign' : key), inputMethod);
      }
      return;
    }
    case 'matching':
      for (const [left, right] of Object.entries(response as Record<string, string>)) {
        await moveCard(
          findButton(getOptionText(item.left, left)),
          findButton(getOptionText(item.right, right)),
          inputMethod,
        );
      }
      return;
    case 'categorize':
      for (const [id, category] of Object.entries(response as Record<string, string>)) {
        const categoryButton = findButton(getOptionText(item.categories, category));
        await moveCard(findButton(getOptionText(item.options, id)), categoryButton, inputMethod);
      }
      return;
    case 'sequencing':
      for (const [i, id] of (response as string[]).entries()) {
        const button = findButton(getOptionText(item.options, id));
        if (inputMethod === 'mouse') {
          await dragToPosition(page, getOptionText(item.options, id), i);
          continue;
        }
        await activate(button, inputMethod); // picks the card up
        const texts = await page.locator('.sequencing .sequencing-option').allInnerTexts();
        for (let position = texts.indexOf(getOptionText(item.options, id)); position > i; position -= 1) {
          if (inputMethod === 'touch') await findButton('Move up').tap();
          else await page.keyboard.press('ArrowUp');
        }
        await activate(button, inputMethod); // puts it down
      }
      return;
    case 'hotspot': {
      const { x, y } = response as { x: number; y: number };
      const picture = page.locator('.hotspot-picture');
      const box = await picture.boundingBox();
      assert.ok(box);
      const position = { x: x * box.width, y: y * box.height };
      if (inputMethod === 'touch') return picture.tap({ position });
      if (inputMethod === 'mouse') return picture.click({ position });
      await picture.focus();
      const pressForDistance = async (key: string, distance: number) => {
        for (let i = 0; i < Math.round(distance / HOTSPOT_STEP); i += 1) await page.keyboard.press(key);
      };
      // The crosshair starts in the center.
      await pressForDistance(x < 0.5 ? 'ArrowLeft' : 'ArrowRight', Math.abs(x - 0.5));
      await pressForDistance(y < 0.5 ? 'ArrowUp' : 'ArrowDown', Math.abs(y - 0.5));
      return page.keyboard.press('Enter');
    }
    case 'trace':
      return traceFigure(page, (response as { strokes: number[][][] }).strokes, inputMethod);
    case 'info':
      return;
  }
}

/** Draws the strokes of a figure, or leads the finger along them with the arrow keys. */
async function traceFigure(page: Page, strokes: number[][][], inputMethod: InputMethod): Promise<void> {
  const board = page.locator('.trace-board');
  if (inputMethod !== 'keyboard') {
    for (const stroke of strokes) await drawLine(page, stroke);
    return;
  }
  await board.focus();
  let drawn: number[][][] = [];
  for (const [index, stroke] of strokes.entries()) {
    for (const [x = 0, y = 0] of divideLine(stroke)) {
      while (findNextStart(strokes, drawn)?.index === index) {
        const [px = 0, py = 0] = findNextStart(strokes, drawn)?.point ?? [];
        const [dx, dy] = [x - px, y - py];
        if (Math.max(Math.abs(dx), Math.abs(dy)) <= TRACE_STEP / 2) break;
        const isAcross = Math.abs(dx) > Math.abs(dy);
        const distance = TRACE_STEP * Math.sign(isAcross ? dx : dy);
        const [back, forward] = isAcross ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
        await page.keyboard.press(distance < 0 ? back : forward);
        const moved = isAcross ? [px + distance, py] : [px, py + distance];
        drawn = extendLine(strokes, drawn, index, moved);
      }
    }
  }
}

/** Draws a line in the square of a figure; its points are fractions of the square. */
export async function drawLine(page: Page, line: number[][]): Promise<void> {
  const box = await page.locator('.trace-board').boundingBox();
  assert.ok(box);
  for (const [i, [x = 0, y = 0]] of divideLine(line).entries()) {
    await page.mouse.move(box.x + x * box.width, box.y + y * box.height);
    if (i === 0) await page.mouse.down();
  }
  await page.mouse.up();
}

/** The points of a line, with points between those that are far from each other. */
function divideLine(line: number[][]): number[][] {
  return line.flatMap(([x = 0, y = 0], i) => {
    const [startX = x, startY = y] = line[i - 1] ?? [];
    const count = Math.ceil(Math.hypot(x - startX, y - startY) / TRACE_STEP) || 1;
    return Array.from({ length: count }, (_, step) => {
      const share = (step + 1) / count;
      return [startX + share * (x - startX), startY + share * (y - startY)];
    });
  });
}

/** Drags a card of a list to a position, in several steps, because the other cards move out of the way while it is over them. */
async function dragToPosition(page: Page, text: string, position: number): Promise<void> {
  const cards = page.locator('.sequencing .sequencing-option');
  const target = cards.nth(position).filter({ hasText: text });
  for (let tries = 0; tries < 3 && !(await target.isVisible()); tries += 1) {
    await waitUntilStill(page);
    const [from, to] = [await cards.filter({ hasText: text }).boundingBox(), await cards.nth(position).boundingBox()];
    assert.ok(from && to);
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 8 });
    await page.mouse.up();
    await waitUntilStill(page);
  }
  await target.waitFor();
}

/** Drags a card to a target with the mouse. Otherwise activates the card and then the target. */
async function moveCard(card: Locator, target: Locator, inputMethod: InputMethod): Promise<void> {
  if (inputMethod === 'mouse') {
    await waitUntilStill(card.page());
    return card.dragTo(target);
  }
  await activate(card, inputMethod);
  await activate(target, inputMethod);
}

export async function activate(control: Locator, inputMethod: InputMethod): Promise<void> {
  if (inputMethod === 'touch') return control.tap();
  if (inputMethod === 'mouse') return control.click();
  await control.focus();
  await control.press('Enter');
}
