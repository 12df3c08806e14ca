import assert from 'node:assert/strict';
import { DAY } from '../../../src/core/time/instant.ts';
import {
  createLearningClient,
  getCorrectAnswers,
  type LearningClient,
} from '../../support/learning/learning-client.ts';
import { rateAnswersWrong } from '../../support/learning/rate-answers.ts';
import { testWithApp } from '../../support/test-app.ts';

testWithApp(
  'the page of a child shows each practiced skill once, those to practice first, with its age, its standing and its last practice',
  async (app) => {
    const fetchSkillsSection = async (child: LearningClient) => {
      const parent = await app.registerParent();
      await app.linkChild(parent.token, child.token);
      const cookie = await app.openPanelSession(parent.token);
      const { text } = await app.call('GET', `/panel/children/${child.id}`, { cookie });
      return /<section class="card skills">.*?<\/section>/s.exec(text)?.[0] ?? '';
    };
    const newChild = createLearningClient(app, await app.registerChild());
    assert.equal(await fetchSkillsSection(newChild), '', 'there is nothing to tell before the first results');
    const child = createLearningClient(app, await app.registerChild());
    // The skills of first-sums are addition and counting. The skills of at-the-pond are animals and life-cycles.
    for (const task of ['first-sums', 'first-sums', 'at-the-pond']) {
      await child.start(task);
      await child.complete(task, { answers: getCorrectAnswers(app, task) });
      app.advance(5 * DAY);
    }
    const missed = { tries: 2, misses: 2, last_response: 'null', last_score: 0, last_missed_response: 'null' };
    await app.ctx.write(({ db }) =>
      db
        .updateTable('item_records')
        .set({ ...missed, last_missed_at: app.ctx.now() })
        .where('profile_id', '=', child.id)
        .where('task_id', '=', 'first-sums')
        .where('item_id', 'in', ['seven-and-five', 'nine-and-six']) // which ask for addition
        .execute(),
    );
    await rateAnswersWrong(app, child.id, { taskId: 'first-sums', itemId: 'seven-and-five', count: 2 });
    const section = await fetchSkillsSection(child);
    const text = section.replaceAll(/<svg.*?<\/svg>|<[^>]*>/gs, ' ').replaceAll(/\s+/g, ' ');
    assert.match(
      text,
      /Needs practice addition Hard right now usual from age 6 Print a sheet Secure how to count .* Mathematics /,
      'what needs practice, the hard skill first, and what is known stand above the folded subjects',
    );
    assert.match(text, /Getting there animals 2 of 2 right .* life cycles 2 of 2 right usual from age 7/);
    assert.match(
      text,
      /how to count still known after 5 days known the last time · usual from age 5 · last practised 25 Nov/,
    );
    for (const skill of ['how to count', 'addition', 'animals'])
      assert.equal(section.split(`lang="en">${skill}<`).length, 2, `${skill} stands once`);
    assert.match(text, /Mathematics 1 Needs practice 1 Secure At 9/, 'a subject counts by the same groups');
    assert.match(text, /At 9, \d+ skills are usual here, and 2 of them have begun\. Each child has its own pace\./);
  },
);
