import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import "#kernel/plain-words.ts";
import { bucketNamed, type BucketAddress } from "./files/bucket-address.ts";
import { hostsFault, hostsOf } from "./db/wire/hosts.ts";
import { clamdAddress, type ClamdAddress } from "./files/clamd.ts";
import { readAllowedHosts, type AllowedHost } from "./outgoing/address.ts";
import { readProxyTrust, type ProxyTrust } from "./http/proxy.ts";
import { readTelemetry, telemetryNames, type TelemetrySettings } from "./telemetry/settings.ts";

const flag = (byDefault: boolean) =>
  z
    .enum(["on", "off"])
    .default(byDefault ? "on" : "off")
    .transform((v) => v === "on");

const pemFile = z
  .string()
  .refine((path) => existsSync(path), "must be a PEM file that is there")
  .transform((path) => resolve(path));

const severalHosts = (url: string, context: z.RefinementCtx): void => {
  const fault = hostsFault(url);
  if (fault) context.addIssue(fault);
};

const schema = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().default("127.0.0.1"),
  LEVEE_DATA_DIR: z
    .string()
    .default("./data")
    .transform((d) => resolve(d)),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "must begin with postgres://")
    .superRefine(severalHosts)
    .optional(),
  /** A standby of DATABASE_URL's primary: reports, exports and public pages are read from it. */
  DATABASE_READ_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "must begin with postgres://")
    .refine(
      (url) => hostsOf(url).every((one) => URL.canParse(one) && new URL(one).hostname !== ""),
      "needs the name of each host, such as postgres://user@one:5432,two:5432/levee",
    )
    .optional(),
  /** Further behind than so many seconds, the standby is not read from. */
  LEVEE_READ_LAG: z.coerce.number().int().min(1).max(3600).default(10),
  LEVEE_ORIGIN: z.url().optional(),
  LEVEE_DEMO: z.enum(["on", "off"]).optional(),
  LEVEE_DEMO_PASSWORD: z.string().min(8).default("Levee-demo-2026!"),
  LEVEE_SMTP_URL: z.string().optional(),
  LEVEE_MAIL_FROM: z.string().default("Levee <no-reply@levee.test>"),
  LEVEE_GOOGLE_CLIENT_ID: z.string().optional(),
  LEVEE_GOOGLE_CLIENT_SECRET: z.string().optional(),
  LEVEE_GOOGLE_ISSUER: z.url().default("https://accounts.google.com"),
  /** Which proxies in front of this server are believed in X-Forwarded-Proto and X-Forwarded-For. */
  LEVEE_TRUST_PROXY: z
    .string()
    .default("off")
    .transform((text, context): ProxyTrust => {
      const trust = readProxyTrust(text);
      if (trust === null)
        context.addIssue(
          "must be a number of proxies (1 to 9), or their addresses and networks by commas, such as 10.0.0.0/8",
        );
      return trust ?? false;
    }),
  /** Requests in the clear are sent to HTTPS, except on this machine. */
  LEVEE_FORCE_HTTPS: flag(true),
  /** Connections that one address may hold at once, an IPv6 network of 64 bits counting as one. */
  LEVEE_CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(10).max(100_000).default(256),
  /** The same for this machine and for a trusted proxy: everybody comes through it. */
  LEVEE_CONNECTIONS_PER_PROXY: z.coerce.number().int().min(10).max(100_000).default(4096),
  /** So long an instance that is stopped works on, while the proxy in front learns it from /readyz. */
  LEVEE_DRAIN_SECONDS: z.coerce.number().int().min(0).max(60).default(0),
  /** So long a system that takes a file of ours may be silent before nothing is known of the file. */
  LEVEE_DELIVERY_SECONDS: z.coerce.number().int().min(1).max(3600).default(300),
  /** Hosts that may be called although they are not of the public internet, or at another port. */
  LEVEE_OUTGOING_ALLOW: z
    .string()
    .default("")
    .transform((text, context): readonly AllowedHost[] => {
      const hosts = readAllowedHosts(text);
      if (hosts === null)
        context.addIssue(
          "must be hosts by commas, such as files.county.gov:8443 or http://intranet:8080",
        );
      return hosts ?? [];
    }),
  /** The name server that is asked for records of mail domains, with its port; else the machine's. */
  LEVEE_DNS: z
    .string()
    .regex(
      /^(\d{1,3}(\.\d{1,3}){3}|\[[0-9a-f:]+\])(:\d{1,5})?$/i,
      "must be a name server's address, such as 10.0.0.2 or 10.0.0.2:5353",
    )
    .optional(),
  LEVEE_LLM_URL: z.url().optional(),
  LEVEE_LLM_KEY: z.string().optional(),
  LEVEE_LLM_MODEL: z.string().optional(),
  /** The virus scanner: the path of clamd's socket, or its host and port. */
  LEVEE_CLAMD: z
    .string()
    .optional()
    .transform((text, context): ClamdAddress | null => {
      const address = text === undefined ? null : clamdAddress(text);
      if (text !== undefined && address === null)
        context.addIssue(
          "must be the path of clamd's socket, such as /run/clamav/clamd.ctl, or its host and port, such as localhost:3310",
        );
      return address;
    }),
  /** A folder with fonts (TTF, OTF) for filled PDFs, tried after Helvetica and DejaVu Sans. */
  LEVEE_FONTS: z
    .string()
    .optional()
    .transform((folder, context) => {
      if (folder !== undefined && !existsSync(folder))
        context.addIssue("must be a folder that is there, with TTF or OTF files");
      return folder === undefined ? undefined : resolve(folder);
    }),
  /** Who sends it may read /metrics; without one only this machine may. */
  LEVEE_METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/, "must have 16 to 200 letters, digits and signs")
    .optional(),
  /** The folder of files, where it is not `files` of the data folder: a share of several instances. */
  LEVEE_FILES_DIR: z
    .string()
    .optional()
    .transform((folder) => (folder === undefined ? undefined : resolve(folder))),
  /** Object storage for files, in place of the folder: `s3://bucket/prefix`. */
  LEVEE_FILES: z
    .string()
    .optional()
    .transform((text, context) => {
      const named = text === undefined ? null : bucketNamed(text);
      if (text !== undefined && named === null)
        context.addIssue(
          "must be s3://bucket or s3://bucket/prefix, such as s3://levee-files/county",
        );
      return named;
    }),
  /** The storage's address, where it is not AWS. */
  LEVEE_FILES_ENDPOINT: z
    .url({ protocol: /^https?$/, error: "must be an address such as https://storage.county.gov" })
    .optional(),
  LEVEE_FILES_REGION: z.string().default("us-east-1"),
  /** The KMS key under which the storage keeps private files, where it is not the bucket's. */
  LEVEE_FILES_PRIVATE_KEY: z.string().optional(),
  /** A folder on another disk: a backup goes there every night. */
  LEVEE_BACKUP_DIR: z
    .string()
    .optional()
    .transform((folder) => (folder === undefined ? undefined : resolve(folder))),
  /** An account that sees every row, where that of DATABASE_URL does not. */
  LEVEE_BACKUP_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "must begin with postgres://")
    .optional(),
  /** Devices may send their readings by MQTT to this port; without one nothing listens. */
  LEVEE_MQTT_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  /** Certificate and private key (PEM files) with which the port of MQTT speaks TLS. */
  LEVEE_MQTT_CERT: pemFile.optional(),
  LEVEE_MQTT_KEY: pemFile.optional(),
  LEVEE_DEV: flag(false),
  LEVEE_TEST_CLOCK: flag(false),
  /** How much the log tells; `json`: a line of JSON for every request and everything else. */
  LEVEE_LOG: z.enum(["silent", "error", "info", "json"]).default("error"),
});

/** The names of the settings that are read here. */
export const settingNames: readonly string[] = [...Object.keys(schema.shape), ...telemetryNames];

export type Config = z.infer<typeof schema> & {
  demo: boolean;
  origin: string;
  /** The folder of files; with a bucket, of what is on its way to or from it. */
  files: string;
  /** Object storage that files lie in; null: in the folder. */
  bucket: BucketAddress | null;
  /** Where traces and figures go; null: nowhere. */
  telemetry: TelemetrySettings | null;
};

/**
 * Reads and checks the settings of the process; a wrong one stops the start with its name and what
 * it should be.
 */
export const readConfig = (env: NodeJS.ProcessEnv = process.env): Config => {
  const set = Object.fromEntries(Object.entries(env).filter(([, v]) => v !== ""));
  const parsed = schema.safeParse(set);
  const telemetry = readTelemetry(set);
  const issues = parsed.success ? [] : parsed.error.issues;
  const wrong = [...issues.map((i) => `${i.path.join(".")}: ${i.message}`), ...telemetry.wrong];
  if (!parsed.success || wrong.length > 0)
    throw new Error(`A setting is wrong:\n${wrong.map((line) => `  ${line}`).join("\n")}`);
  const c = parsed.data;
  if ((c.LEVEE_MQTT_CERT === undefined) !== (c.LEVEE_MQTT_KEY === undefined))
    throw new Error(
      "A setting is wrong:\n  LEVEE_MQTT_CERT and LEVEE_MQTT_KEY belong together: set both or neither",
    );
  if (c.DATABASE_READ_URL && !c.DATABASE_URL)
    throw new Error(
      "A setting is wrong:\n  DATABASE_READ_URL needs DATABASE_URL: the database that comes with Levee has no standby",
    );
  const host =
    c.HOST === "0.0.0.0" || c.HOST === "127.0.0.1" || c.HOST === "::" ? "localhost" : c.HOST;
  return {
    ...c,
    files: c.LEVEE_FILES_DIR ?? join(c.LEVEE_DATA_DIR, "files"),
    bucket: c.LEVEE_FILES && {
      ...c.LEVEE_FILES,
      endpoint: c.LEVEE_FILES_ENDPOINT ?? null,
      region: c.LEVEE_FILES_REGION,
      privateKey: c.LEVEE_FILES_PRIVATE_KEY ?? null,
    },
    telemetry: telemetry.settings,
    demo: (c.LEVEE_DEMO ?? (c.DATABASE_URL ? "off" : "on")) === "on",
    origin: (c.LEVEE_ORIGIN ?? `http://${host}:${c.PORT}`).replace(/\/$/, ""),
  };
};
