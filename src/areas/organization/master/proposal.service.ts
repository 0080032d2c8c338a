import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notAllowed, notFound, Problem } from "#kernel/errors.ts";
import { validated } from "#kernel/fields.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { peopleWhoMay } from "../grant/standing.service.ts";
import { notify } from "../notification/notification.service.ts";
import { listProposal } from "../organization.tables.ts";
import { addEntry, changeEntry, readEntry, sharedList, type SharedList } from "./entry.service.ts";
import { proposalStatuses, sharedListNames } from "./master.labels.ts";
import type { proposalInput, ProposalDetail, ProposalRow } from "./master.model.ts";

type Stored = typeof listProposal.$inferSelect;

const listLabels = Object.fromEntries(
  Object.entries(sharedListNames).map(([name, { label }]) => [name, label]),
);

export const proposalList: ListDefinition = {
  name: "list-proposals",
  title: "proposed changes of lists",
  from: "list_proposal p left join person w on w.id = p.proposed_by left join person d on d.id = p.decided_by",
  base: "list_proposal p",
  alias: "p",
  columns: {
    id: { sql: "p.id", hidden: true },
    number: { sql: "p.number", label: "Number", sort: true },
    list: { sql: "p.list", label: "List", codes: listLabels },
    name: { sql: "p.name", label: "Entry", sort: true },
    isNew: { sql: "(p.entry_id is null)", label: "New" },
    reason: { sql: "p.reason", label: "Why" },
    status: { sql: "p.status", label: "Status", sort: true, codes: proposalStatuses },
    answer: { sql: "p.answer", label: "Answer" },
    proposer: { sql: "w.display_name", label: "Proposed by" },
    proposedBy: { sql: "p.proposed_by", hidden: true },
    decider: { sql: "d.display_name", label: "Decided by" },
    createdAt: { sql: "p.created_at", label: "Proposed", sort: true },
    version: { sql: "p.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "p.status", type: "text" },
    list: { kind: "set", sql: "p.list", type: "text" },
    mine: { kind: "flag", sql: "p.proposed_by = $actor" },
  },
  search: ["(p.number || ' ' || p.name || ' ' || p.reason)"],
  defaultSort: "-createdAt",
};

const link = (row: Stored) => `/master-data?tab=proposals&peek=${row.id}`;

/**
 * Proposes a new entry or a change of one; its keepers hear of it. Checked as if it were stored now,
 * except what may be different once it is accepted.
 * @throws Problem 404, 422 with the path of the field (`content.name`), 412 for a stale entry.
 */
export const propose = async (
  tx: Tx,
  actor: Actor,
  input: z.output<typeof proposalInput>,
): Promise<Stored> => {
  const list = sharedList(input.list);
  const content = validated(list.input, input.content);
  const entry = input.entryId ? await readEntry(tx, list, input.entryId) : null;
  if (entry) requireVersion(entry.version, input.entryVersion ?? null);
  if (entry && changesOf(list, entry, content).length === 0)
    throw invalidField("content", "Nothing differs from what stands there now.", "no_change");
  await list.check(tx, entry?.id ?? null, content);
  const row = await create(
    tx,
    actor,
    { name: "listProposal", table: listProposal },
    {
      number: { kind: "LP" },
      row: {
        orgId: actor.orgId!,
        id: newId(),
        list: input.list,
        entryId: entry?.id ?? null,
        entryVersion: entry?.version ?? null,
        name: list.nameOf(content),
        content,
        reason: input.reason,
        proposedBy: actor.personId!,
      },
    },
  );
  const keepers = await peopleWhoMay(tx, "master.edit");
  notify(
    tx,
    keepers.filter((id) => id !== actor.personId),
    {
      kind: "listProposal",
      title: `${actor.name} proposes a ${sharedListNames[row.list].one}: ${row.name}`,
      body: row.reason,
      link: link(row),
    },
  );
  return row;
};

// A decimal that the database fills with zeros is the one that was typed.
const shown = (value: unknown): string =>
  value === null || value === undefined
    ? ""
    : typeof value === "string" && /^-?\d+\.\d+$/.test(value)
      ? value.replace(/\.?0+$/, "")
      : String(value);

const changesOf = (
  list: SharedList,
  before: Record<string, unknown> | null,
  after: Record<string, unknown>,
): ProposalDetail["changes"] =>
  Object.entries(list.fields).flatMap(([field, schema]) => {
    const [was, is] = [before && shown(before[field]), shown(after[field])];
    if (before ? was === is : is === "") return [];
    const { title } = (schema as z.ZodType).meta() ?? {};
    return [{ field: title ?? field, before: was, after: is }];
  });

const decide = async (
  tx: Tx,
  actor: Actor,
  id: string,
  version: number | null,
  status: "accepted" | "declined" | "withdrawn",
  answer: string,
): Promise<Stored> => {
  const before = await lockRow(tx, listProposal, id, "proposal");
  requireVersion(before.version, version);
  if (status === "withdrawn" && before.proposedBy !== actor.personId)
    throw notAllowed("Only who proposed it can withdraw it.");
  if (before.status !== "waiting")
    throw conflict("decided", "This proposal was decided or withdrawn before.");
  if (status === "accepted") await apply(tx, actor, before);
  const { at } = await tx.one<{ at: string }>(sql`select clock_timestamp() as at`);
  const after = await updateRow(tx, listProposal, id, {
    status,
    answer,
    ...(status !== "withdrawn" && { decidedBy: actor.personId, decidedAt: at }),
  });
  note(tx, actor, "listProposal", after, { action: status, before, after, note: answer || null });
  return after;
};

const apply = async (tx: Tx, actor: Actor, row: Stored): Promise<void> => {
  const list = sharedList(row.list);
  const content = validated(list.input, row.content);
  const note = `Proposal ${row.number}`;
  if (row.entryId) await changeEntry(tx, actor, list, row.entryId, content, row.entryVersion, note);
  else await addEntry(tx, actor, list, content, note);
};

/**
 * Accepts or declines a proposal; whoever proposed it is told once. Accepting stores it as if the
 * keeper had typed it. @throws Problem 409 `decided`, 412 where the entry changed since, and the
 * errors of the list's own check.
 */
export const decideProposal = async (
  tx: Tx,
  actor: Actor,
  id: string,
  version: number | null,
  status: "accepted" | "declined",
  answer: string,
): Promise<Stored> => {
  const row = await decide(tx, actor, id, version, status, answer);
  if (row.proposedBy !== actor.personId)
    notify(tx, [row.proposedBy], {
      kind: "listProposal",
      title: `${row.name} was ${status}`,
      body: answer,
      link: link(row),
    });
  return row;
};

/** Takes one's own proposal back. @throws Problem 403 for somebody else's, 409, 412. */
export const withdrawProposal = (tx: Tx, actor: Actor, id: string, version: number | null) =>
  decide(tx, actor, id, version, "withdrawn", "");

const outdatedBy = (row: Stored, entry: { version: number } | null) =>
  row.status === "waiting" && entry && entry.version !== row.entryVersion
    ? `The ${sharedListNames[row.list].one} changed since this was proposed. Decline it, or ask for a new proposal.`
    : null;

const entryOf = async (db: Db, row: Stored) => {
  if (!row.entryId) return null;
  try {
    return await readEntry(db, sharedList(row.list), row.entryId);
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
};

/** A proposal with what it would change, field by field. @throws 404. */
export const readProposal = async (db: Db, actor: Actor, id: string): Promise<ProposalDetail> => {
  const [row, people] = await Promise.all([
    getRow(db, listProposal, id, "proposal"),
    db.maybe<{ proposer: string | null; decider: string | null }>(sql`
      select w.display_name as proposer, d.display_name as decider
      from list_proposal p
      left join person w on w.id = p.proposed_by
      left join person d on d.id = p.decided_by
      where p.org_id = ${db.scope.orgId} and p.id = ${id}
    `),
  ]);
  if (!people) throw notFound("proposal");
  const entry = await entryOf(db, row);
  const waits = row.status === "waiting";
  const { content, entryId, entryVersion: _v, ...rest } = row;
  return {
    ...(rest as unknown as ProposalRow),
    ...people,
    isNew: entryId === null,
    // Once it is decided the entry goes its own way: what was asked for stays.
    changes: changesOf(sharedList(row.list), waits ? entry : null, content),
    outdated: outdatedBy(row, entry),
    canDecide: waits && actor.permissions.has("master.edit"),
    canWithdraw: waits && row.proposedBy === actor.personId,
  };
};
