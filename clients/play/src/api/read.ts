import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type Data, type GetPath, type Input, isRequestError } from '../../../typescript/src/index.ts';
import { database } from '../offline/store.ts';
import { go } from '../router.ts';
import { endSession, family, session } from './session.ts';

export interface Loaded<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly reload: () => void;
  /** Shows a changed value without asking the service again. */
  readonly replace: (data: T) => void;
}

/** Loads data for a screen and keeps it while the screen is shown. */
export function useLoaded<T>(load: () => Promise<T>, key: string): Loaded<T> {
  const data = useSignal<T | undefined>(undefined);
  const error = useSignal<unknown>(undefined);
  const run = () => {
    error.value = undefined;
    load().then(
      (loaded) => {
        data.value = loaded;
      },
      (failure) => {
        error.value = failure;
      },
    );
  };
  useEffect(run, [key]);
  return {
    data: data.value,
    error: error.value,
    reload: run,
    replace: (changed) => {
      data.value = changed;
    },
  };
}

/** Reads from the service; without a network, what was read last. */
export async function read<P extends GetPath>(path: P, input?: Input<'get', P>): Promise<Data<'get', P>> {
  const key = `${session.value?.profileId} ${path} ${JSON.stringify(input ?? {})}`;
  try {
    // The overloads of `get` cannot be chosen for a path that is not known yet.
    const data = await (family().get as (path: P, input?: Input<'get', P>) => Promise<Data<'get', P>>)(path, input);
    await (await database()).put('cache', data, key);
    return data;
  } catch (error) {
    if (isRequestError(error, 'NO_RESPONSE')) {
      const cached = await (await database()).get('cache', key);
      if (cached !== undefined) return cached as Data<'get', P>; // stored above under the same path
    }
    await endSessionOn(error);
    throw error;
  }
}

/** Sends something for the child who is signed in. An ended session asks for the PIN. */
export async function send<T>(call: (client: ReturnType<typeof family>) => Promise<T>): Promise<T> {
  try {
    return await call(family());
  } catch (error) {
    await endSessionOn(error);
    throw error;
  }
}

async function endSessionOn(error: unknown): Promise<void> {
  const profileId = session.value?.profileId;
  if (!isRequestError(error, 'UNAUTHORIZED') || profileId === undefined) return;
  await endSession();
  go(`/play/pin/${profileId}`);
}
