import { isRequestError } from '../../../../typescript/src/index.ts';
import { callApi } from '../../api/requests.ts';
import { endSession, session } from '../../api/session.ts';
import { flushQueue } from '../../offline/queue.ts';
import { navigate } from '../../router.ts';

/** Signs the child out, which deletes the token and the cached data, and shows the children of the device. */
export async function signOut(): Promise<void> {
  const childSession = session.value;
  try {
    await flushQueue();
    await callApi((client) => client.post('/app/auth/logout'));
  } catch (error) {
    if (!isRequestError(error)) throw error; // without a network, the service cannot revoke the token, which expires later
  }
  // Leave the screen before deleting the cached data, because another child may sign in while the data is being deleted.
  if (session.value === undefined || session.value.token === childSession?.token) navigate('/play');
  await endSession(childSession);
}
