// `npm ci` runs this file with the machine's own Node, before the first install script that would need Node 26.
const { spawnSync } = require('node:child_process');

// Node 26 for Linux is linked against libatomic, which minimal installations lack. The other platforms need no library.
if (process.platform === 'linux') {
  const { status, stderr } = spawnSync(`../node-linux-${process.arch}/bin/node`, ['--version'], { encoding: 'utf8' });
  if (status !== 0 && `${stderr}`.includes('libatomic')) {
    console.error(
      'Node 26 needs the library libatomic. Install it (on Debian and Ubuntu: apt-get install libatomic1), then run the command again.',
    );
    process.exit(1);
  }
}
