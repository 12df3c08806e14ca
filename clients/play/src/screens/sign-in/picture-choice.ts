import { readValue, saveValue } from '../../offline/database.ts';

/** Children up to this age choose a PIN of pictures. */
export const PICTURE_PIN_AGE = 6;

/** Whether the PIN of a profile is asked for in pictures on this device. */
export async function readPictureChoice(profileId: string): Promise<boolean> {
  return (await readValue<boolean>(buildKey(profileId))) ?? false;
}

/** Saves on the device whether the PIN of a profile is asked for in pictures. */
export async function savePictureChoice(profileId: string, showsPictures: boolean): Promise<void> {
  await saveValue(buildKey(profileId), showsPictures || undefined);
}

function buildKey(profileId: string): string {
  return `pictures ${profileId}`;
}
