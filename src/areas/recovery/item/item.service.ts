import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { fieldHours, hourRatesOf, type FieldHour } from "#areas/assets/assets.server.ts";
import { costsOf } from "#areas/finance/finance.server.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRows, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { paDeclaration, paItem, paProject } from "../recovery.tables.ts";
import type { HoursInput } from "./item.model.ts";
import { benefitSheets } from "../benefit/benefit.service.ts";
import { policiesOf } from "../declaration/pay-policy.service.ts";
import { scheduleRates } from "./equipment.service.ts";
import { judgeHours } from "./judge.service.ts";

type Project = typeof paProject.$inferSelect;

// A project takes costs until it is closed.
const openProject = async (tx: Tx, id: string): Promise<Project> => {
  const p = await lockRow(tx, paProject, id, "project");
  if (p.status === "closed" || p.status === "withdrawn")
    throw conflict("rule", `${p.number} is over: nothing is assigned to it.`);
  return p;
};

/**
 * Assigns cost lines of the books to a project; assigned is not claimed. Pay comes by its hours, and
 * what was incurred before the incident is kept as excluded, with the rule.
 */
export const assignCosts = async (
  tx: Tx,
  actor: Actor,
  projectId: string,
  costLineIds: readonly string[],
): Promise<{ assigned: number }> => {
  const p = await openProject(tx, projectId);
  const d = await getRow(tx, paDeclaration, p.declarationId, "declaration");
  const ids = [...new Set(costLineIds)];
  const costs = await costsOf(tx, { ids });
  if (costs.length !== ids.length)
    throw invalidField(
      "costLineIds",
      "One of these costs does not stand any more. Load them again.",
    );
  const pay = costs.find((c) => c.source === "payroll");
  if (pay)
    throw invalidField("costLineIds", `${pay.documentNumber} is pay: assign the hours instead.`);
  const rows = costs.map((c) => ({
    orgId: p.orgId,
    id: newId(),
    projectId,
    kind: "cost" as const,
    costLineId: c.id,
    label: [c.documentNumber, c.vendor, c.description].filter(Boolean).join(" ").slice(0, 300),
    dayFrom: c.incurredFrom,
    dayTo: c.incurredTo,
    cents: c.cents - c.moved,
    eligible: c.incurredTo >= d.periodFrom,
    rule:
      c.incurredTo >= d.periodFrom
        ? "A cost of the work, within the incident period or after it."
        : `Incurred before ${formatDate(d.periodFrom)}, when the incident began.`,
    citation: "44 CFR 206.223; 2 CFR 200.403",
    assignedBy: actor.personId,
  }));
  const known = await tx.maybe<{ label: string }>(sql`
    select label
    from pa_item
    where org_id = ${p.orgId} and project_id = ${projectId} and cost_line_id = any(${ids}::uuid[])
    limit 1
  `);
  if (known) throw conflict("known", `${known.label} is assigned to ${p.number} already.`);
  await insertRows(tx, paItem, rows);
  note(tx, actor, "paProject", p, { action: "assignCosts", after: { costLineIds: ids } });
  return { assigned: rows.length };
};

const hoursOf = async (db: Db, incidentId: string, input: HoursInput): Promise<FieldHour[]> => {
  const all: FieldHour[] = [];
  for (;;) {
    const after = all.at(-1)?.id;
    const page = await fieldHours(db, {
      incidentIds: [incidentId],
      from: input.from,
      to: input.to,
      ...(after ? { after } : {}),
    });
    all.push(...page);
    if (page.length < 5_000 || all.length >= 50_000) return all;
  }
};

const judged = async (tx: Tx, p: Project, hours: readonly FieldHour[], input: HoursInput) => {
  const d = await getRow(tx, paDeclaration, p.declarationId, "declaration");
  const [rates, schedule, policies, sheets] = await Promise.all([
    hourRatesOf(
      tx,
      hours.map((h) => h.id),
    ),
    scheduleRates(tx, d.declaredOn),
    policiesOf(tx, d.id),
    benefitSheets(tx),
  ]);
  return judgeHours({
    hours,
    frame: {
      category: p.category,
      periodFrom: d.periodFrom,
      workUntil: p.workUntil,
      policy:
        d.payPolicy && d.payPolicyOn
          ? { title: d.payPolicy, adoptedOn: d.payPolicyOn, contingent: d.payPolicyContingent }
          : null,
    },
    sheets,
    policies: new Map(policies.map((x) => [x.laborClassId, x])),
    rates: new Map(rates.map((r) => [r.id, r])),
    schedule: new Map(schedule.map((s) => [s.assetClassId, s])),
    unbudgeted: new Set(input.unbudgeted),
  });
};

/**
 * Takes the approved hours of the incident between two days into a project, each judged by the rules:
 * eligible, or excluded with the rule that says so. Hours of another project stay there.
 */
export const assignHours = async (
  tx: Tx,
  actor: Actor,
  projectId: string,
  input: HoursInput,
): Promise<{ assigned: number; excluded: number; elsewhere: number }> => {
  if (input.to < input.from) throw invalidField("to", "The last day is before the first.");
  const p = await openProject(tx, projectId);
  const d = await getRow(tx, paDeclaration, p.declarationId, "declaration");
  if (!d.incidentId)
    throw conflict("rule", `${d.number} names no incident, so no hours belong to it.`);
  const hours = await hoursOf(tx, d.incidentId, input);
  if (hours.length === 0)
    throw conflict("nothing", "No approved hours of the incident lie between these days.");
  const verdicts = await judged(tx, p, hours, input);
  const taken = new Set(
    (
      await tx.rows<{ id: string }>(sql`
        select work_hour_id as id
        from pa_item
        where org_id = ${p.orgId} and work_hour_id = any(${hours.map((h) => h.id)}::uuid[])
      `)
    ).map((row) => row.id),
  );
  const rows = hours
    .filter((h) => !taken.has(h.id))
    .map((h) => {
      const { cents, eligible, rule, citation, minutes, rate, benefit } = verdicts.get(h.id)!;
      return {
        orgId: p.orgId,
        id: newId(),
        projectId,
        kind: h.kind,
        workHourId: h.id,
        label:
          [h.unit ?? h.laborClass, h.activity].filter(Boolean).join(": ").slice(0, 300) || "Work",
        person: h.person ?? "",
        dayFrom: h.workedOn,
        dayTo: h.workedOn,
        minutes,
        pay: h.kind === "labor" ? h.pay : null,
        cents,
        eligible,
        rule,
        citation,
        rateCents: rate ?? null,
        benefitCents: benefit ?? null,
        assignedBy: actor.personId,
      };
    });
  if (rows.length) await insertRows(tx, paItem, rows);
  const told = { ...input, rows: rows.length };
  note(tx, actor, "paProject", p, { action: "assignHours", after: told });
  return {
    assigned: rows.length,
    excluded: rows.filter((r) => !r.eligible).length,
    elsewhere: taken.size,
  };
};

/** Takes lines out of a project that no request holds; they can be assigned anew. */
export const takeOut = async (
  tx: Tx,
  actor: Actor,
  projectId: string,
  itemIds: readonly string[],
): Promise<{ removed: number }> => {
  const p = await openProject(tx, projectId);
  const gone = await tx.rows<{ id: string }>(sql`
    delete from pa_item
    where org_id = ${p.orgId}
      and project_id = ${projectId}
      and request_id is null
      and id = any(${[...itemIds]}::uuid[])
    returning id
  `);
  if (gone.length !== new Set(itemIds).size)
    throw conflict("rule", "One of these lines is in a request, or gone. Load them again.");
  note(tx, actor, "paProject", p, { action: "takeOut", after: { items: gone.map((g) => g.id) } });
  return { removed: gone.length };
};
