import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  createLearningClient,
  getCorrectAnswers,
  type LearningClient,
} from '../../support/learning/learning-client.ts';
import { assertError, describeWithApp } from '../../support/test-app.ts';

const DAY = 86_400;

interface SentSkill {
  readonly id: string;
  readonly name: string;
  readonly world_ids: readonly string[];
  readonly level: string;
  readonly last_practised_on: string | null;
  readonly due: boolean;
}

describeWithApp('GET /app/skills', (app) => {
  const getSkills = async ({ token }: { token: string }, timeZone = 'UTC'): Promise<SentSkill[]> => {
    const response = await app().call('GET', '/app/skills', { token, headers: { 'x-timezone': timeZone } });
    assert.equal(response.status, 200, response.text);
    return response.body.data;
  };
  const find = (skills: readonly SentSkill[], id: string) => skills.find((skill) => skill.id === id);
  const createChild = async () => createLearningClient(app(), await app().registerChild());
  const practise = async (child: LearningClient) => {
    await child.start('first-sums'); // its skills are addition and counting
    await child.complete('first-sums', { answers: getCorrectAnswers(app(), 'first-sums') });
  };

  it('lists each skill of the quizzes once, as new, with its name in the language of the child', async () => {
    const child = await createChild();
    await app().call('PATCH', '/app/users/me', { token: child.token, body: { language: 'uk' } });
    const skills = await getSkills(child);
    const { tasks } = app().ctx.content.current;
    const quizzes = [...tasks.values()].filter(({ kind }) => kind === 'quiz');
    assert.deepEqual(skills.map(({ id }) => id).sort(), [...new Set(quizzes.flatMap((task) => task.skills))].sort());
    assert.deepEqual(find(skills, 'addition'), {
      id: 'addition',
      name: 'додавання',
      world_ids: ['number-garden'],
      level: 'new',
      last_practised_on: null,
      due: false,
    });
  });

  it('tells the levels that the child has proven, and what is due in its time zone', async () => {
    const child = await createChild();
    const practiseAfter = async (days: number) => {
      app().advance(days * DAY);
      await practise(child);
      const skill = find(await getSkills(child), 'addition');
      assert.equal(skill?.last_practised_on, app().ctx.now().slice(0, 10));
      assert.equal(skill?.due, false);
      return skill?.level;
    };
    assert.equal(await practiseAfter(0), 'growing');
    const [memory] = await app()
      .ctx.db.selectFrom('memories')
      .select('due_on')
      .where('profile_id', '=', child.id)
      .where('subject', '=', 'addition')
      .execute();
    assert.ok(memory);
    const hourBefore = Date.parse(`${memory.due_on}T00:00:00Z`) - 3_600_000;
    app().advance((hourBefore - Date.parse(app().ctx.now())) / 1000);
    assert.equal(find(await getSkills(child), 'addition')?.due, false);
    assert.equal(find(await getSkills(child, 'Asia/Tokyo'), 'addition')?.due, true);
    assert.equal(await practiseAfter(5), 'steady');
    assert.equal(await practiseAfter(20), 'mastered');
    assert.equal(find(await getSkills(await createChild()), 'addition')?.level, 'new', 'of another child');
  });

  it('is for children, answers 304 to an unchanged list, and takes at most 2 statements', async () => {
    const child = await createChild();
    const before = app().ctx.database.getQueryCount();
    const first = await app().call('GET', '/app/skills', { token: child.token });
    const statements = app().ctx.database.getQueryCount() - before;
    assert.ok(statements <= 2, `${statements} statements`);
    const etag = first.headers.get('etag') ?? '';
    const again = await app().call('GET', '/app/skills', { token: child.token, headers: { 'if-none-match': etag } });
    assert.equal(again.status, 304);
    const parent = await app().registerParent();
    assertError(await app().call('GET', '/app/skills', { token: parent.token }), 403, 'FORBIDDEN');
  });
});
