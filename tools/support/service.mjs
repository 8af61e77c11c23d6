// The drills share this: it starts the built service as a process of its own, and calls it.
import { spawn } from 'node:child_process';
import net from 'node:net';
import { fileURLToPath } from 'node:url';

const ENTRY = fileURLToPath(new URL('../../dist/start.js', import.meta.url));

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export async function freePort() {
  const server = net.createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Nothing of the caller's environment but the path leaks in. */
export async function startVintem({ entry = ENTRY, env, nodeOptions = [], onOutput = () => {} }) {
  const child = spawn(process.execPath, [...nodeOptions, entry], {
    env: { PATH: process.env.PATH, PORT: '0', RATE_LIMIT_PER_SECOND: '0', LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const url = await new Promise((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk) => {
      onOutput(chunk);
      output += chunk;
      const ready = /ready at (\S+)/.exec(output)?.[1];
      if (ready) resolve(ready);
    });
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}`)));
  });
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const end = async (signal) => {
    if (!hasEnded()) child.kill(signal);
    await exited;
  };
  return { url, pid: child.pid, hasEnded, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}

export async function call(url, init = {}) {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(60_000) });
  return { status: response.status, body: await response.json() };
}

export async function logIn(url) {
  const body = JSON.stringify({ email: 'demo@vintem.dev', password: 'vintem-demo' });
  const { body: answer } = await call(`${url}/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  return answer.response.token;
}

export const ORDER = JSON.stringify({
  access_token: 'est_demo_loja',
  customer: {
    name: 'Maria da Silva',
    email: 'maria@example.com',
    document: '52998224725',
    phone: { country_code: '55', area_code: '11', number: '987654321' },
  },
  items: [{ name: 'Camiseta', quantity: 1, price: 1000 }],
  payment: { type: 'pix', installments: 1 },
  shipping: { name: 'Digital', price: 0 },
  subtotal: 1000,
  total: 1000,
});
