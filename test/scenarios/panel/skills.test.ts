import assert from 'node:assert/strict';
import { DAY } from '../../../src/core/time/instant.ts';
import {
  createLearningClient,
  getCorrectAnswers,
  type LearningClient,
} from '../../support/learning/learning-client.ts';
import { testWithApp } from '../../support/test-app.ts';

testWithApp('the page of a child shows the mastery of practiced skills and two topics to talk about', async (app) => {
  const fetchSkillsSection = async (child: LearningClient) => {
    const parent = await app.registerParent();
    await app.linkChild(parent.token, child.token);
    const cookie = await app.openPanelSession(parent.token);
    const { text } = await app.call('GET', `/panel/children/${child.id}`, { cookie });
    return /<section class="card skills">.*?<\/section>/s.exec(text)?.[0] ?? '';
  };
  assert.match(
    await fetchSkillsSection(createLearningClient(app, await app.registerChild())),
    /No skills practiced yet/,
  );
  const child = createLearningClient(app, await app.registerChild());
  // The skills of first-sums are addition and counting. The skills of at-the-pond are animals and life-cycles.
  for (const task of ['first-sums', 'first-sums', 'at-the-pond']) {
    await child.start(task);
    await child.complete(task, { answers: getCorrectAnswers(app, task) });
    app.advance(5 * DAY);
  }
  const section = await fetchSkillsSection(child);
  assert.match(section, /Two things to talk about/);
  assert.match(section, /Number Garden.*2 skills practiced/s);
  assert.match(section, /how to count<\/span><\/span><span class="tag">.*Steady/s);
  assert.match(section, /animals<\/span><span class="hint">Due for practice<\/span><\/span>.*Growing/s);
});
