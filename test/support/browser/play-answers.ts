import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Item } from '../../../src/content/index.ts';

/** How a child uses the app. */
export type Way = 'touch' | 'keyboard';

type Options = readonly { readonly id: string; readonly text: Readonly<Record<string, string>> }[];

/** What a child reads of an option. */
export function textOf(options: Options, id: unknown): string {
  return options.find((option) => option.id === id)?.text.en ?? '';
}

/** Answers the item that a task shows in the child's app, without having it checked. */
export async function giveAnswer(page: Page, item: Item, response: unknown, way: Way): Promise<void> {
  const button = (name: string) => page.locator('.work').getByRole('button', { name, exact: true });
  switch (item.kind) {
    case 'single_choice':
    case 'true_false': {
      const label = textOf(item.options, response);
      if (way === 'touch') return page.locator('.option', { hasText: label }).first().click();
      await page.getByRole('radio', { name: label, exact: true }).focus();
      return page.keyboard.press('Space');
    }
    case 'multiple_choice':
      for (const id of response as string[]) {
        const label = textOf(item.options, id);
        if (way === 'touch') await page.locator('.option', { hasText: label }).first().click();
        else {
          await page.getByRole('checkbox', { name: label, exact: true }).focus();
          await page.keyboard.press('Space');
        }
      }
      return;
    case 'fill_in':
      return page.getByRole('textbox').fill(String(response));
    case 'numeric':
      for (const key of String(response)) {
        if (way === 'touch') await button(key === '.' ? 'Decimal sign' : key).click();
        else await page.keyboard.press(key);
      }
      return;
    case 'matching':
      for (const [left, right] of Object.entries(response as Record<string, string>)) {
        await press(button(textOf(item.left, left)), way);
        await press(button(textOf(item.right, right)), way);
      }
      return;
    case 'categorize':
      for (const [id, box] of Object.entries(response as Record<string, string>)) {
        await press(button(textOf(item.options, id)), way);
        await press(button(textOf(item.categories, box)), way);
      }
      return;
    case 'sequencing':
      for (const [i, id] of (response as string[]).entries()) {
        const strip = button(textOf(item.options, id));
        await press(strip, way);
        const places = await page.locator('.order .strip').allInnerTexts();
        for (let at = places.indexOf(textOf(item.options, id)); at > i; at -= 1) {
          if (way === 'touch') await button('Move up').click();
          else await page.keyboard.press('ArrowUp');
        }
        await press(strip, way);
      }
      return;
    case 'hotspot': {
      const { x, y } = response as { x: number; y: number };
      const picture = page.locator('.spot-picture');
      const box = await picture.boundingBox();
      assert.ok(box);
      if (way === 'touch') return picture.click({ position: { x: x * box.width, y: y * box.height } });
      await picture.focus();
      const go = async (name: string, steps: number) => {
        for (let i = 0; i < steps; i += 1) await page.keyboard.press(name);
      };
      await go(x < 0.5 ? 'ArrowLeft' : 'ArrowRight', Math.round(Math.abs(x - 0.5) / 0.02));
      await go(y < 0.5 ? 'ArrowUp' : 'ArrowDown', Math.round(Math.abs(y - 0.5) / 0.02));
      return page.keyboard.press('Enter');
    }
    case 'info':
      return;
  }
}

export async function press(control: ReturnType<Page['getByRole']>, way: Way): Promise<void> {
  if (way === 'touch') return control.click();
  await control.focus();
  await control.press('Enter');
}
