import assert from 'node:assert/strict';
import { exportAccount, exportChild } from '../../../src/features/data-rights/index.ts';
import { acceptInvitation, inviteGuardian, resetPin } from '../../../src/features/guardianship/index.ts';
import { confirmNow, household, invitationFor, letterTo, panelParent } from '../../support/guardians.ts';
import { story, type World } from '../../support/test-app.ts';

const UNHURRIED = { env: { RATE_LIMITS: 'off' } };

/** A child with two guardians. */
async function twoGuardians(world: World) {
  const home = await household(world);
  const parent = await world.registerParent();
  const caller = await panelParent(world, parent.token);
  await inviteGuardian(world.ctx, home.caller, home.child.id, parent.email);
  await acceptInvitation(world.ctx, caller, await invitationFor(world, parent.email));
  return { home, second: { parent, caller } };
}

const SUBJECTS = {
  en: ['A new PIN was set', 'Data was downloaded'],
  es: ['Se ha cambiado un PIN', 'Se han descargado datos'],
  uk: ['Встановлено новий PIN', 'Дані завантажено'],
  pl: ['Ustawiono nowy PIN', 'Pobrano dane'],
};

story(
  'other guardians are emailed about a new PIN and an export, in their language',
  async (world) => {
    const { home, second } = await twoGuardians(world);
    for (const [language, [pin = '', data = '']] of Object.entries(SUBJECTS)) {
      await world.ctx.write(({ tx }) =>
        tx.updateTable('profiles').set({ language }).where('id', '=', home.caller.profileId).execute(),
      );
      await resetPin(world.ctx, second.caller, home.child.id, '0707');
      (await exportChild(world.ctx, second.caller, home.child.id)).destroy();
      for (const subject of [pin, data]) {
        const letter = await letterTo(world, home.parent.email, new RegExp(`^${subject}$`));
        assert.ok(letter?.text?.includes(second.parent.email), `${subject} says who`);
      }
    }
    const all = (await world.letters()).filter(({ subject }) =>
      Object.values(SUBJECTS)
        .flat()
        .includes(subject ?? ''),
    );
    assert.equal(all.length, 8);
    assert.ok(all.every(({ to }) => to?.[0]?.address === home.parent.email));
  },
  UNHURRIED,
);

story('an account export sends one email to each other guardian, naming the children', async (world) => {
  const { home, second } = await twoGuardians(world);
  const me = await world.call('GET', '/app/users/me', { token: home.child.token });
  (await exportAccount(world.ctx, home.caller)).destroy();
  const letter = await letterTo(world, second.parent.email, /^Data was downloaded$/);
  assert.ok(letter?.text?.includes(me.body.data.display_name));
  const all = (await world.letters()).filter(({ subject }) => subject === 'Data was downloaded');
  assert.equal(all.length, 1);
});

story(
  'notices about a repeated action are limited to ten an hour',
  async (world) => {
    const { home, second } = await twoGuardians(world);
    const told = async () => {
      const waiting = await world.ctx.db
        .selectFrom('outbox')
        .select('topic')
        .where('topic', 'like', 'export %')
        .execute();
      return waiting.length; // none of them has left: a mailbox gets only so many at a time
    };
    for (let i = 0; i < 12; i += 1) (await exportChild(world.ctx, second.caller, home.child.id)).destroy();
    assert.equal(await told(), 10);
    world.pass(3600);
    await confirmNow(world, second.caller);
    (await exportChild(world.ctx, second.caller, home.child.id)).destroy();
    assert.equal(await told(), 11);
  },
  UNHURRIED,
);
