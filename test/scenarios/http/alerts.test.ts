import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { parse, stringify } from 'yaml';
import { MAX_BACKUP_HOURS } from '../../../src/app/cli/backup/backup.ts';
import { runJobs } from '../../../src/app/scheduled-jobs.ts';
import { MINUTE } from '../../../src/core/time/instant.ts';
import { MIN_FREE_DISK_BYTES } from '../../../src/platform/observability/disk.ts';
import { skipUnlessInstalled } from '../../support/servers/installed-servers.ts';
import { testWithRateLimits } from '../../support/test-app.ts';

// The alerts and the dashboard in deploy/.

const DEPLOY_FOLDER = join(import.meta.dirname, '../../../deploy');
const RULES_FILE = join(DEPLOY_FOLDER, 'prometheus-alerts.yaml');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
}

const RULES: readonly Rule[] = parse(readFileSync(RULES_FILE, 'utf8')).groups.flatMap(
  ({ rules }: { rules: readonly Rule[] }) => rules,
);
const PANELS = JSON.parse(readFileSync(join(DEPLOY_FOLDER, 'grafana-dashboard.json'), 'utf8')).panels;
const DASHBOARD_EXPRESSIONS: readonly string[] = PANELS.flatMap(({ targets }: { targets: readonly Rule[] }) =>
  targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '5m')),
);
const EXPRESSIONS = [...RULES.map(({ expr }) => expr), ...DASHBOARD_EXPRESSIONS];

/** What Prometheus itself adds. */
const OWN_METRICS = ['up'];
const OWN_LABELS = ['job', 'instance'];

testWithRateLimits(
  'the service has every metric, label and value that the alerts and the dashboard use',
  async (app) => {
    await app.registerFamily();
    await app.call('GET', '/app/users/me', { token: 'wrong' });
    for (let i = 0; i < 11; i += 1) {
      const body = { email: `parent-${i}@example.org` };
      await app.call('POST', '/app/auth/register/parent', { body, from: '192.0.2.1' });
      app.advance(MINUTE);
    }
    const { id } = await app.registerChild();
    await app.loginChild(id, '9999');
    await app.loginChild(id);
    await runJobs(app.ctx);
    const samples = parseSamples(await app.ctx.metrics.collect());
    for (const { labels } of samples)
      assert.deepEqual(
        OWN_LABELS.filter((label) => label in labels),
        [],
      );
    for (const expression of EXPRESSIONS) {
      const selectors = [...expression.matchAll(/\b([a-z]+(?:_[a-z0-9]+)+|up)\b(?![ ]?\()(?:\{(.*?)\})?/g)];
      assert.ok(selectors.length > 0, expression);
      const groupLabels = [...expression.matchAll(/\bby \((.*?)\)/g)].flatMap(([, names = '']) => names.split(', '));
      for (const [, metric = '', matchers = ''] of selectors) {
        if (OWN_METRICS.includes(metric)) continue;
        const found = samples.filter(({ name }) => name === metric);
        assert.ok(found.length > 0, `${metric} in ${expression}`);
        for (const label of groupLabels) assert.ok(found[0] && label in found[0].labels, `${label} in ${expression}`);
        for (const [, label = '', operator, value] of matchers.matchAll(/(\w+)(=~?|!=)"(.*?)"/g)) {
          const isKnown = found.some(({ labels }) => new RegExp(`^(${value})$`).test(labels[label] ?? ''));
          // There may be no errors, but there is a status.
          assert.ok(isKnown || label === 'status', `${label}${operator}"${value}" of ${metric}`);
        }
      }
    }
  },
);

function parseSamples(text: string) {
  return [...text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)].map(([, name, labels = '']) => ({
    name,
    labels: Object.fromEntries(
      [...labels.matchAll(/(\w+)="(.*?)"/g)].map(([, label = '', value = '']) => [label, value]),
    ),
  }));
}

describe('the alerts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'family-alerts-'));
  after(() => rmSync(folder, { recursive: true }));

  it('have a severity and the limits of admin doctor', () => {
    for (const { alert, labels } of RULES) assert.match(labels.severity, /^(critical|warning)$/, alert);
    const findExpression = (name: string) => RULES.find(({ alert }) => alert === name)?.expr ?? '';
    assert.ok(findExpression('FamilyLearningBackup').endsWith(` >= ${MAX_BACKUP_HOURS} * 3600`));
    assert.ok(findExpression('FamilyLearningDisk').endsWith(` < 2^${Math.log2(MIN_FREE_DISK_BYTES)}`));
  });

  it('are explained in the runbook', () => {
    const page = readFileSync(join(DEPLOY_FOLDER, '../docs/operations.md'), 'utf8');
    const explained = [...page.matchAll(/^\| ([A-Z]\w+(?:, [A-Z]\w+)*) \|/gm)].flatMap(([, names = '']) =>
      names.split(', '),
    );
    for (const { alert } of RULES) assert.ok(explained.includes(alert.replace('FamilyLearning', '')), alert);
  });

  it('and the dashboard are valid, and fire when they should', { skip: skipUnlessInstalled('promtool') }, () => {
    const dashboardFile = join(folder, 'dashboard.yaml');
    const rules = DASHBOARD_EXPRESSIONS.map((expr, i) => ({ record: `panel:${i}`, expr }));
    writeFileSync(dashboardFile, stringify({ groups: [{ name: 'dashboard', rules }] }));
    runPromtool(['check', 'rules', RULES_FILE, dashboardFile]);

    // The first sample is at 1970-01-01, so the value of a time stays at 0 while its age grows.
    const expect = (eval_time: string, alertname: string, labels?: Record<string, string>) => ({
      eval_time,
      alertname,
      exp_alerts: labels ? [{ exp_labels: labels, exp_annotations: getAnnotations(alertname, labels) }] : [],
    });
    const testFile = join(folder, 'test.yaml');
    const input_series = [
      { series: 'backup_last_success_timestamp_seconds', values: '0x600' },
      { series: 'job_last_success_timestamp_seconds{name="failing"}', values: '0x600' },
      { series: 'job_last_success_timestamp_seconds{name="running"}', values: '0+600x600' },
      { series: 'up{job="family-learning", instance="a"}', values: '1x5 0x600' },
      { series: 'service_ready{instance="a"}', values: '1x600' },
      { series: 'service_ready{instance="b"}', values: '1x5 0x600' },
      { series: 'security_events_total{event="budget-spent", kind="requested addresses"}', values: '_x6 1x600' },
      { series: 'disk_free_bytes', values: '2000000000x5 1000000000x600' },
    ];
    const alert_rule_test = [
      expect('49h', 'FamilyLearningBackup'),
      expect('51h', 'FamilyLearningBackup', { severity: 'critical' }),
      expect('3h10m', 'FamilyLearningJobs'),
      expect('3h20m', 'FamilyLearningJobs', { severity: 'warning', name: 'failing' }),
      expect('50m', 'FamilyLearningDown'),
      expect('2h', 'FamilyLearningDown', { severity: 'critical', job: 'family-learning', instance: 'a' }),
      expect('50m', 'FamilyLearningNotReady'),
      expect('2h', 'FamilyLearningNotReady', { severity: 'critical' }),
      expect('50m', 'FamilyLearningGuessing'),
      expect('90m', 'FamilyLearningGuessing', { severity: 'critical' }),
      expect('3h', 'FamilyLearningGuessing'),
      expect('50m', 'FamilyLearningDisk'),
      expect('2h', 'FamilyLearningDisk', { severity: 'critical' }),
    ];
    writeFileSync(
      testFile,
      stringify({
        rule_files: [RULES_FILE],
        evaluation_interval: '10m',
        tests: [{ interval: '10m', input_series, alert_rule_test }],
      }),
    );
    runPromtool(['test', 'rules', testFile]);
  });
});

/** The annotations of an alert with the values of its labels. */
function getAnnotations(name: string, labels: Record<string, string>) {
  const rule = RULES.find(({ alert }) => alert === name) as Rule & { annotations: { summary: string } };
  return { summary: rule.annotations.summary.replace(/\{\{ \$labels\.(\w+) \}\}/g, (_, label) => labels[label] ?? '') };
}

function runPromtool(args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' });
  assert.equal(status, 0, stdout + stderr);
}
