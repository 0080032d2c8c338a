import { z } from "zod";
import type { EndingChoice } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import { heldByMatter } from "../legal-hold/held.ts";
import { seesRecord } from "../lifecycle.ts";
import { nounNamed, nounUnder } from "../noun.ts";
import { chainFor, chainLink } from "../origin/chain.ts";
import { endingOf } from "../origin/ends.ts";
import { tracesOf } from "../origin/traces.ts";
import { endpoint, type Endpoint } from "./endpoint.ts";

const endingChild = z
  .object({
    type: z.string(),
    id: z.string(),
    what: z.string(),
    number: z.string().nullable(),
    href: z.string().nullable(),
    cents: z.number().nullable(),
    says: z.string(),
    outcomes: z.array(z.object({ name: z.string(), label: z.string(), needsReason: z.boolean() })),
  })
  .meta({ id: "EndingChild" });

const choice = z.object({
  id: z.uuid(),
  outcome: z.string().max(60),
  reason: z.string().max(1000).optional(),
});

/**
 * What a request says of the records that came of what it ends: the key `ending` of a step's body.
 * It belongs to no step's own schema, so it is taken out before that is asked. 422 where it is no list
 * of choices.
 */
export const takeEnding = (body: unknown): readonly EndingChoice[] | undefined => {
  if (typeof body !== "object" || body === null || !("ending" in body)) return undefined;
  const { data } = z.array(choice).max(500).safeParse(body.ending);
  if (!data) throw invalidField("ending", "Say of each record what becomes of it.");
  delete (body as { ending?: unknown }).ending;
  return data as readonly EndingChoice[];
};

/** `type` is a noun's name or, as a screen knows it, its address: `purchaseOrder`, `purchase-orders`. */
const recordParams = z.object({
  type: z.string().min(1).max(60),
  id: z.uuid("Not a record id."),
});

/**
 * Where a record came from and what came of it. For who may not read the record, and for what is not
 * there, nothing: the answer does not tell the two apart.
 */
export const chainEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/records/{type}/{id}/chain",
    permission: "comment.read",
    summary: "What a record came of, what came of it, and where else it stands",
    params: recordParams,
    response: z.object({
      from: z.array(chainLink),
      cameOf: z.array(chainLink),
      traces: z.array(z.object({ label: z.string(), href: z.string() })),
      /** Legal holds that stand on the record, for the agency's own people. */
      holds: z.array(z.object({ id: z.string(), number: z.string(), matter: z.string() })),
    }),
    handler: async ({ actor, db, params }) => {
      const noun = nounNamed(params.type) ?? nounUnder(params.type);
      if (!noun || !(await seesRecord(db, actor, noun.name, params.id)))
        return { from: [], cameOf: [], traces: [], holds: [] };
      const record = { type: noun.name, id: params.id };
      const [chain, traces, held] = await Promise.all([
        chainFor(db, actor, record),
        tracesOf(db, actor, record),
        actor.kind === "member" ? heldByMatter(db, noun.name, [params.id]) : [],
      ]);
      const holds = held.map(({ holdId, number, matter }) => ({ id: holdId, number, matter }));
      return { ...chain, traces, holds };
    },
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/records/{type}/{id}/ending",
    permission: "comment.read",
    summary:
      "What lives of what came of a record, and what can become of it when a step ends the record",
    params: recordParams,
    query: z.object({ action: z.string().min(1).max(60) }),
    response: z.object({ items: z.array(endingChild) }),
    handler: async ({ actor, db, params, query }) => {
      const noun = nounNamed(params.type) ?? nounUnder(params.type);
      const how = noun?.cycle.actions[query.action]?.ends;
      return {
        items:
          noun && how && (await seesRecord(db, actor, noun.name, params.id))
            ? await endingOf(db, actor, { type: noun.name, id: params.id }, how)
            : [],
      };
    },
  }),
];
