#!/bin/sh
# Installs a release as a systemd service, or upgrades it: deploy/install.sh family-learning-service-1.0.0.tgz
# Needs root, npm, and on a minimal Debian or Ubuntu the package libatomic1. Each release has a folder of its own, /opt/family-learning-<version>,
# and /opt/family-learning is a link to the one that runs. Settings in /etc/family-learning/env stay.
set -eu
tarball=$(readlink -f "${1:?Give the tarball of the release.}")
version=$(basename "$tarball" .tgz | sed 's/^family-learning-service-//')
folder=/opt/family-learning-$version
[ "$(id -u)" = 0 ] || { echo 'Run this as root.' >&2; exit 1; }

npm install --global --prefix "$folder" --no-audit --no-fund "$tarball"
"$folder/bin/family-learning" --version
deploy=$folder/lib/node_modules/family-learning-service/deploy

getent passwd family-learning >/dev/null ||
  useradd --system --user-group --no-create-home --home-dir /var/lib/family-learning --shell /usr/sbin/nologin family-learning
install -d -o family-learning -g family-learning -m 700 /var/lib/family-learning /var/backups/family-learning
install -d -o root -g family-learning -m 750 /etc/family-learning
if [ ! -e /etc/family-learning/env ]; then
  install -o root -g family-learning -m 640 "$deploy/env.example" /etc/family-learning/env
  echo 'Fill in /etc/family-learning/env.'
fi
ln -sfn "$folder" /opt/family-learning
ln -sf /opt/family-learning/bin/family-learning /usr/local/bin/family-learning
install -d /etc/systemd/system
install -m 644 "$deploy"/family-learning*.service "$deploy"/family-learning-backup.timer /etc/systemd/system/

if [ -d /run/systemd/system ]; then
  systemctl daemon-reload
  systemctl enable family-learning family-learning-backup.timer
fi
echo "Installed $version. Start it and check it:"
echo '  systemctl restart family-learning && systemctl start family-learning-backup.timer'
echo '  sudo -u family-learning family-learning admin doctor'
echo 'Then copy secret-key and pin-pepper of /var/lib/family-learning to a safe place: no PIN works without them after a restore.'
