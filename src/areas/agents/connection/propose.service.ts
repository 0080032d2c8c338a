import { createHash } from "node:crypto";
import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalid, notAllowed, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Change, Proposal, Source } from "#kernel/proposal.ts";
import type { Day } from "#kernel/time.ts";
import { keyInWords } from "#kernel/words.ts";
import { neverProposed } from "#server/agents/allowed.ts";
import { neverLeaves } from "#server/agents/leaving.ts";
import { businessDate } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Tx } from "#server/db/db.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { allEndpoints } from "#server/area.ts";
import { callEndpoint, endpointNamed } from "#server/http/call.ts";
import { refusalOf } from "#server/http/doors.ts";
import type { Endpoint, EndpointName } from "#server/http/endpoint.ts";
import { invalidValues } from "#server/http/problems.ts";
import { asSystem, transition } from "#server/lifecycle.ts";
import { nounUnder } from "#server/noun.ts";
import { memberByAddress } from "#areas/identity/identity.server.ts";
import { notify } from "#areas/organization/organization.server.ts";
import { agentFindingNoun, type FindingStored } from "../finding/finding.noun.ts";
import type { RunStored } from "../run/run.noun.ts";
import { connectedAgent } from "./connected.ts";
import { reach } from "./reach.ts";
import type { Asking } from "./read.service.ts";
import { runOfToday } from "./run.service.ts";

/** So many proposals of one connection wait at most. */
const mostOpen = 20;

/** What a program proposes: one call that a person may accept. */
export const proposing = z.object({
  endpoint: z.string().max(200).describe("One of the names that `steps` tells."),
  id: z.uuid().nullish().describe("The record, where the endpoint names {id}."),
  body: z.record(z.string(), z.unknown()).default({}),
  why: z.string().trim().min(1).max(2000).describe("Why, for whoever decides."),
  decides: z
    .email()
    .nullish()
    .describe("Who decides: a member's e-mail; left out, its own person."),
});
export type Proposing = z.output<typeof proposing>;

const areaPath = (e: Endpoint) => e.path.split("/")[3] ?? "";

/** The steps that may be proposed on records of a list, with what each takes. */
export const stepsOn = ({ connected: { actor, areas } }: Asking, list: string) => {
  reach(actor, areas, list);
  return {
    items: allEndpoints()
      .filter((e) => areaPath(e) === list && neverProposed(e) === null)
      .filter(({ path }) => (path.match(/\{/g) ?? []).length <= 1)
      .map((e) => ({
        endpoint: `${e.method} ${e.path}`,
        says: e.summary,
        body: e.body ? z.toJSONSchema(e.body, { io: "input", unrepresentable: "any" }) : null,
      })),
  };
};

/** The endpoint of a proposal. @throws 404; 403 `never_proposed`. */
const stepOf = ({ connected: { actor, areas } }: Asking, { endpoint }: Proposing): Endpoint => {
  const e = endpointNamed(endpoint as EndpointName);
  if (!e) throw notFound("step");
  reach(actor, areas, areaPath(e));
  const why = neverProposed(e);
  if (why) throw notAllowed(`A program does not propose this: ${why}`, "never_proposed");
  return e;
};

type Record_ = { id: string; number?: string; version: number } & Record<string, unknown>;

/** The record that a proposal rests on, as its person reads it now; null where one would be made. */
const restsOn = async (
  { app, connected }: Asking,
  e: Endpoint,
  id: string | null,
): Promise<Record_ | null> => {
  if (!e.path.includes("{id}")) return null;
  if (!id)
    throw invalid("record_needed", "Say which record.", [
      { path: "id", message: "Say which record." },
    ]);
  const { record } = reach(connected.actor, connected.areas, areaPath(e));
  if (!record) throw notFound("record");
  return (await callEndpoint(app, connected.actor, record, { params: { id } })) as Record_;
};

const shown = (value: unknown): string =>
  value === null || value === undefined
    ? ""
    : typeof value === "object"
      ? JSON.stringify(value)
      : String(value);

const leaves = (value: unknown, path: string): [string, unknown][] =>
  Array.isArray(value)
    ? value.flatMap((each, at) => leaves(each, `${path}.${at}`))
    : value !== null && typeof value === "object"
      ? Object.entries(value).flatMap(([key, each]) => leaves(each, path ? `${path}.${key}` : key))
      : [[path, value]];

const valueAt = (of: unknown, path: string): unknown =>
  path
    .split(".")
    .reduce<unknown>(
      (at, key) =>
        at && typeof at === "object" ? (at as Record<string, unknown>)[key] : undefined,
      of,
    );

const labelOf = (path: string): string =>
  path
    .split(".")
    .map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : keyInWords(part)))
    .join(" ");

const changesOf = (body: Proposing["body"], record: Record_ | null): Change[] =>
  leaves(body, "")
    .slice(0, 60)
    .map(([path, value]) => ({
      label: labelOf(path),
      path: typeof value === "string" ? path : null,
      from: shown(valueAt(record, path)),
      to: shown(value),
      optional: true,
    }));

/** Who decides, as they stand now. @throws 404 for nobody of the agency; 403 `may_not` for who may not. */
const deciderOf = async (
  { app, connected: { actor } }: Asking,
  e: Endpoint,
  address: string | null,
): Promise<{ id: string; name: string }> => {
  const found = await memberByAddress(
    ...([identityDb(app.database), actor.orgId!, address ?? actor.email] as const),
  );
  if (!found) throw notFound("member");
  const decider: Actor = { ...actor, ...found };
  if (refusalOf(e, decider) !== null)
    throw notAllowed(`${found.name} may not do that. Name somebody who may.`, "may_not");
  return { id: found.personId, name: found.name };
};

const requireRoom = async (tx: Tx, connectionId: string): Promise<void> => {
  const { open } = await tx.one<{ open: number }>(sql`
    select count(*)::int as open
    from agent_finding f
    join agent_run r on r.org_id = f.org_id and r.id = f.run_id
    where f.org_id = ${tx.scope.orgId} and r.connection_id = ${connectionId} and f.status = 'open'
  `);
  if (open >= mostOpen)
    throw conflict(
      "too_many_open",
      `${mostOpen} proposals of this program wait already. Somebody has to decide first.`,
    );
};

// The same proposed again takes the place of what waits.
const supersede = async (tx: Tx, actor: Actor, key: string): Promise<void> => {
  const before = await tx.maybe<{ id: string }>(sql`
    select id
    from agent_finding
    where org_id = ${tx.scope.orgId}
      and agent = ${connectedAgent}
      and key = ${key}
      and status = 'open'
  `);
  if (before)
    await transition(tx, asSystem(actor), agentFindingNoun, { id: before.id, action: "supersede" });
};

type Made = {
  run: RunStored;
  proposal: Proposal;
  record: Record_ | null;
  decides: { id: string; name: string };
};

const subjectOf = ({ run, proposal, record }: Made) => {
  const page = record && nounUnder(proposal.endpoint.split("/")[3] ?? "")?.page;
  return record
    ? {
        subjectId: record.id,
        subjectNumber: record.number ?? proposal.endpoint.split("/")[3]!,
        subjectHref: page ? `${page}/${record.id}` : `/ai-agent-platform/runs/${run.id}`,
      }
    : {
        ...{ subjectId: run.id, subjectNumber: run.number },
        subjectHref: `/ai-agent-platform/runs/${run.id}`,
      };
};

const store = async (
  tx: Tx,
  { connected: { id, clientName, actor } }: Asking,
  made: Made,
  { why }: Proposing,
): Promise<FindingStored> => {
  const { run, proposal, decides } = made;
  const key = createHash("sha256")
    .update(JSON.stringify([id, decides.id, proposal.endpoint, proposal.params, proposal.body]))
    .digest("base64url");
  await supersede(tx, actor, key);
  const said: Source = {
    ...{ kind: "record", label: `Said by ${clientName}`, says: `“${why}”` },
    href: `/ai-agent-platform/runs/${run.id}`,
  };
  const subject = subjectOf(made);
  return create(tx, asSystem(actor), agentFindingNoun, {
    number: { kind: "AGF" },
    row: {
      ...{ orgId: actor.orgId!, id: newId(), agent: connectedAgent, agentVersion: 1 },
      ...{ runId: run.id, runNumber: run.number, key, digest: key, sameness: key, ...subject },
      what: `${clientName} proposes${made.record ? ` for ${subject.subjectNumber}` : ""}: ${proposal.label}`,
      why: `In the name of ${actor.name}. Its own words stand below, and are nobody's of the agency.`,
      ...{ since: null, dueOn: null, cents: 0, sources: [said], proposal },
      ...{ foundOn: businessDate(tx.scope) as Day, forPerson: decides.id },
    },
    untold: ["sources", "proposal", "words"],
  });
};

/**
 * Keeps what a program proposes as a finding that one person decides. Nothing changes before that.
 * @throws 403 `never_proposed`, `may_not`; 404; 409 `too_many_open`; 422 for a body that the step refuses.
 */
export const propose = async (
  asking: Asking,
  input: Proposing,
): Promise<{ number: string; decides: string; says: string }> => {
  const { app, connected } = asking;
  const e = stepOf(asking, input);
  if (neverLeaves(nounUnder(areaPath(e))?.name ?? "")) throw notFound("step");
  const taken = e.body?.safeParse(input.body);
  if (taken && !taken.success) throw invalidValues(taken.error.issues as never);
  const record = await restsOn(asking, e, input.id ?? null);
  const decides = await deciderOf(asking, e, input.decides ?? null);
  const params: Proposal["params"] = record ? { id: record.id } : {};
  const proposal: Proposal = {
    ...{ label: e.summary, endpoint: `${e.method} ${e.path}`, params, body: input.body },
    record: record && {
      ...{ reading: `GET /api/v1/${areaPath(e)}/{id}`, params, version: record.version },
    },
    changes: changesOf(input.body, record),
  };
  const made = await app.database.transaction(connected.actor, async (tx) => {
    const run = await runOfToday(tx, connected);
    await requireRoom(tx, connected.id);
    const finding = await store(tx, asking, { run, proposal, record, decides }, input);
    if (decides.id !== connected.actor.personId)
      notify(tx, [decides.id], {
        kind: "agentFinding.new",
        title: `${connected.actor.name} lets ${connected.clientName} propose something to you`,
        link: `/ai-copilot?finding=${finding.id}`,
      });
    return finding;
  });
  return {
    number: made.number,
    decides: decides.name,
    says: `${made.number} waits for ${decides.name}.`,
  };
};
