/** Traces and metrics to an OpenTelemetry collector, configured by the standard OTEL_* variables. Loaded where they name one. */
import { createRequire } from 'node:module';
import FastifyOtelInstrumentation from '@fastify/otel';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { NodeSDK } from '@opentelemetry/sdk-node';

/** Call it before anything that it instruments is imported. @returns a function that sends the remaining data */
export function startTelemetry(): () => Promise<void> {
  process.env.OTEL_SERVICE_NAME ??= 'gatehouse';
  const sdk = new NodeSDK({
    instrumentations: [
      new HttpInstrumentation({
        // Addresses contain names and tokens; the route identifies the call.
        startIncomingSpanHook: () => ({ 'url.path': '', 'url.query': '' }),
      }),
      new FastifyOtelInstrumentation({
        registerOnInitialization: true,
        instrumentHooks: false,
        requestHook: (span) => {
          span.setAttribute('url.path', '');
        },
      }),
      new PgInstrumentation({ requireParentSpan: true }),
    ],
  });
  sdk.start();
  // Instrumentation patches what is required; their prototypes serve those who import them too.
  const require = createRequire(import.meta.url);
  for (const name of ['node:http', 'pg']) require(name);
  return () => sdk.shutdown();
}
