// What the shop sells, where and for how much. Runs once: on a database that has a region it does nothing.
import { ContainerRegistrationKeys, Modules, ProductStatus } from '@medusajs/framework/utils';
import {
  createInventoryLevelsWorkflow,
  createProductsWorkflow,
  createRegionsWorkflow,
  createShippingOptionsWorkflow,
  createShippingProfilesWorkflow,
  createStockLocationsWorkflow,
  createUserAccountWorkflow,
  linkSalesChannelsToStockLocationWorkflow,
} from '@medusajs/medusa/core-flows';

const ADMIN = { email: 'admin@example.com', password: 'vintem-demo' };

/** @param {{ container: import('@medusajs/framework/types').MedusaContainer }} parts */
export default async function seed({ container }) {
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const link = container.resolve(ContainerRegistrationKeys.LINK);
  const { data: regions } = await query.graph({ entity: 'region', fields: ['id'] });
  if (regions.length > 0) return;

  const run = async (workflow, input) => (await workflow(container).run({ input })).result;
  // Medusa has made a sales channel, and a publishable key for it, by itself.
  const [channel] = (await query.graph({ entity: 'sales_channel', fields: ['id'] })).data;
  const [region] = await run(createRegionsWorkflow, {
    regions: [
      {
        name: 'Brasil',
        currency_code: 'brl',
        countries: ['br'],
        payment_providers: ['pp_vintem-pix_vintem', 'pp_vintem-boleto_vintem'],
      },
    ],
  });

  const [place] = await run(createStockLocationsWorkflow, {
    locations: [{ name: 'Depósito', address: { city: 'São Paulo', country_code: 'BR', address_1: '' } }],
  });
  await link.create({
    [Modules.STOCK_LOCATION]: { stock_location_id: place.id },
    [Modules.FULFILLMENT]: { fulfillment_provider_id: 'manual_manual' },
  });
  await run(linkSalesChannelsToStockLocationWorkflow, { id: place.id, add: [channel.id] });
  const [profile] = await run(createShippingProfilesWorkflow, { data: [{ name: 'Correio', type: 'default' }] });
  const fulfilment = await container.resolve(Modules.FULFILLMENT).createFulfillmentSets({
    name: 'Entrega',
    type: 'shipping',
    service_zones: [{ name: 'Brasil', geo_zones: [{ country_code: 'br', type: 'country' }] }],
  });
  await link.create({
    [Modules.STOCK_LOCATION]: { stock_location_id: place.id },
    [Modules.FULFILLMENT]: { fulfillment_set_id: fulfilment.id },
  });
  await run(createShippingOptionsWorkflow, [
    {
      name: 'Sedex',
      price_type: 'flat',
      provider_id: 'manual_manual',
      service_zone_id: fulfilment.service_zones[0].id,
      shipping_profile_id: profile.id,
      type: { label: 'Sedex', description: 'Em dois dias', code: 'sedex' },
      prices: [{ region_id: region.id, amount: 12.5 }],
      rules: [],
    },
  ]);

  const [product] = await run(createProductsWorkflow, {
    products: [
      {
        title: 'Café da Serra, 250 g',
        description: 'Torra média, doce e encorpado, colhido a mil metros de altura.',
        status: ProductStatus.PUBLISHED,
        shipping_profile_id: profile.id,
        sales_channels: [{ id: channel.id }],
        options: [{ title: 'Moagem', values: ['Em grãos'] }],
        variants: [
          {
            title: 'Em grãos',
            sku: 'CAFE-250',
            options: { Moagem: 'Em grãos' },
            prices: [{ amount: 39.9, currency_code: 'brl' }],
          },
        ],
      },
    ],
  });
  const { data: items } = await query.graph({ entity: 'inventory_item', fields: ['id'] });
  await run(createInventoryLevelsWorkflow, {
    inventory_levels: items.map(({ id }) => ({
      inventory_item_id: id,
      location_id: place.id,
      stocked_quantity: 1000,
    })),
  });

  const { authIdentity } = await container.resolve(Modules.AUTH).register('emailpass', { body: ADMIN });
  await run(createUserAccountWorkflow, { authIdentityId: authIdentity.id, userData: { email: ADMIN.email } });
  console.log(`The shop sells ${product.title}; ${ADMIN.email} / ${ADMIN.password} is its administrator`);
}
