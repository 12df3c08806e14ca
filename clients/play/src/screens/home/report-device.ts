import type { Reading } from '../../api/reading.ts';
import { callApi } from '../../api/requests.ts';
import { session } from '../../api/session.ts';
import { computeAge } from '../../rules/older.ts';
import { isSilent } from '../../speech/speak.ts';
import { PICTURE_PIN_AGE, readPictureChoice } from '../sign-in/picture-choice.ts';

/**
 * Tells the service what another tablet and the guardians should know: whether the child enters its PIN in pictures, and whether a child who
 * does not read hears a voice. Sends only what has changed.
 */
export async function reportDevice(reading: Reading | undefined): Promise<void> {
  const childSession = session.value;
  if (!childSession || !reading || !navigator.onLine) return;
  try {
    const { profileId, birthYear } = childSession;
    const choice = await readPictureChoice(profileId);
    const isYoung = (computeAge(birthYear) ?? PICTURE_PIN_AGE + 1) <= PICTURE_PIN_AGE;
    const [uses_pictures, has_voice] = [Boolean(choice), !isSilent.value];
    const body = {
      ...(uses_pictures !== (reading.uses_pictures ?? isYoung) && { uses_pictures }),
      ...(!reading.reads && has_voice !== (reading.has_voice ?? true) && { has_voice }),
    };
    if (Object.keys(body).length > 0 && session.value?.profileId === profileId)
      await callApi((client) => client.post('/app/reading', { body }));
  } catch {
    // The device tries again when the home screen is opened again.
  }
}
