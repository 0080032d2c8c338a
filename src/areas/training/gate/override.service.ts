import type { Actor } from "#kernel/access.ts";
import { conflict, notAllowed } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import {
  memberById,
  notify,
  peopleOnDuty,
  supervisorsOf,
} from "#areas/organization/organization.server.ts";
import { listRules } from "#areas/governance/governance.server.ts";
import { ownOrShipped } from "#areas/governance/governance.public.ts";
import { businessDate } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { runList } from "#server/http/list-page.ts";
import {
  actionsFor,
  asSystem,
  defineNoun,
  requireSeen,
  transition,
  type TakenStep,
} from "#server/lifecycle.ts";
import { seesAllTraining } from "../training.model.ts";
import { seatOverride } from "../training.tables.ts";
import { overrideCycle, seatLabels, type OverrideStatus } from "./gate.labels.ts";
import type { OverrideDetail, OverrideInput, OverrideRow } from "./gate.model.ts";
import { lacksForSeat } from "./gate.service.ts";
import { overrideList } from "./override.list.ts";
import { overrideRule } from "./override-rule.data.ts";

type Stored = typeof seatOverride.$inferSelect;

export const overrideNoun = defineNoun<OverrideStatus, "withdraw", typeof seatOverride>({
  name: "seatOverride",
  path: "seat-overrides",
  page: "/admin/training/overrides",
  table: seatOverride,
  cycle: overrideCycle,
  number: ({ number }) => number,
  read: "training.read",
  visible: (_db, actor, { personId }) => seesAllTraining(actor) || personId === actor.personId,
});

// The hours of the agency's own rule, or the product's; of several the shortest.
const hoursOf = async (tx: Tx): Promise<{ hours: number; citation: string }> => {
  const rules = ownOrShipped(
    await listRules(tx, [overrideRule.key]),
    overrideRule.key,
    businessDate(tx.scope),
  );
  const said = rules.flatMap(({ parameters }) =>
    typeof parameters["seatOverrideHours"] === "number" ? [parameters["seatOverrideHours"]] : [],
  );
  return {
    hours: said.length ? Math.min(...said) : 72,
    citation: rules[0]?.citation ?? overrideRule.citation,
  };
};

/**
 * Lets somebody who lacks a certificate take a seat for some hours, with a reason; they, who supervises them and
 * the training officers are told. 403 `own_override` for oneself; 404; 409 `seat_open` where nothing keeps them.
 */
export const giveOverride = async (tx: Tx, actor: Actor, input: OverrideInput): Promise<Stored> => {
  if (input.personId === actor.personId)
    throw notAllowed("Another person lets you do this work.", "own_override");
  const person = await memberById(tx, input.personId);
  const found = await lacksForSeat(tx, input.seat, [input.personId]);
  const lacks = found?.lacks.get(input.personId);
  if (!found || (lacks === undefined && !["workOrder", "inspection"].includes(input.seat)))
    throw conflict("seat_open", `Nothing keeps ${person.name} from it.`);
  const { hours, citation } = await hoursOf(tx);
  const row = await create(tx, actor, overrideNoun, {
    number: { kind: "OVR" },
    row: {
      ...input,
      ...{ orgId: tx.scope.orgId!, id: newId(), status: "given", citation },
      ...{ personName: person.name, lacks: lacks ?? "What the work itself demands." },
      ...{ givenBy: actor.personId!, givenName: actor.name ?? "" },
      givenAt: found.at.toISOString(),
      until: new Date(found.at.getTime() + hours * 3_600_000).toISOString(),
    },
  });
  const above = (await supervisorsOf(tx, [input.personId])).get(input.personId) ?? [];
  notify(tx, [input.personId, ...above, ...(await peopleOnDuty(tx, "training_officer"))], {
    kind: "seatOverride",
    title: `${person.name} may do this for ${hours} hours: ${seatLabels[input.seat].toLowerCase()}`,
    body: `${actor.name}: ${input.reason}`,
    link: `/admin/training/overrides/${row.id}`,
  });
  return row;
};

/** Withdraws an override with the reason; the person is told. 403, 404, 409, 412, 422. */
export const withdrawOverride = async (tx: Tx, actor: Actor, at: TakenStep): Promise<Stored> => {
  const row = await transition(tx, actor, overrideNoun, {
    ...at,
    action: "withdraw",
    effect: async () => ({ patch: { statusReason: at.reason?.trim() ?? "" } }),
  });
  notify(tx, [row.personId], {
    kind: "seatOverride.withdraw",
    title: `${row.number} was withdrawn`,
    body: at.reason?.trim() ?? "",
    link: `/admin/training/overrides/${row.id}`,
  });
  return row;
};

/** An override with what may be done of it. 404. */
export const readOverride = async (db: Db, actor: Actor, id: string): Promise<OverrideDetail> => {
  const row = await getRow(db, seatOverride, id, "override");
  await requireSeen(db, actor, "seatOverride", id);
  const { items } = await runList<OverrideRow>(db, asSystem(actor), overrideList, {
    ...{ id: [id], limit: 1 },
  });
  const [shown] = items;
  return {
    ...shown!,
    ...{ citation: row.citation, statusReason: row.statusReason },
    actions: shown!.status === "over" ? [] : actionsFor(actor, overrideNoun, row),
  };
};
