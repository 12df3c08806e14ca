import { session } from '../api/session.ts';
import type { Drawing } from '../rules/drawing.ts';
import { openDatabase, readValue, saveValue } from './database.ts';

/** Returns the drawings of the child who is signed in, the newest first. */
export async function readDrawings(): Promise<readonly Drawing[]> {
  const prefix = buildDrawingKey(session.value?.profileId);
  const names = (await (await openDatabase()).getAllKeys('values')).filter((name) => name.startsWith(prefix));
  const drawings = await Promise.all(names.map((name) => readValue<Drawing>(name)));
  return drawings.filter((drawing) => drawing !== undefined).sort((a, b) => b.id - a.id);
}

/** Saves a drawing of the child who is signed in, and deletes one from which all lines were taken back. */
export async function saveDrawing(drawing: Drawing): Promise<void> {
  const name = buildDrawingKey(session.value?.profileId, drawing.id);
  await saveValue(name, drawing.strokes.length > 0 ? drawing : undefined);
}

/** The name of a drawing, or the beginning of the names of all drawings of a child. */
export function buildDrawingKey(profileId: string | undefined, id: number | '' = ''): string {
  return `drawing ${profileId} ${id}`;
}
