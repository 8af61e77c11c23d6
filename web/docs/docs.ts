import SwaggerUI from '@fastify/swagger-ui/static/swagger-ui-bundle.js';
import '@fastify/swagger-ui/static/swagger-ui.css';
import './docs.css';

SwaggerUI({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  filter: true,
  tryItOutEnabled: true,
  // All operations would be a page of a hundred lines on a phone.
  docExpansion: 'none',
  defaultModelsExpandDepth: -1,
  // A token stays in the page that it was typed into.
  persistAuthorization: false,
  // By default a stranger's server is asked whether the document is valid.
  validatorUrl: null,
});
