import { describe, expect, it } from 'vitest';
import { ApiError } from '../../ground/errors.ts';
import { tidyBody } from './body.rules.ts';

function refusalOf(body: unknown): ApiError {
  try {
    tidyBody(body);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('the body was taken');
}

const nested = (levels: number, bottom: unknown): unknown => (levels === 0 ? bottom : [nested(levels - 1, bottom)]);

describe('a body that would cost its walker too much', () => {
  it('is refused for a key that is too long, naming where it stands and not the key itself', () => {
    const error = refusalOf({ customer: { ['k'.repeat(257)]: 1 } });
    expect(error.context.field).toBe('customer');
    expect(error.message).toContain('256 characters');
  });

  it('is refused for a long key over many children', () => {
    expect(refusalOf({ ['k'.repeat(150_000)]: Array(14_000).fill(0) }).context.field).toBe('body');
  });

  it('is taken with a key as long as allowed', () => {
    expect(() => tidyBody({ ['k'.repeat(256)]: 1 })).not.toThrow();
  });

  it.each([
    ['a list', Array(10_000).fill(0)],
    ['an object', Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`k${n}`, 0]))],
    ['lists in a list', Array(100).fill(Array(100).fill(0))],
  ])('is refused for more values than any request has: %s', (_, body) => {
    const error = refusalOf(body);
    expect(error.context.field).toBe('body');
    expect(error.message).toContain('10000 values');
  });

  it('is taken with as many values as allowed, the body itself being one', () => {
    expect(() => tidyBody(Array(9_999).fill(0))).not.toThrow();
  });

  it('is refused for its depth by a path that fits an answer', () => {
    const error = refusalOf({ ['k'.repeat(256)]: nested(101, 0) });
    expect(error.message).toContain('nested more than 100 levels');
    expect(error.context.field?.length).toBeLessThanOrEqual(201);
    expect(() => tidyBody(nested(100, 0))).not.toThrow();
  });
});

describe('the path in a refusal', () => {
  it.each([
    [{ items: [{ name: 'a\0' }] }, 'items[0].name'],
    [{ items: [{}, { tags: ['x', '\ud800'] }] }, 'items[1].tags[1]'],
    [['\0'], '[0]'],
    [{ a: { 'x\0': 1 } }, 'a'],
    [{ 'x\0': 1 }, 'body'],
  ])('of %j is %s', (body, path) => {
    expect(refusalOf(body).context.field).toBe(path);
  });
});

describe('null', () => {
  it('counts as left out, except where a route keeps it', () => {
    const body = { a: null, b: { c: null, d: 1 }, list: [null, { e: null }] };
    tidyBody(body, ['b.c']);
    expect(body).toEqual({ b: { c: null, d: 1 }, list: [null, {}] });
  });
});
