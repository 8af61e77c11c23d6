// By hand, where PHP is installed: runs the snippet of the guides that checks a webhook's signature.
import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';

const guide = readFileSync(new URL('../../docs/guides/en/07-webhooks.md', import.meta.url), 'utf8');
const [, snippet] = /```php\n<\?php\n(.*?)```/s.exec(guide) ?? [];
if (!snippet) throw new Error('the guide has no PHP snippet');

const key = Buffer.alloc(32, 7);
const body = '{"event":"payment.approved","name":"São João"}';
const headersAt = (timestamp, by = key) => ({
  'webhook-id': 'evt_1',
  'webhook-timestamp': String(timestamp),
  'webhook-signature': `v1,${createHmac('sha256', by).update(`evt_1.${timestamp}.${body}`).digest('base64')}`,
});
/** As while a secret is rotated: the signatures stand beside each other. */
const bothSigned = (timestamp) => ({
  ...headersAt(timestamp),
  'webhook-signature': [Buffer.alloc(32, 8), key].map((by) => headersAt(timestamp, by)['webhook-signature']).join(' '),
});
const now = Math.floor(Date.now() / 1000);
const cases = [
  { body, headers: headersAt(now), expected: true },
  { body, headers: headersAt(now, Buffer.alloc(32, 8)), expected: false },
  { body, headers: bothSigned(now), expected: true },
  { body: `${body} `, headers: headersAt(now), expected: false },
  { body, headers: headersAt(now - 400), expected: false },
  { body, headers: {}, expected: false },
  ...['²', '9'.repeat(5_000), '-1', '1e3'].map((timestamp) => ({
    body,
    headers: { ...headersAt(now), 'webhook-timestamp': timestamp },
    expected: false,
  })),
];
const program = `${snippet}
$secret = 'whsec_${key.toString('base64')}';
$cases = json_decode(stream_get_contents(STDIN), true);
echo json_encode(array_map(fn($one) => isFromVintem($one['body'], $one['headers'], $secret), $cases));`;
const { status, stdout, stderr, error } = spawnSync('php', ['-r', program], {
  input: JSON.stringify(cases),
  encoding: 'utf8',
});
const isRight = status === 0 && stdout === JSON.stringify(cases.map(({ expected }) => expected));
console.log(isRight ? 'the PHP snippet is right' : `the PHP snippet is wrong: ${error ?? stdout + stderr}`);
process.exitCode = isRight ? 0 : 1;
