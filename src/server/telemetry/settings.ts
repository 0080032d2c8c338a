import { z } from "zod";

const samplers = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

const isCollector = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === "";
};

const milliseconds = (least: number, most: number) =>
  z.coerce
    .number(`must be milliseconds, ${least} to ${most}`)
    .int(`must be whole milliseconds, ${least} to ${most}`)
    .min(least, `must be ${least} milliseconds or more`)
    .max(most, `must be ${most} milliseconds or less`);

/**
 * Where traces and figures go by OTLP, under OpenTelemetry's own names. Without the first of them
 * nothing goes anywhere, and the others say nothing.
 */
const schema = z.object({
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .refine(
      isCollector,
      "must be the collector's address such as http://localhost:4318; keys go into OTEL_EXPORTER_OTLP_HEADERS",
    ),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .literal("http/json", "must be http/json or left out: OTLP goes out as JSON over HTTP")
    .default("http/json"),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(
      /^[\w!#$%&'*+.^`|~-]+=[^,\s]+(,[\w!#$%&'*+.^`|~-]+=[^,\s]+)*$/,
      "must be name=value, several by commas, values encoded as in an address",
    )
    .optional(),
  OTEL_EXPORTER_OTLP_TIMEOUT: milliseconds(100, 60_000).default(10_000),
  OTEL_SERVICE_NAME: z
    .string()
    .regex(/^[\w.-]{1,100}$/, "must be a name of letters, digits, points and dashes")
    .default("levee"),
  OTEL_TRACES_SAMPLER: z
    .enum(samplers, `must be one of ${samplers.join(", ")}`)
    .default("parentbased_always_on"),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number("must be a share from 0 to 1, such as 0.1")
    .min(0, "must be a share from 0 to 1, such as 0.1")
    .max(1, "must be a share from 0 to 1, such as 0.1")
    .default(1),
  OTEL_METRIC_EXPORT_INTERVAL: milliseconds(1_000, 3_600_000).default(60_000),
});

/** The names of the settings that are read here. */
export const telemetryNames: readonly string[] = Object.keys(schema.shape);

export type TelemetrySettings = z.infer<typeof schema>;

/**
 * What the environment says of OpenTelemetry: null where it names no collector, else the settings, or
 * what is wrong with them, a sentence each.
 */
export const readTelemetry = (
  env: Readonly<Record<string, string | undefined>>,
): { settings: TelemetrySettings | null; wrong: readonly string[] } => {
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return { settings: null, wrong: [] };
  const parsed = schema.safeParse(env);
  return parsed.success
    ? { settings: parsed.data, wrong: [] }
    : {
        settings: null,
        wrong: parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`),
      };
};
