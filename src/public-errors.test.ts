// Every address that strangers and their programs call is asked wrongly: with ids that nothing has, with
// values that no parameter takes, with a body that is none. Its refusal speaks the format of its protocol,
// and where it has none of its own, problem+json or a page that a person reads.
import { XMLParser } from "fast-xml-parser";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { areaServers } from "#areas.server.ts";
import { newId } from "#kernel/ids.ts";
import type { Endpoint } from "#server/http/endpoint.ts";
import { assemble } from "#server/instance.ts";
import { makeAgency } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { sampleInput } from "#server/testing/sample-input.ts";

const open = areaServers
  .flatMap((area) => area.endpoints)
  .filter(({ permission }) => permission === "public");
let t: TestDatabase;
let app: FastifyInstance;
beforeAll(async () => {
  t = await freshDatabase();
  await makeAgency(t.database);
  app = await assemble(t.app);
});
afterAll(async () => {
  await app.close();
  await t.drop();
});

type Answer = { status: number; type: string; body: string };
const json = (text: string): Record<string, unknown> | null => {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
};
const words = (value: unknown): boolean => typeof value === "string" && value.length > 5;

/** What is wrong with the shape of a refusal at an address, or null. */
const wrongWith = (path: string, { status, type, body }: Answer): string | null => {
  if (path.startsWith("/open311/")) {
    if (!path.endsWith(".json")) {
      const { errors } = new XMLParser().parse(body) as { errors?: { error?: unknown } };
      const [first] = [errors?.error].flat() as { code?: number; description?: string }[];
      return type.includes("text/xml") && first?.code === status && words(first.description)
        ? null
        : "no <errors> of GeoReport";
    }
    const [first] = (json(body) as unknown as { code?: number; description?: string }[]) ?? [];
    return first?.code === status && words(first.description) ? null : "no errors of GeoReport";
  }
  if (path.startsWith("/scim/")) {
    const said = json(body);
    return type.includes("application/scim+json") &&
      JSON.stringify(said?.["schemas"]) === '["urn:ietf:params:scim:api:messages:2.0:Error"]' &&
      said?.["status"] === String(status) &&
      words(said?.["detail"])
      ? null
      : "no error of SCIM";
  }
  if (path.startsWith("/common-grants/")) {
    const said = json(body);
    return type.includes("application/json") &&
      said?.["status"] === status &&
      words(said?.["message"]) &&
      Array.isArray(said?.["errors"])
      ? null
      : "no error of CommonGrants";
  }
  // RFC 6749, 5.2; what is no JSON or no form is refused before it is asked.
  if (path.startsWith("/oauth/") && !type.includes("problem+json"))
    return words(json(body)?.["error"]) ? null : "no error of OAuth";
  if (type.includes("text/html")) return body.includes("<h1") ? null : "a page without a heading";
  const said = json(body);
  return type.includes("application/problem+json") &&
    said?.["status"] === status &&
    words(said?.["detail"]) &&
    typeof said?.["code"] === "string"
    ? null
    : "no problem";
};

const searchOf = (query: unknown, value: string): string => {
  const shape = (query as { shape?: Record<string, unknown> } | undefined)?.shape ?? {};
  return new URLSearchParams(Object.keys(shape).map((key) => [key, value])).toString();
};
type Call = { method: Endpoint["method"]; url: string; payload?: string };
/** Wrong calls of an endpoint. */
const callsOf = (e: Endpoint): Call[] => {
  const at = (id: string) => e.path.replace(/\{\w+\}/g, () => id);
  const named = e.path.includes("{") ? [at(newId()), at("no-such"), at("x".repeat(80))] : [];
  const search = searchOf(e.query, "\u2022 nonsense");
  const sample = e.body ? sampleInput(e.body) : null;
  if (e.method === "GET")
    return [...named, ...(search ? [`${at(newId())}?${search}`] : [])].map((url) => ({
      method: e.method,
      url,
    }));
  return [
    ...named.map((url) => ({ method: e.method, url, payload: JSON.stringify(sample ?? {}) })),
    { method: e.method, url: at(newId()), payload: "{ no json" },
    { method: e.method, url: at(newId()), payload: '{"no such field": []}' },
  ];
};

const ask = async ({ method, url, payload }: Call): Promise<Answer> => {
  const answer = await app.inject({
    method,
    url,
    ...(payload === undefined ? {} : { payload, headers: { "content-type": "application/json" } }),
  });
  return {
    status: answer.statusCode,
    type: String(answer.headers["content-type"] ?? ""),
    body: answer.body,
  };
};

test(
  "what strangers ask wrongly is refused in the format of the address",
  { timeout: 240_000 },
  async () => {
    const wrong: string[] = [];
    const refused = new Set<string>();
    for (const e of open)
      for (const call of callsOf(e)) {
        const answer = await ask(call);
        const at = `${call.method} ${call.url} ${call.payload ?? ""}`;
        if (answer.status >= 500 && answer.status !== 503)
          wrong.push(`${at}: ${answer.status} ${answer.body.slice(0, 120)}`);
        if (answer.status < 400) continue;
        refused.add(e.path);
        const said = wrongWith(e.path, answer);
        if (said)
          wrong.push(
            `${at}: ${said}: ${answer.status} ${answer.type} ${answer.body.slice(0, 120)}`,
          );
      }
    expect(wrong).toEqual([]);
    expect(refused.size).toBeGreaterThan(80);
  },
);

test("an address that a protocol does not have is refused in its words as well", async () => {
  for (const path of [
    "/open311/v2/no-such.xml",
    "/open311/v2/no-such.json",
    "/open311/v2/no-such",
    "/scim/v2/Machines",
    "/common-grants/no-such",
    "/api/v1/public/no-such",
  ]) {
    const answer = await ask({ method: "GET", url: path });
    expect([path, answer.status, wrongWith(path, answer)]).toEqual([path, 404, null]);
  }
});
