import { dutiesSay } from "#duties.data.ts";
import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notFound } from "#kernel/errors.ts";
import { formatInstant } from "#kernel/dates.ts";
import { newId } from "#kernel/ids.ts";
import { dutyLabels } from "#roles.ts";
import { note } from "#server/change.ts";
import { create } from "#server/create.ts";
import { databaseMs } from "#server/db/database-clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import {
  giveForTime,
  memberById,
  notify,
  readOrganization,
} from "#areas/organization/organization.server.ts";
import {
  requestApproval,
  withdrawApproval,
  type Approvable,
} from "#areas/workflow/workflow.server.ts";
import { accessRequest } from "../rights.tables.ts";
import type { requestInput, RequestRow } from "./request.model.ts";

/** The longest time for which a duty is asked, in days. */
const longestDays = 366;

type Stored = typeof accessRequest.$inferSelect;

const shown = async (db: Db, actor: Actor, row: Stored): Promise<RequestRow> => ({
  ...row,
  personName: (await memberById(db, row.personId)).name,
  mine: row.personId === actor.personId,
});

/** One's own requests; administrators and officers see all of the last 200. */
export const listRequests = async (db: Db, actor: Actor): Promise<RequestRow[]> => {
  const all = actor.permissions.has("member.edit") || actor.permissions.has("member.confirm");
  const rows = await db.rows<Stored>(sql`
    select *
    from access_request
    where org_id = ${db.scope.orgId} and (${all} or person_id = ${actor.personId})
    order by status <> 'asked', created_at desc
    limit 200
  `);
  return Promise.all(rows.map((row) => shown(db, actor, row)));
};

const checkAsked = async (tx: Tx, actor: Actor, input: z.output<typeof requestInput>) => {
  if (input.duty === "read_only")
    throw invalidField("duty", "Read only takes rights away. An administrator sets it.");
  const until = Date.parse(input.until);
  if (until <= databaseMs()) throw invalidField("until", "Choose a day to come.");
  if (until > databaseMs() + longestDays * 86_400_000)
    throw invalidField("until", "Ask for a year at most.");
  const member = await memberById(tx, actor.personId!);
  if (member.duties.includes(input.duty) && !member.dutyEnds[input.duty])
    throw invalidField("duty", "You hold this duty already, without an end.");
  if (
    await tx.maybe(sql`
      select 1 as found
      from access_request
      where org_id = ${actor.orgId}
        and person_id = ${actor.personId}
        and duty = ${input.duty}
        and status = 'asked'
    `)
  )
    throw conflict("asked", "You asked for this duty before. Withdraw that first.");
  return member;
};

/**
 * Asks for a duty for a time, with a reason; the agency's approval policy says who decides, never
 * the asker. @throws Problem 409 `asked` | `no_policy` | nobody can decide, 422.
 */
export const askForDuty = async (
  tx: Tx,
  actor: Actor,
  input: z.output<typeof requestInput>,
): Promise<RequestRow> => {
  const member = await checkAsked(tx, actor, input);
  const row = await create(
    tx,
    actor,
    { name: "accessRequest", table: accessRequest },
    {
      number: { kind: "ACC" },
      row: { orgId: actor.orgId!, id: newId(), personId: actor.personId!, ...input },
    },
  );
  await requestApproval(tx, actor, {
    type: "accessRequest",
    id: row.id,
    number: row.number,
    title: `${dutyLabels[input.duty].label} for ${actor.name}`,
    requesterId: actor.personId,
    departmentId: member.departmentId,
    facts: {
      amount: 0,
      fundIds: [],
      departmentIds: member.departmentId ? [member.departmentId] : [],
      commodities: [],
      emergency: false,
      parties: [actor.personId!],
    },
  });
  return shown(tx, actor, row);
};

const settle = async (
  tx: Tx,
  actor: Actor,
  id: string,
  status: "given" | "declined" | "withdrawn",
  answer = "",
): Promise<Stored> => {
  const before = await lockRow(tx, accessRequest, id, "request");
  if (before.status !== "asked") throw conflict("decided", "This was decided or withdrawn before.");
  const { at } = await tx.one<{ at: string }>(sql`select clock_timestamp() as at`);
  const after = await updateRow(tx, accessRequest, id, { status, answer, decidedAt: at });
  note(tx, actor, "accessRequest", after, { action: status, before, after, note: answer || null });
  return after;
};

/** Takes one's own request back. @throws Problem 404 for somebody else's, 409, 412. */
export const withdrawRequest = async (
  tx: Tx,
  actor: Actor,
  id: string,
  version: number | null,
): Promise<RequestRow> => {
  const before = await lockRow(tx, accessRequest, id, "request");
  if (before.personId !== actor.personId) throw notFound("request");
  requireVersion(before.version, version);
  const row = await settle(tx, actor, id, "withdrawn");
  await withdrawApproval(tx, actor, id);
  return shown(tx, actor, row);
};

const refuse = async (tx: Tx, actor: Actor, id: string, comment: string): Promise<void> =>
  void (await settle(tx, actor, id, "declined", comment));

/** What the end of an approval does to a request, and what approvers see of it. */
export const requestApprovable: Approvable = {
  type: "accessRequest",
  href: () => "/admin/roles?tab=requests",
  approved: async (tx, actor, id) => {
    const row = await settle(tx, actor, id, "given");
    await giveForTime(tx, actor, row.personId, row.duty, row.until, {
      requestId: id,
      reason: row.reason,
    });
    notify(tx, [row.personId], {
      kind: "access.given",
      title: `You have a duty for a time: ${dutyLabels[row.duty].label}`,
      body: `${row.number} was approved. It ends by itself.`,
      link: "/admin/roles",
    });
  },
  returned: refuse,
  rejected: refuse,
  summary: async (db, id) => {
    const row = await getRow(db, accessRequest, id, "request");
    const [{ name, role, duties }, { timeZone }] = [
      await memberById(db, row.personId),
      await readOrganization(db),
    ];
    return {
      facts: [
        { label: "Asked by", value: name },
        { label: "Duty", value: `${dutyLabels[row.duty].label}: ${dutiesSay[row.duty]}` },
        { label: "Until", value: formatInstant(row.until, timeZone) },
        { label: "For", value: row.reason },
        {
          label: "Holds now",
          value: [role, ...duties.map((duty) => dutyLabels[duty].label)].join(", "),
        },
      ],
      lines: [],
      budget: [],
      checks: [],
    };
  },
};
