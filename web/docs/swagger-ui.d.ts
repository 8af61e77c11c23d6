declare module '@fastify/swagger-ui/static/swagger-ui-bundle.js' {
  export default function SwaggerUI(options: Record<string, unknown>): unknown;
}
