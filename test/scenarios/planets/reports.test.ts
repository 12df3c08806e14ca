import assert from 'node:assert/strict';
import { DAY } from '../../../src/core/time/instant.ts';
import { addChildToFoundedPlanet, createFamilyPlanet } from '../../../src/features/planets/index.ts';
import { createFormBrowser } from '../../support/browser/form-browser.ts';
import { signInToPanel } from '../../support/family/guardians.ts';
import { createPlanetClient } from '../../support/family/planets.ts';
import { assertError, assertErrorReason, type TestApp, testWithApp } from '../../support/test-app.ts';

const OPERATOR = 'help@family.example';

async function createPlanet(app: TestApp) {
  const { child, parent } = await app.registerFamily();
  const caller = await signInToPanel(app, parent.token);
  const { id } = await createFamilyPlanet(app.ctx, caller.profileId, { name: 'evil.example/prize' });
  await addChildToFoundedPlanet(app.ctx, caller.profileId, child.id, id);
  await app.call('PATCH', '/app/users/me', { token: child.token, body: { display_name: 'Rude Name' } });
  return { child, parent, caller, planetId: id };
}

const report = (app: TestApp, token: string, body: object) => app.call('POST', '/app/reports', { token, body });

testWithApp(
  'a planet and a name are reported to the operator by the app and the panel, five times a day',
  async (app) => {
    const { child, parent, caller, planetId } = await createPlanet(app);
    const outsider = await app.registerChild();
    assertError(await report(app, outsider.token, { kind: 'planet', planet_id: planetId }), 404, 'NOT_FOUND');
    for (const body of [{ kind: 'planet' }, { kind: 'name' }, { kind: 'name', name: ' ' }, { kind: 'other' }, {}])
      assertError(await report(app, child.token, body), 400, 'VALIDATION_ERROR');
    assert.equal((await report(app, child.token, { kind: 'planet', planet_id: planetId })).status, 200);
    const browser = createFormBrowser(app, caller.cookie);
    const page = await browser.open('/panel/planets');
    assert.match(page.text, /Report something/);
    assert.equal((await browser.submit('/panel/planets/report', { name: 'Rude Name' })).status, 303);
    assert.equal((await report(app, parent.token, { kind: 'name', name: 'Nobody has it' })).status, 200);
    const [planetReport, nameReport, unknownReport] = await app.fetchEmailsTo(OPERATOR);
    assert.match(planetReport?.text ?? '', new RegExp(`admin -- planet end ${planetId}[\\s\\S]*${child.id}`));
    assert.match(planetReport?.text ?? '', /evil\[\.\]example/, 'the reported text cannot become a link');
    assert.match(nameReport?.text ?? '', new RegExp(`admin -- name reset ${child.id}`));
    assert.match(unknownReport?.text ?? '', /No profile/);
    const statuses = await Promise.all(
      Array.from({ length: 10 }, async () => (await report(app, child.token, { kind: 'name', name: 'x' })).status),
    );
    assert.equal(statuses.filter((status) => status === 200).length, 4);
    app.advance(DAY);
    assert.equal((await report(app, child.token, { kind: 'name', name: 'x' })).status, 200);
  },
  { env: { OPERATOR_CONTACT: OPERATOR } },
);

testWithApp('without a contact of the operator, nothing can be reported', async (app) => {
  const { child, caller, planetId } = await createPlanet(app);
  const refused = await report(app, child.token, { kind: 'planet', planet_id: planetId });
  assertErrorReason(refused, 409, 'CONFLICT', 'no_operator_contact');
  assert.doesNotMatch((await createFormBrowser(app, caller.cookie).open('/panel/planets')).text, /Report something/);
  assert.equal((await createPlanetClient(app, child.token).listMine()).length, 1);
});
