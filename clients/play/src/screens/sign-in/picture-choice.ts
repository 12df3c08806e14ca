import { readValue, saveValue } from '../../offline/database.ts';
import { countPictures } from '../../rules/picture-pin.ts';

/** Children up to this age choose a PIN of pictures. */
export const PICTURE_PIN_AGE = 6;

/** Whether a child signs in with pictures on this device. If it is known how many there are, their number. */
export type PictureChoice = boolean | number;

export async function readPictureChoice(profileId: string): Promise<PictureChoice> {
  return (await readValue<PictureChoice>(buildKey(profileId))) ?? false;
}

/** Saves on the device whether a child signs in with pictures, and how many there are if the service has accepted the PIN. */
export async function savePictureChoice(profileId: string, showsPictures: boolean, pin?: string): Promise<void> {
  await saveValue(buildKey(profileId), showsPictures ? pin === undefined || countPictures(pin) : undefined);
}

function buildKey(profileId: string): string {
  return `pictures ${profileId}`;
}
