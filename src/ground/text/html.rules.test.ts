import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../test/support/suite/any-text.ts';
import { escapeHtml, html } from './html.rules.ts';

const NAMED: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#96;': '`',
};
const readBack = (text: string) =>
  text.replaceAll(/&(?:amp|lt|gt|quot|#39|#96);/g, (entity) => NAMED[entity] as string);

describe('escapeHtml', () => {
  it('leaves nothing that could begin or end markup or an attribute, and reads back as it was', () => {
    const anything = fc.oneof(anyText(), fc.string({ unit: fc.constantFrom(...'<>"\'`&;=/ ax') }));
    fc.assert(
      fc.property(anything, (text) => {
        const escaped = escapeHtml(text);
        expect(escaped).not.toMatch(/[<>"'`]|&(?!amp;|lt;|gt;|quot;|#39;|#96;)/);
        expect(readBack(escaped)).toBe(text);
      }),
    );
  });
});

describe('html', () => {
  it('escapes what is put in, in text and in attributes', () => {
    const name = `"><script>alert('x')</script>`;
    expect(html`<a title="${name}">${name}</a>`.text).toBe(
      '<a title="&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;">&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;</a>',
    );
  });

  it('takes its own HTML as it is, lists as their members and nothing as nothing', () => {
    const rows = ['a', 'b & c'].map((text) => html`<li>${text}</li>`);
    expect(html`<ul>${rows}${null}${undefined}${false}${0}</ul>`.text).toBe('<ul><li>a</li><li>b &amp; c</li>0</ul>');
  });

  it('does not take an object for HTML because it looks like some', () => {
    const lookAlike = { text: '<script>' } as unknown as string;
    expect(() => html`${lookAlike}`).toThrow();
  });
});
