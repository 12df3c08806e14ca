import assert from 'node:assert/strict';
import { once } from 'node:events';
import { DAY } from '../../../src/core/time/instant.ts';
import { exportAccount, exportChild } from '../../../src/features/data-rights/index.ts';
import { resetPin, unlinkGuardian } from '../../../src/features/guardianship/index.ts';
import {
  addGuardian,
  confirmSession,
  createFamilyOnPanel,
  fetchLatestEmail,
  signInChild,
} from '../../support/family/guardians.ts';
import { type TestApp, testWithApp, WITHOUT_RATE_LIMITS } from '../../support/test-app.ts';

/** A child with two guardians. */
async function createFamilyWithTwoGuardians(app: TestApp) {
  const family = await createFamilyOnPanel(app);
  return { family, secondGuardian: await addGuardian(app, family) };
}

const SUBJECTS = {
  en: ['A new PIN was set', 'Data was downloaded'],
  es: ['Se ha cambiado un PIN', 'Se han descargado datos'],
  uk: ['Встановлено новий PIN', 'Дані завантажено'],
  pl: ['Ustawiono nowy PIN', 'Pobrano dane'],
};

testWithApp(
  'other guardians are emailed about a new PIN and an export, in their language',
  async (app) => {
    const { family, secondGuardian } = await createFamilyWithTwoGuardians(app);
    for (const [language, [pinSubject = '', exportSubject = '']] of Object.entries(SUBJECTS)) {
      await app.ctx.write(({ tx }) =>
        tx.updateTable('profiles').set({ language }).where('id', '=', family.caller.profileId).execute(),
      );
      await resetPin(app.ctx, secondGuardian.caller, family.child.id, '0707');
      (await exportChild(app.ctx, secondGuardian.caller, family.child.id)).destroy();
      for (const subject of [pinSubject, exportSubject]) {
        const sentEmail = await fetchLatestEmail(app, family.parent.email, new RegExp(`^${subject}$`));
        assert.ok(sentEmail?.text?.includes(secondGuardian.parent.email), `“${subject}” names the guardian`);
      }
    }
    const notices = (await app.deliverEmails()).filter(({ subject }) =>
      Object.values(SUBJECTS)
        .flat()
        .includes(subject ?? ''),
    );
    assert.equal(notices.length, 8);
    assert.ok(notices.every(({ to }) => to?.[0]?.address === family.parent.email));
  },
  WITHOUT_RATE_LIMITS,
);

testWithApp('an account export sends one email to each other guardian, naming the children', async (app) => {
  const { family, secondGuardian } = await createFamilyWithTwoGuardians(app);
  const me = await app.call('GET', '/app/users/me', { token: family.child.token });
  (await exportAccount(app.ctx, family.caller)).destroy();
  const sentEmail = await fetchLatestEmail(app, secondGuardian.parent.email, /^Data was downloaded$/);
  assert.ok(sentEmail?.text?.includes(me.body.data.display_name));
  const notices = (await app.deliverEmails()).filter(({ subject }) => subject === 'Data was downloaded');
  assert.equal(notices.length, 1);
});

testWithApp(
  'notices about a repeated action are limited to five a day',
  async (app) => {
    const { family, secondGuardian } = await createFamilyWithTwoGuardians(app);
    const countNotices = () => countWaiting(app, 'export');
    const exportOnce = async () => {
      const stream = await exportChild(app.ctx, secondGuardian.caller, family.child.id);
      await once(stream.destroy(), 'close');
    };
    for (let i = 0; i < 7; i += 1) await exportOnce();
    assert.equal(await countNotices(), 5);
    app.advance(DAY);
    await confirmSession(app, secondGuardian.caller);
    await exportOnce();
    assert.equal(await countNotices(), 6);
  },
  WITHOUT_RATE_LIMITS,
);

testWithApp(
  'notices about a guardian who links and unlinks a child repeatedly are limited to five a day',
  async (app) => {
    const { child, parent, caller } = await createFamilyOnPanel(app);
    for (let i = 0; i < 7; i += 1) {
      await unlinkGuardian(app.ctx, caller, child.id, caller.profileId);
      await app.linkChild(parent.token, await signInChild(app, child.id));
    }
    assert.equal(await countWaiting(app, 'guardian gone'), 5);
  },
  WITHOUT_RATE_LIMITS,
);

/** Counts waiting emails, because an address receives only a few at a time. */
async function countWaiting(app: TestApp, topic: string): Promise<number> {
  const rows = await app.ctx.db.selectFrom('outbox').select('topic').where('topic', 'like', `${topic} %`).execute();
  return rows.length;
}
