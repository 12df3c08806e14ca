import { Session } from 'node:inspector/promises';
import { registerTodoFamily } from '../test/support/family/todos.ts';
import { createLearningClient, getCorrectAnswersOfAttempt } from '../test/support/learning/learning-client.ts';
import { submitText } from '../test/support/learning/submissions.ts';
import { startTestApp, type TestApp } from '../test/support/test-app.ts';

export interface RequestFigures {
  /** The files of `src` with a function that the request calls, by request. */
  readonly files: Readonly<Record<'me' | 'complete' | 'approvals', readonly string[]>>;
  /** The number of statements of the page of approvals, which the list of submissions alone or also to-dos need. */
  readonly statements: { readonly submissions: number; readonly withTodos: number };
}

/** Measures warm requests of one family on SQLite. */
export async function measureRequests(): Promise<RequestFigures> {
  const profiler = new Session();
  profiler.connect();
  await profiler.post('Profiler.enable');
  await profiler.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const app = await startTestApp('sqlite', { env: { RATE_LIMITS: 'on' } }); // as in production
  const { child, parent, assign, todos } = await registerTodoFamily(app);
  const cookie = await app.openPanelSession(parent.token);
  const learner = createLearningClient(app, child);
  const listFiles = async (request: () => Promise<unknown>) => {
    await profiler.post('Profiler.takePreciseCoverage');
    await request();
    const { result } = await profiler.post('Profiler.takePreciseCoverage');
    return result.filter(isCalledFile).map(({ url }) => url.slice(sourceUrl.length));
  };

  const openMe = () => app.call('GET', '/app/users/me', { token: child.token });
  await openMe();
  const me = await listFiles(openMe);

  for (const taskId of ['bundles-of-ten', 'first-sums']) await learner.startAndComplete(taskId);
  const { number } = await learner.start('market-sums');
  app.advance(30);
  const answers = getCorrectAnswersOfAttempt(app, { profileId: child.id, taskId: 'market-sums', number });
  const complete = await listFiles(() => learner.complete('market-sums', { answers }));

  await submitText(app, { token: child.token }, { text: 'The fox went home.' });
  const openApprovals = () => app.call('GET', '/panel/approvals', { cookie });
  await openApprovals();
  const approvals = await listFiles(openApprovals);
  const submissions = await countStatements(app, openApprovals);
  await todos.setStatus(await assign({ xp_reward: 1 }), 'done');
  const withTodos = await countStatements(app, openApprovals);

  await app.close();
  profiler.disconnect();
  return { files: { me, complete, approvals }, statements: { submissions, withTodos } };
}

const sourceUrl = new URL('../src/', import.meta.url).href;

interface ScriptCoverage {
  readonly url: string;
  readonly functions: readonly {
    readonly ranges: readonly { readonly startOffset: number; readonly count: number }[];
  }[];
}

/** The first function of a script is the code of the module itself, which a request only continues to run. */
function isCalledFile({ url, functions }: ScriptCoverage): boolean {
  return (
    url.startsWith(sourceUrl) &&
    functions.some(({ ranges: [range] }) => range && range.startOffset > 0 && range.count > 0)
  );
}

async function countStatements(app: TestApp, request: () => Promise<unknown>): Promise<number> {
  const countBefore = app.ctx.database.getQueryCount();
  await request();
  return app.ctx.database.getQueryCount() - countBefore;
}
