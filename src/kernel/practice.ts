/**
 * What a copy for practice has none of: nothing leaves it, nobody comes in but its members, and nobody
 * bills it. Each is where addresses of the API begin that change something, and the sentence of why not.
 */
const closed: readonly { sentence: string; paths: readonly string[] }[] = [
  {
    sentence:
      "A practice copy has no connectors, webhooks, programs or devices: nothing leaves it.",
    paths: [
      "connectors",
      "webhook-endpoints",
      "webhook-deliveries",
      "programs",
      "program-keys",
      "devices",
      "device-keys",
      "agent-clients",
      "agent-connections",
      "agent-consents",
      "language-model",
      "alert-feeds",
      "report-schedules",
    ],
  },
  {
    sentence:
      "A practice copy is entered through the agency that it is a copy of: it has no sign-in of its own.",
    paths: [
      "sign-in-providers",
      "sign-in-domains",
      "sign-in-enforcing",
      "sign-in-mappings",
      "directories",
      "directory-mappings",
      "directory-tokens",
    ],
  },
  { sentence: "A practice copy publishes nothing.", paths: ["publications"] },
  {
    sentence: "A practice copy has no plan, no bills and no support of its own.",
    paths: ["billing", "support-access"],
  },
  {
    sentence: "A practice copy is neither copied nor taken along, and ends by itself.",
    paths: ["agency-sandboxes", "agency-endings", "agency-exports"],
  },
];

const sentences = new Map(
  closed.flatMap(({ sentence, paths }) => paths.map((path) => [path, sentence] as const)),
);

/** Why a door that changes something stays closed in a copy for practice; null where it opens. */
export const practiceCloses = (door: { method: string; path: string }): string | null => {
  if (door.method === "GET") return null;
  const [, first] = /^\/api\/v1\/([^/]+)/.exec(door.path) ?? [];
  return (first && sentences.get(first)) ?? null;
};

/** What stands on every paper and in every file that a copy for practice makes. */
export const practiceMark = "PRACTICE COPY";

/** The first line of a table that is handed out of a copy: importers refuse what begins so. */
export const practiceLine = `${practiceMark} – not a record`;
