import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { Day } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";
import type { AgentDefinition, Found } from "#server/agents/agent.ts";
import { businessDate } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { asSystem, transition } from "#server/lifecycle.ts";
import { notify } from "#areas/organization/organization.server.ts";
import type { RunStored } from "../run/run.noun.ts";
import { digestOf } from "./digest.ts";
import { agentFindingNoun } from "./finding.noun.ts";
import { findingSeen } from "./finding.sight.ts";

/** How much a run found, and how much of it was not known before. */
export type Kept = { found: number; fresh: number };

type Known = {
  id: string;
  key: string;
  digest: string;
  sameness: string;
  status: string;
  subjectId: string;
  runId: string;
  seen: boolean;
};

const samenessOf = (found: Found): string =>
  found.sameness ?? digestOf({ ...found, picture: undefined });

/** Open findings and dismissed ones, with whether this person reads them. */
const knownTo = (tx: Tx, actor: Actor, agent: AgentDefinition): Promise<Known[]> =>
  tx.rows<Known>(sql`
    select
      af.id, af.key, af.digest, af.sameness, af.status, af.subject_id, af.run_id,
      ${findingSeen(actor)} as seen
    from agent_finding af
    where af.org_id = ${actor.orgId}
      and af.agent = ${agent.id}
      and af.status in ('open', 'dismissed')
  `);

const store = (tx: Tx, actor: Actor, agent: AgentDefinition, run: RunStored, found: Found) =>
  create(tx, asSystem(actor), agentFindingNoun, {
    number: { kind: "AGF" },
    row: {
      ...{ orgId: actor.orgId!, id: newId(), agent: agent.id, agentVersion: agent.version },
      ...{ runId: run.id, runNumber: run.number, key: found.key },
      ...{ digest: digestOf(found), sameness: samenessOf(found) },
      ...{ subjectId: found.subject.id, subjectNumber: found.subject.number },
      ...{ subjectHref: found.subject.href, what: found.what, why: found.why },
      ...{ since: found.since, dueOn: found.dueOn, cents: found.cents },
      ...{ words: found.words ?? "", sources: [...found.sources], proposal: found.proposal },
      picture: found.picture ?? null,
      foundOn: businessDate(tx.scope) as Day,
    },
    untold: ["sources", "proposal", "words", "picture"],
  });

/** Whether a run looked at what was said before: an answer to a question stands until somebody decides. */
const concerns = (run: RunStored, { subjectId, runId }: Known): boolean =>
  subjectId !== runId && !run.question && (!run.subjectId || run.subjectId === subjectId);

/**
 * Keeps what a run found, behind one lock per agency and agent: what is known stays as it is, what
 * changed takes the place of what was said, what is not found any more is over. A finding that
 * somebody dismissed is not said again while it stays the same.
 */
export const keepFound = async (
  tx: Tx,
  actor: Actor,
  agent: AgentDefinition,
  run: RunStored,
  found: readonly Found[],
): Promise<Kept> => {
  await tx.rows(sql`
    select pg_advisory_xact_lock(hashtextextended(${`agents ${actor.orgId} ${agent.id}`}, 0))::text as held
  `);
  const known = await knownTo(tx, actor, agent);
  const open = new Map(known.filter(({ status }) => status === "open").map((k) => [k.key, k]));
  const dismissed = new Set(
    known.filter(({ status }) => status === "dismissed").map(({ key, sameness }) => key + sameness),
  );
  // What an agent says twice under one key is one thing.
  const said = new Map(found.map((one) => [one.key, one]));
  for (const each of open.values())
    if (each.seen && !said.has(each.key) && concerns(run, each))
      await transition(tx, asSystem(actor), agentFindingNoun, { id: each.id, action: "expire" });
  let fresh = 0;
  for (const each of said.values()) {
    const before = open.get(each.key);
    if (before?.digest === digestOf(each)) continue;
    if (before)
      await transition(tx, asSystem(actor), agentFindingNoun, {
        id: before.id,
        action: "supersede",
      });
    if (dismissed.has(each.key + samenessOf(each))) continue;
    await store(tx, actor, agent, run, each);
    // The same with other figures takes the place of what was said, and is no news.
    if (before?.sameness !== samenessOf(each)) fresh++;
  }
  if (fresh > 0 && run.begun === "daily") tell(tx, actor, agent, fresh);
  return { found: said.size, fresh };
};

/** New findings of a morning are one notice, however many they are. */
const tell = (tx: Tx, actor: Actor, agent: AgentDefinition, fresh: number): void =>
  notify(tx, [actor.personId!], {
    kind: "agentFinding.new",
    title: `${agent.name}: ${counted(fresh, "new finding")}`,
    link: `/${agent.id}-agent`,
  });
