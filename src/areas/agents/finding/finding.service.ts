import type { Actor } from "#kernel/access.ts";
import { conflict, notAllowed } from "#kernel/errors.ts";
import type { Day } from "#kernel/time.ts";
import { agentNamed } from "#server/agents/allowed.ts";
import type { Reading } from "#server/agents/agent.ts";
import type { App } from "#server/app.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { endpointNamed } from "#server/http/call.ts";
import type { EndpointName } from "#server/http/endpoint.ts";
import { refusalOf } from "#server/http/doors.ts";
import { runList } from "#server/http/list-page.ts";
import { nounUnder } from "#server/noun.ts";
import { linkOf } from "#server/operation/checks/records.ts";
import { actionsFor, requireSeen, transition, type StepAt } from "#server/lifecycle.ts";
import { agentFinding } from "../agents.tables.ts";
import { connectedAgent } from "../connection/connected.ts";
import { noteProposed, takeProposal } from "../proposal/take.service.ts";
import { agentFindingList } from "./finding.list.ts";
import type {
  AcceptedFinding,
  AcceptInput,
  AgentFindingDetail,
  AgentFindingRow,
  DismissInput,
} from "./finding.model.ts";
import { agentFindingNoun, type FindingStored } from "./finding.noun.ts";

const othersDecide = "Whoever it was proposed to decides this.";

/** Its steps; accepting is off for whoever may not do what it proposes. */
const offered = (actor: Actor, row: FindingStored) => {
  const e = row.proposal && endpointNamed(row.proposal.endpoint);
  const why =
    row.forPerson !== null && row.forPerson !== actor.personId
      ? othersDecide
      : e && refusalOf(e, actor) !== null
        ? "Your role does not allow what it proposes."
        : null;
  return actionsFor(actor, agentFindingNoun, row).map((action) =>
    action.name === "accept" && action.enabled && why
      ? { ...action, enabled: false, reason: why }
      : action,
  );
};

/** What accepting a finding changed or made, where it has a page. */
const madeBy = ({ proposal, result }: FindingStored): AgentFindingDetail["made"] => {
  const { id, number } = (result ?? {}) as { id?: string; number?: string };
  const noun = proposal && nounUnder(proposal.endpoint.split("/")[3] ?? "");
  const href = noun && id ? linkOf(noun.name, id) : null;
  return href && number ? { number, href } : null;
};

/** A finding with its sources and the change that it proposes. 404. */
export const readFinding = async (
  db: Db,
  actor: Actor,
  id: string,
): Promise<AgentFindingDetail> => {
  await requireSeen(db, actor, "agentFinding", id);
  const row = await getRow(db, agentFinding, id, "finding of an agent");
  const { items } = await runList<AgentFindingRow>(db, actor, agentFindingList, {
    id: [id],
    limit: 1,
    count: "none",
  });
  const { proposal } = row;
  return {
    ...items[0]!,
    agentName: agentNamed(row.agent)?.name ?? "Connected program",
    ...{ runNumber: row.runNumber, why: row.why, words: row.words, sources: row.sources },
    picture: row.picture as AgentFindingDetail["picture"],
    proposal: proposal && {
      label: items[0]!.proposed ?? proposal.label,
      changes: proposal.changes.map(({ choices, ...each }) => ({
        ...each,
        ...(choices && { choices: [...choices] }),
      })),
    },
    ...{ reason: row.reason, foundOn: row.foundOn, made: madeBy(row) },
    actions: offered(actor, row),
  };
};

/** The addresses behind the readings of a finding; a connected program names them as they are. */
const readingsOf = (row: FindingStored): ((reading: string) => EndpointName) | null => {
  if (row.agent === connectedAgent) return (reading) => reading as EndpointName;
  const agent = agentNamed(row.agent);
  return agent && ((reading) => (agent.reads as Record<string, Reading>)[reading]!.at);
};

/**
 * Accepts a proposal: makes its call as the person who accepts, in one transaction with the finding,
 * through the rights, rules and approvals of that address. Where the record has moved since it was
 * read nothing is called, and the finding says so. 403, 404, 409, 412, 422.
 */
export const acceptFinding = async (
  app: App,
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
  { edits }: AcceptInput,
): Promise<AcceptedFinding> => {
  await requireSeen(tx, actor, "agentFinding", id);
  let said = "";
  const after = await transition(tx, actor, agentFindingNoun, {
    ...{ id, version, action: "accept" },
    effect: async (row) => {
      const { proposal } = row;
      if (row.forPerson !== null && row.forPerson !== actor.personId)
        throw notAllowed(othersDecide, "others_decide");
      const readingAt = readingsOf(row);
      if (!readingAt || !proposal)
        throw conflict("not_proposed", "Nothing is proposed here any more.");
      const taken = await takeProposal({
        ...{ app, tx, actor, proposal, edits, readingAt },
      });
      if (taken.moved) {
        said = `${row.subjectNumber} has changed since ${row.runNumber} read it. Nothing was changed; let the agent read again.`;
        return { to: "superseded" as const, note: said };
      }
      const { result } = taken;
      const by = `as ${row.number} by ${row.runNumber}`;
      noteProposed(tx, actor, proposal, { result, number: row.subjectNumber, by });
      const { number } = result as { number?: string };
      said = `${proposal.label}: done${number ? `, ${number}` : ""}.`;
      return {
        to: edits.length > 0 ? ("edited" as const) : ("accepted" as const),
        patch: {
          ...{ decidedBy: actor.personId, decidedName: actor.name },
          decidedOn: businessDate(tx.scope) as Day,
          result,
        },
        note: `${row.runNumber}: ${proposal.endpoint}`,
      };
    },
  });
  const { number, status } = after;
  const href = madeBy(after)?.href ?? null;
  return {
    ...{ id, number, version: after.version, said, href },
    status: status as AcceptedFinding["status"],
  };
};

/** Dismisses a finding for one of the named causes. 403, 404, 409, 412. */
export const dismissFinding = async (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
  input: DismissInput,
): Promise<FindingStored> => {
  await requireSeen(tx, actor, "agentFinding", id);
  return transition(tx, actor, agentFindingNoun, {
    ...{ id, version, action: "dismiss" },
    effect: () =>
      Promise.resolve({
        patch: {
          ...input,
          ...{ decidedBy: actor.personId, decidedName: actor.name },
          decidedOn: businessDate(tx.scope) as Day,
        },
        note: input.reason,
      }),
  });
};
