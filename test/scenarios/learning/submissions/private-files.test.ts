import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createMp3, createMp3Frames } from '../../../support/files/media.ts';
import {
  createFilePart,
  fetchFile,
  listStoredFiles,
  submitParts,
  submitPicture,
} from '../../../support/learning/submissions.ts';
import { measureRetainedMemory } from '../../../support/service/event-loop-load.ts';
import { assertError, describeWithApp } from '../../../support/test-app.ts';

describeWithApp('Uploaded files of a child', (app) => {
  it('are served to the child and the guardians, and refused with 404 to anyone else', async () => {
    const [family, otherFamily] = [await app.registerFamily(), await app.registerFamily()];
    const { media } = await submitPicture(app, family.child);
    const [{ url, mime }] = media;
    assert.match(url, new RegExp(`^${app.url}/files/[0-9a-f]{32}\\.png$`));
    const signedOutParent = await app.registerParent(family.parent.email);
    await app.call('POST', '/app/auth/logout', signedOutParent);
    const createBearerHeader = (token: string) => ({ authorization: `Bearer ${token}` });
    const createPanelCookieHeader = async (token: string) => ({ cookie: await app.openPanelSession(token) });

    const allowedHeaders = {
      'the child': createBearerHeader(family.child.token),
      'the guardian': createBearerHeader(family.parent.token),
      'the guardian on the panel': await createPanelCookieHeader(family.parent.token),
    };
    for (const [who, headers] of Object.entries(allowedHeaders)) {
      const response = await fetchFile(app, url, headers);
      assert.equal(response.status, 200, who);
      assert.equal(response.headers.get('content-type'), mime);
      assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
      assert.match(response.headers.get('content-security-policy') ?? '', /^default-src 'none'.*; sandbox$/);
      assert.equal(response.headers.get('cache-control'), 'private, no-store');
      assert.equal(response.headers.get('content-disposition'), 'inline');
      assert.equal(response.headers.get('cross-origin-resource-policy'), 'same-origin');
      assert.ok(response.bytes.subarray(1, 4).equals(Buffer.from('PNG')));
    }

    const refusedHeaders = {
      'no credentials': {},
      'another child': createBearerHeader(otherFamily.child.token),
      'another parent': createBearerHeader(otherFamily.parent.token),
      'another parent on the panel': await createPanelCookieHeader(otherFamily.parent.token),
      'a guardian who has signed out': createBearerHeader(signedOutParent.token),
      'an invalid token': createBearerHeader('x.y.z'),
      'a token as a cookie': { cookie: `session=${family.parent.token}` },
      'an invalid token with a valid cookie': {
        ...createBearerHeader('x.y.z'),
        ...(await createPanelCookieHeader(family.parent.token)),
      },
    };
    for (const [who, headers] of Object.entries(refusedHeaders)) {
      const { status, bytes, headers: responseHeaders } = await fetchFile(app, url, headers);
      assert.equal(status, 404, who);
      assert.equal(JSON.parse(bytes.toString()).error.code, 'NOT_FOUND');
      assert.equal(responseHeaders.get('www-authenticate'), null);
    }
  });

  it('are refused with 404 to a parent who is no longer a guardian', async () => {
    const { child, parent } = await app.registerFamily();
    const { media } = await submitPicture(app, child);
    const headers = { authorization: `Bearer ${parent.token}` };
    assert.equal((await fetchFile(app, media[0].url, headers)).status, 200);
    await app.ctx.write(({ db }) => db.deleteFrom('guardians').where('child_id', '=', child.id).execute());
    assert.equal((await fetchFile(app, media[0].url, headers)).status, 404);
  });

  it('are not served under any other name', async () => {
    const { child } = await app.registerFamily();
    await submitPicture(app, child);
    const [storedName = ''] = listStoredFiles(app);
    const unrelatedNames = [
      'x',
      '..%2ffamily.db',
      '..%2f..%2fetc%2fpasswd',
      '..%5cfamily.db',
      '%2ftmp',
      '%00',
      '%F0%9F%A6%8A.png',
    ];
    const similarNames = [
      `${storedName}%00`,
      `${storedName}.`,
      `${storedName}%20`,
      `.%2f${storedName}`,
      storedName.toUpperCase(),
      storedName.replace('png', 'jpg'),
    ];
    for (const name of [...unrelatedNames, ...similarNames, '__proto__', 'x'.repeat(5000)]) {
      assertError(await app.call('GET', `/files/${name}`, child), 404, 'NOT_FOUND');
    }
  });

  it('support range requests', async () => {
    const { child } = await app.registerFamily();
    const response = await submitParts(app, child, [createFilePart(createMp3(), 'a.mp3', 'audio/mpeg')]);
    const [{ url }] = response.body.data.media;
    const sound = createMp3Frames(); // what is stored: the upload without its ID3 tags
    const fetchRange = (range: string) => fetchFile(app, url, { authorization: `Bearer ${child.token}`, range });
    const partialResponse = await fetchRange('bytes=0-1');
    assert.equal(partialResponse.status, 206);
    assert.equal(partialResponse.headers.get('content-range'), `bytes 0-1/${sound.length}`);
    assert.deepEqual(partialResponse.bytes, sound.subarray(0, 2));
    assert.deepEqual((await fetchRange('bytes=1000-')).bytes, sound.subarray(1000));
    const fullResponse = await fetchRange('bytes=99999-'); // a range after the end of the file is ignored instead of being refused with 416
    assert.deepEqual(
      [fullResponse.status, fullResponse.headers.get('accept-ranges'), fullResponse.bytes],
      [200, 'bytes', sound],
    );
    const headResponse = await app.call('HEAD', new URL(url).pathname, child);
    assert.deepEqual(
      [headResponse.status, headResponse.text, headResponse.headers.get('content-length')],
      [200, '', String(sound.length)],
    );
  });

  it('are streamed from disk to slow clients', async () => {
    const { child } = await app.registerFamily();
    const response = await submitParts(app, child, [createFilePart(createMp3Frames(20_000), 'a.mp3', 'audio/mpeg')]);
    const { pathname, port } = new URL(response.body.data.media[0].url);
    const sockets: Socket[] = [];
    const memoryBefore = measureRetainedMemory();
    for (let i = 0; i < 20; i += 1) {
      const socket = connect(Number(port), '127.0.0.1').pause();
      socket.write(`GET ${pathname} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${child.token}\r\n\r\n`);
      sockets.push(socket);
    }
    await sleep(1000); // so that the service has sent as much as the connections can buffer
    const memoryGrowthBytes = measureRetainedMemory() - memoryBefore;
    for (const socket of sockets) socket.destroy();
    // Twenty copies of the file in memory would be 167 MB.
    assert.ok(memoryGrowthBytes < 40e6, `${Math.round(memoryGrowthBytes / 1e6)} MB`);
  });
});
