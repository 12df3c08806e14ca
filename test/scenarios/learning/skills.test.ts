import assert from 'node:assert/strict';
import { it } from 'node:test';
import { DAY, HOUR } from '../../../src/core/time/instant.ts';
import {
  createLearningClient,
  getCorrectAnswers,
  type LearningClient,
} from '../../support/learning/learning-client.ts';
import { assertError, describeWithApp } from '../../support/test-app.ts';

interface SkillResponse {
  readonly id: string;
  readonly name: string;
  readonly world_ids: readonly string[];
  readonly level: string;
  readonly last_practised_on: string | null;
  readonly due: boolean;
}

describeWithApp('The skills of a child', (app) => {
  const getSkills = async ({ token }: { token: string }, timeZone = 'UTC'): Promise<SkillResponse[]> => {
    const response = await app.call('GET', '/app/skills', { token, headers: { 'x-timezone': timeZone } });
    assert.equal(response.status, 200, response.text);
    return response.body.data;
  };
  const findSkill = (skills: readonly SkillResponse[], id: string) => skills.find((skill) => skill.id === id);
  const createChild = async () => createLearningClient(app, await app.registerChild());
  const completeQuiz = async (child: LearningClient) => {
    await child.start('first-sums'); // its skills are addition and counting
    await child.complete('first-sums', { answers: getCorrectAnswers(app, 'first-sums') });
  };

  it('are the skills of the quizzes, each listed once, as new, with its name in the language of the child', async () => {
    const child = await createChild();
    await app.call('PATCH', '/app/users/me', { token: child.token, body: { language: 'uk' } });
    const skills = await getSkills(child);
    const { tasks } = app.ctx.content.current;
    const quizzes = [...tasks.values()].filter(({ kind }) => kind === 'quiz');
    assert.deepEqual(skills.map(({ id }) => id).sort(), [...new Set(quizzes.flatMap((task) => task.skills))].sort());
    assert.deepEqual(findSkill(skills, 'addition'), {
      id: 'addition',
      name: 'додавання',
      world_ids: ['number-garden'],
      level: 'new',
      last_practised_on: null,
      due: false,
    });
  });

  it('have the levels that the child has reached, and become due at midnight in the time zone of the child', async () => {
    const child = await createChild();
    /** Completes a quiz about addition `days` days later. Returns the level of that skill. */
    const completeQuizAfter = async (days: number) => {
      app.advance(days * DAY);
      await completeQuiz(child);
      const skill = findSkill(await getSkills(child), 'addition');
      assert.equal(skill?.last_practised_on, app.ctx.now().slice(0, 10));
      assert.equal(skill?.due, false);
      return skill?.level;
    };
    assert.equal(await completeQuizAfter(0), 'growing');
    const [memory] = await app.ctx.db
      .selectFrom('memories')
      .select('due_on')
      .where('profile_id', '=', child.id)
      .where('subject', '=', 'addition')
      .execute();
    assert.ok(memory);
    const oneHourBeforeDueMs = Date.parse(`${memory.due_on}T00:00:00Z`) - HOUR * 1000;
    app.advance((oneHourBeforeDueMs - Date.parse(app.ctx.now())) / 1000);
    assert.equal(findSkill(await getSkills(child), 'addition')?.due, false);
    assert.equal(findSkill(await getSkills(child, 'Asia/Tokyo'), 'addition')?.due, true);
    assert.equal(await completeQuizAfter(5), 'steady');
    assert.equal(await completeQuizAfter(20), 'mastered');
    assert.equal(
      findSkill(await getSkills(await createChild()), 'addition')?.level,
      'new',
      'the skill of another child is still new',
    );
  });

  it('change by the questions that ask for them, whatever the other questions of the quiz show', async () => {
    const child = await createChild();
    const correct = getCorrectAnswers(app, 'first-sums');
    const right = correct.filter(({ item_id }) => ['seven-and-five', 'nine-and-six'].includes(item_id)); // addition
    const complete = async (answers: readonly object[]) => {
      await child.start('first-sums');
      await child.complete('first-sums', { answers });
      return (id: string) => getSkills(child).then((skills) => findSkill(skills, id));
    };
    const afterCounting = await complete(correct.filter((answer) => !right.includes(answer)));
    assert.equal((await afterCounting('addition'))?.level, 'new', 'no question asked for it');
    assert.equal((await afterCounting('counting'))?.level, 'growing');
    app.advance(5 * DAY);
    const day = app.ctx.now().slice(0, 10);
    const afterAddition = await complete(right);
    assert.equal((await afterAddition('addition'))?.last_practised_on, day);
    assert.notEqual((await afterAddition('counting'))?.last_practised_on, day);
  });

  it('are reported by the completion that makes them steady or mastered, and again only when this completion is replayed', async () => {
    const child = await createChild();
    await app.call('PATCH', '/app/users/me', { token: child.token, body: { language: 'uk' } });
    /** Completes the quiz `days` days later with two equal requests. Returns the gains that both responses report. */
    const completeAndReplayAfter = async (days: number) => {
      app.advance(days * DAY);
      await child.call('POST', '/app/tasks/first-sums/start');
      const request = {
        token: child.token,
        headers: { 'idempotency-key': `after-${days}-days` },
        body: { answers: getCorrectAnswers(app, 'first-sums') },
      };
      const [first, replay] = [
        await app.call('POST', '/app/tasks/first-sums/complete', request),
        await app.call('POST', '/app/tasks/first-sums/complete', request),
      ];
      assert.equal(first.status, 200, first.text);
      assert.equal(replay.text, first.text);
      return first.body.data.mastery_gains;
    };
    const buildExpectedGains = (level: string) => [
      { id: 'addition', name: 'додавання', level },
      { id: 'counting', name: 'лічба', level },
    ];
    assert.deepEqual(await completeAndReplayAfter(0), [], 'the skills are only growing');
    assert.deepEqual(await completeAndReplayAfter(5), buildExpectedGains('steady'));
    assert.deepEqual(await completeAndReplayAfter(0.01), [], 'the skills were practiced earlier on the same day');
    assert.deepEqual(await completeAndReplayAfter(20), buildExpectedGains('mastered'));
  });

  it('are listed for children only, with 304 for an unchanged list, and require at most 2 SQL statements', async () => {
    const child = await createChild();
    const countBefore = app.ctx.database.getQueryCount();
    const response = await app.call('GET', '/app/skills', { token: child.token });
    const statementCount = app.ctx.database.getQueryCount() - countBefore;
    assert.ok(statementCount <= 2, `${statementCount} statements`);
    const etag = response.headers.get('etag') ?? '';
    const unchangedResponse = await app.call('GET', '/app/skills', {
      token: child.token,
      headers: { 'if-none-match': etag },
    });
    assert.equal(unchangedResponse.status, 304);
    const parent = await app.registerParent();
    assertError(await app.call('GET', '/app/skills', { token: parent.token }), 403, 'FORBIDDEN');
  });
});
