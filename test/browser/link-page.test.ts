import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linksOf } from '../support/links.ts';
import { expectGoodInBothSchemes, expectToFit } from './looks.ts';
import { type Stage, setStage } from './pages.ts';

const PHONE = { width: 360, height: 640 };

let stage: Stage;
let links: ReturnType<typeof linksOf>;
beforeAll(async () => {
  stage = await setStage();
  links = linksOf(stage.gateway);
});
afterAll(() => stage?.close());

/** A form that was refused on purpose. */
const REFUSED = /40[03] \(|40[03] from .*\/payer/;
const OPEN_AMOUNT = { items: [], shipping: undefined, open_amount: { min: 1_000, max: 50_000, suggested: [2_000] } };

describe('the way of a buyer', () => {
  it.each([
    ['with script', true],
    ['without script', false],
  ])('link, form, payer’s page, paid: %s', async (_, javaScriptEnabled) => {
    const link = await links.make({ success_url: 'https://loja.example/obrigado', quantity: { max: 5 } });
    const { page, troubles } = await stage.open(`/l/${link.slug}`, { viewport: PHONE, javaScriptEnabled });
    await page.getByLabel('Quantidade').fill('2');
    if (javaScriptEnabled) expect(await page.getByRole('status').last().textContent()).toBe('R$\u00a0100,00');
    await page.getByRole('button', { name: 'Pagar' }).click();
    // Nothing was filled in: all of it is named, beside the fields, and the first has the cursor.
    await page.getByRole('alert').getByText('Confira os campos marcados').waitFor();
    expect(await page.getByLabel('Quantidade').inputValue()).toBe('2');
    expect(await page.getByLabel('Nome').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Nome').fill('João Pereira');
    await page.getByLabel('E-mail').fill('joao@example.com');
    await page.getByLabel('CPF ou CNPJ').fill('39053344705');
    await page.getByLabel('Telefone').fill('11912345678');
    await page.getByRole('button', { name: 'Pagar', exact: true }).click();
    await page.waitForURL(/\/pay\//);
    await page.getByRole('heading', { name: 'R$\u00a0100,00' }).waitFor();
    await page.getByRole('button', { name: 'Pagar como o pagador' }).click();
    if (!javaScriptEnabled) await page.waitForURL(/\/pay\//);
    const paid = page.getByRole('heading', { name: 'Pagamento recebido' });
    if (javaScriptEnabled) await paid.waitFor();
    else {
      const lookAgain = async () => {
        await page.reload();
        return paid.isVisible();
      };
      await expect.poll(lookAgain, { timeout: 90_000 }).toBe(true);
    }
    expect(await page.getByRole('link', { name: 'Voltar para a loja' }).getAttribute('href')).toBe(
      'https://loja.example/obrigado',
    );
    expect(await links.read(link.id)).toMatchObject({ paid_count: 1, paid_amount: 10_000 });
    expect(troubles.filter((trouble) => !REFUSED.test(trouble))).toEqual([]);
  });

  it('of a boleto is asked for an address, which nobody else sees', async () => {
    const link = await links.make();
    const { page } = await stage.open(`/l/${link.slug}?fill=test`, { viewport: PHONE });
    expect(await page.getByLabel('CEP').isVisible()).toBe(false);
    await page.getByRole('radio', { name: 'Boleto' }).check();
    expect(await page.getByLabel('CEP').isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Pagar' }).click();
    await page.waitForURL(/\/pay\//);
    await page.getByText('Linha digitável').first().waitFor();
  });

  it('whose payment has failed gets a new code with one click', async () => {
    const link = await links.make();
    const { page } = await stage.open(`/l/${link.slug}?fill=test`, { viewport: PHONE });
    await page.getByLabel('E-mail').fill('recusado@vintem.dev');
    await page.getByRole('button', { name: 'Pagar' }).click();
    await page.getByRole('heading', { name: 'Pagamento não realizado' }).waitFor();
    const first = page.url();
    await page.getByRole('button', { name: 'Gerar novo código' }).click();
    await expect.poll(() => page.url()).not.toBe(first);
    await page.getByRole('heading', { name: 'Pagamento não realizado' }).waitFor();
  });

  it('of a bill is known again by the browser; anybody else has to know the payer’s document', async () => {
    const link = await links.make({ max_payments: 1 });
    const first = await stage.open(`/l/${link.slug}?fill=test`);
    await first.page.getByRole('button', { name: 'Pagar' }).click();
    await first.page.waitForURL(/\/pay\//);
    const paying = first.page.url();
    await first.page.goto(`${stage.gateway.url}/l/${link.slug}`);
    expect(first.page.url()).toBe(paying);
    const { page, troubles } = await stage.open(`/l/${link.slug}`, { viewport: PHONE });
    await page.getByRole('heading', { name: 'Há um pagamento em aberto' }).waitFor();
    await page.getByLabel('CPF ou CNPJ').fill('390.533.447-05');
    await page.getByRole('button', { name: 'Ver o pagamento' }).click();
    await page.getByRole('alert').getByText('Este não é o CPF ou CNPJ').waitFor();
    await page.getByLabel('CPF ou CNPJ').fill('529.982.247-25');
    await page.getByRole('button', { name: 'Ver o pagamento' }).click();
    await page.waitForURL(/\/pay\//);
    expect(page.url()).toBe(paying);
    expect(troubles.filter((trouble) => !REFUSED.test(trouble))).toEqual([]);
  });
});

describe('everybody can use the page of a link', () => {
  const PAGES: Record<string, () => Promise<string>> = {
    form: async () => (await links.make({ description: 'Algodão\nazul', quantity: { max: 5 } })).slug,
    'open amount': async () => (await links.make(OPEN_AMOUNT)).slug,
    long: async () => (await links.make({ title: 'W'.repeat(120), description: 'W'.repeat(500) })).slug,
    'open bill': async () => {
      const { slug } = await links.make({ max_payments: 1, title: 'W'.repeat(120) });
      await links.order(slug);
      return slug;
    },
    over: async () => (await links.make({ stock: 0, inactive_message: 'Volte em dezembro!' })).slug,
  };

  it.each(Object.keys(PAGES).flatMap((name) => ['pt-BR', 'en'].map((language) => [name, language] as const)))(
    '%s in %s: axe finds nothing serious, nothing overflows, nothing is in trouble',
    async (name, language) => {
      const slug = await (PAGES[name] as () => Promise<string>)();
      const { page, troubles } = await stage.open(`/l/${slug}${language === 'en' ? '?lang=en' : ''}`);
      expect(await page.locator('html').getAttribute('lang')).toBe(language);
      await expectToFit(page);
      await expectGoodInBothSchemes(page);
      const submit = page.locator('button[type=submit]');
      if ((await submit.count()) > 0) {
        await submit.click();
        await page.locator('.problem').first().waitFor();
        await expectGoodInBothSchemes(page);
      }
      expect(troubles.filter((trouble) => !REFUSED.test(trouble))).toEqual([]);
    },
  );
});
