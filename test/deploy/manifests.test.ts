import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig } from '../../src/ground/config.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

// biome-ignore lint/suspicious/noExplicitAny: manifests are documents of every shape.
type Manifest = any;
const KUBERNETES = 'deploy/kubernetes';
const manifests: Manifest[] = readdirSync(path.join(ROOT, KUBERNETES)).flatMap((file) =>
  parseAllDocuments(read(`${KUBERNETES}/${file}`)).map((document) => {
    expect(document.errors, file).toEqual([]);
    return document.toJS();
  }),
);
const ofKind = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);
const podsOf = () =>
  [...ofKind('Deployment'), ...ofKind('Job')].map(({ metadata, spec }) => ({
    metadata,
    spec,
    pod: spec.template.spec,
  }));

/** Some settings are looked at only where another one asks for them. */
const ASKING = {
  METRICS_PORT: '0',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
  SMTP_URL: 'smtp://127.0.0.1',
  SMTP_FROM: 'avisos@example.com',
};

/** Every variable that the service reads: it is given an environment that writes down what is looked at. */
function settingsRead(): Set<string> {
  const names = new Set<string>();
  const env: NodeJS.ProcessEnv = { ...ASKING };
  readConfig(
    new Proxy(env, {
      get: (values, name) => {
        names.add(String(name));
        return values[String(name)];
      },
    }),
  );
  return names;
}

it('there is what the guide promises', () => {
  const names = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort();
  expect(names).toEqual([
    'ConfigMap vintem-settings',
    'Deployment vintem-api',
    'Deployment vintem-worker',
    'Job vintem-migrate',
    'PodDisruptionBudget vintem-api',
    'PodDisruptionBudget vintem-worker',
    'Service vintem-api',
  ]);
});

it('every container runs as nobody special on a root that it cannot write, of one image', () => {
  const containers = podsOf().flatMap(({ pod }) => pod.containers);
  for (const { pod } of podsOf()) {
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
    expect(pod.automountServiceAccountToken).toBe(false);
  }
  for (const { securityContext } of containers)
    expect(securityContext).toEqual({
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
    });
  expect(new Set(containers.map(({ image }) => image)).size).toBe(1);
});

it('processes are asked whether they live and are ready, and have the time to drain', () => {
  const [{ data }] = ofKind('ConfigMap');
  for (const { pod } of ofKind('Deployment').map(({ spec }) => ({ pod: spec.template.spec }))) {
    const [container] = pod.containers;
    expect(container.livenessProbe.httpGet.path).toBe('/healthz');
    expect(container.startupProbe.httpGet.path).toBe('/healthz');
    expect(container.readinessProbe.httpGet.path).toBe('/readyz');
    // Draining, and the 25 seconds after which a stop uses force.
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(Number(data.DRAIN_SECONDS) + 25);
  }
});

it('whatever selects finds pods of exactly one role', () => {
  const roles = ofKind('Deployment').map(({ spec }) => spec.template.metadata.labels);
  const selectors = [
    ...ofKind('Deployment').map(({ spec }) => spec.selector.matchLabels),
    ...ofKind('PodDisruptionBudget').map(({ spec }) => spec.selector.matchLabels),
    ...ofKind('Service').map(({ spec }) => spec.selector),
  ];
  for (const selector of selectors) expect(roles.filter((role) => matches(role, selector))).toHaveLength(1);
  const [{ spec }] = ofKind('Service');
  expect(spec.selector['app.kubernetes.io/component']).toBe('api');
});

const matches = (labels: Record<string, string>, selector: Record<string, string>) =>
  Object.entries(selector).every(([name, value]) => labels[name] === value);

/** Node's own, and no setting of the service. */
const OF_NODE = ['NODE_ENV'];

it('every variable that is set is one that the service reads', () => {
  const settings = settingsRead();
  const compose = parse(read('deploy/compose/compose.yaml'));
  const [{ data }] = ofKind('ConfigMap');
  const assigned = (line: RegExp, file: string) =>
    [...read(file).matchAll(line)].flatMap(([, pairs]) =>
      [...`${pairs}`.matchAll(/([A-Z_]+)=/g)].map(([, name]) => name),
    );
  const names = [
    ...Object.keys(compose.services.vintem.environment),
    ...Object.keys(compose.services.migrate.environment),
    ...Object.keys(data),
    ...podsOf().flatMap(({ pod }) => (pod.containers[0].env ?? []).map(({ name }: { name: string }) => name)),
    ...[...read(`${KUBERNETES}/settings.yaml`).matchAll(/--from-literal=([A-Z_]+)=/g)].map(([, name]) => name),
    ...assigned(/^ENV (.*)$/gm, 'Dockerfile'),
    ...assigned(/^Environment=(.*)$/gm, 'deploy/systemd/vintem@.service'),
    ...assigned(/^Environment=(.*)$/gm, 'deploy/systemd/vintem-migrate.service'),
  ].filter((name) => !OF_NODE.includes(`${name}`));
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !settings.has(`${name}`))).toEqual([]);
});

it('the guide to settings has every variable that the service reads', () => {
  const told = new Set([...read('docs/guides/settings.md').matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name]) => name));
  expect([...settingsRead()].filter((name) => !told.has(name))).toEqual([]);
});

it('only what migrates knows the owner of the tables, and nothing is served before it has', () => {
  const owner = /OWNER/;
  const { vintem, migrate } = parse(read('deploy/compose/compose.yaml')).services;
  expect(JSON.stringify(vintem)).not.toMatch(owner);
  expect(migrate.environment).toMatchObject({
    DATABASE_OWNER_URL: expect.any(String),
    DATABASE_URL: expect.any(String),
  });
  expect(migrate.command.slice(1)).toEqual(['dist/doors/cli/vintem.js', 'migrate']);
  expect(vintem.depends_on.migrate.condition).toBe('service_completed_successfully');
  for (const { kind, spec } of [...ofKind('Deployment'), ...ofKind('Job')]) {
    const text = JSON.stringify(spec);
    if (kind === 'Job') expect(text).toMatch(/vintem-owner.*DATABASE_OWNER_URL/);
    else expect(text).not.toMatch(/vintem-owner|OWNER/);
  }
  expect(read(`${KUBERNETES}/settings.yaml`)).toMatch(/vintem-owner --from-literal=DATABASE_OWNER_URL/);
  expect(read('deploy/systemd/vintem@.service')).not.toMatch(/owner\.env|OWNER/);
  expect(read('deploy/systemd/vintem-migrate.service')).toMatch(/^EnvironmentFile=\/etc\/vintem\/owner\.env$/m);
});

it('the sandbox of the compose file is reached from its own machine only, and cannot write its root', () => {
  const { vintem } = parse(read('deploy/compose/compose.yaml')).services;
  expect(vintem).toMatchObject({ read_only: true, cap_drop: ['ALL'], ports: ['127.0.0.1:3000:3000'] });
  expect(vintem.depends_on.database.condition).toBe('service_healthy');
});

it('in the image Node is the first process, of another user than root, and everything copied is there', () => {
  const lines = read('Dockerfile').split('\n');
  const last = lines.lastIndexOf(lines.filter((line) => line.startsWith('FROM ')).at(-1) ?? '');
  const final = lines.slice(last);
  expect(final).toContain('USER node');
  expect(final).toContain('CMD ["node", "--max-semi-space-size=32", "dist/start.js"]');
  const ignored = read('.dockerignore').split('\n');
  const copied = lines
    .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
    .flatMap((line) => line.split(' ').slice(1, -1));
  expect(copied.filter((file) => !ignored.includes(`!${file}`))).toEqual([]);
  for (const file of copied) expect(() => readFileSync(path.join(ROOT, file)), file).not.toThrow(/ENOENT/);
});
