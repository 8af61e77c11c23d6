import { defineConfig } from '@medusajs/framework/utils';

const { DATABASE_URL, VINTEM_URL, VINTEM_EMAIL, VINTEM_PASSWORD, VINTEM_API_KEY, VINTEM_ACCESS_TOKEN } = process.env;
const { VINTEM_WEBHOOK_SECRET, JWT_SECRET = 'example', COOKIE_SECRET = 'example' } = process.env;

export default defineConfig({
  projectConfig: {
    databaseUrl: DATABASE_URL,
    // PostgreSQL on the same machine; elsewhere, leave this line out.
    databaseDriverOptions: { connection: { ssl: false } },
    http: { jwtSecret: JWT_SECRET, cookieSecret: COOKIE_SECRET, storeCors: '', adminCors: '', authCors: '' },
  },
  // This example has no back office to look at: it would have to be built first.
  admin: { disable: true },
  modules: [
    {
      resolve: '@medusajs/medusa/payment',
      options: {
        providers: [
          {
            resolve: '@vintem/medusa',
            id: 'vintem',
            options: {
              url: VINTEM_URL,
              ...(VINTEM_API_KEY ? { apiKey: VINTEM_API_KEY } : { email: VINTEM_EMAIL, password: VINTEM_PASSWORD }),
              accessToken: VINTEM_ACCESS_TOKEN,
              webhookSecret: VINTEM_WEBHOOK_SECRET,
              itemName: 'Café da Serra',
            },
          },
        ],
      },
    },
  ],
});
