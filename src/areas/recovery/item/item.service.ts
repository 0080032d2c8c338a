import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { ownToFund } from "./own-hours.service.ts";
import { fieldHours, hourRatesOf, type FieldHour } from "#areas/assets/assets.server.ts";
import { costsOf } from "#areas/finance/finance.server.ts";
import type { Day } from "#kernel/time.ts";
import { note } from "#server/change.ts";
import { businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRows, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { paDeclaration, paItem, paProject } from "../recovery.tables.ts";
import type { AnswerInput, HoursInput } from "./item.model.ts";
import { benefitSheets } from "../benefit/benefit.service.ts";
import { policiesOf } from "../declaration/pay-policy.service.ts";
import { scheduleRates } from "./equipment.service.ts";
import type { HourPart } from "../law/labor.model.ts";
import { schedulesOf } from "../schedule/schedule.service.ts";
import { answerOf, answersOf, heldOf, sortedOut } from "./held.service.ts";
import { judgeHours, type Judged, type Judging } from "./judge.service.ts";

type Project = typeof paProject.$inferSelect;

/** A project, locked: it takes costs until it is closed, and 409 then. 404. */
export const openProject = async (tx: Tx, id: string): Promise<Project> => {
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

const judged = async (
  tx: Tx,
  p: Project,
  hours: readonly FieldHour[],
  answers: Judging["answers"] = new Map(),
) => {
  const d = await getRow(tx, paDeclaration, p.declarationId, "declaration");
  const days = hours.map((h) => h.workedOn).toSorted();
  const [rates, schedule, policies, sheets, schedules] = await Promise.all([
    hourRatesOf(
      tx,
      hours.map((h) => h.id),
    ),
    scheduleRates(tx, d.declaredOn),
    policiesOf(tx, d.id),
    benefitSheets(tx),
    schedulesOf(
      tx,
      hours.flatMap((h) => h.personId ?? []),
      days[0]!,
      days.at(-1)!,
    ),
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
    schedule: new Map(schedule.map((s) => [s.assetId, s])),
    schedules,
    zone: tx.scope.timeZone ?? "UTC",
    answers,
  });
};

const labelOf = (h: FieldHour): string =>
  [h.unit ?? h.laborClass, h.activity].filter(Boolean).join(": ").slice(0, 300) || "Work";
// What the verdict says of a stored line.
const judgedColumns = (v: Judged) => ({
  part: v.part,
  minutes: v.minutes,
  pay: v.pay,
  cents: v.cents,
  eligible: v.eligible,
  rule: v.rule,
  citation: v.citation,
  asked: v.asked ?? null,
  rateCents: v.rate ?? null,
  benefitCents: v.benefit ?? null,
});

type Taken = { assigned: number; excluded: number; elsewhere: number; anew: number; asked: number };
/**
 * Takes the approved hours of the incident between two days into a project, each judged by the rules:
 * eligible, excluded with the rule that says so, or asked about. Scheduled hours of a row and hours beyond
 * them become two lines. Its hours that no request holds are judged anew, so that a schedule, a rate or a code
 * entered since counts; hours of another project stay there, and those that are billed to an agency that is
 * served: an hour has one funder (2 CFR 200.403(f)). 409 `hours_billed` where that leaves none.
 */
export const assignHours = async (
  tx: Tx,
  actor: Actor,
  projectId: string,
  input: HoursInput,
): Promise<Taken> => {
  if (input.to < input.from) throw invalidField("to", "The last day is before the first.");
  const p = await openProject(tx, projectId);
  const d = await getRow(tx, paDeclaration, p.declarationId, "declaration");
  if (!d.incidentId)
    throw conflict("rule", `${d.number} names no incident, so no hours belong to it.`);
  const all = await hoursOf(tx, d.incidentId, input);
  if (all.length === 0)
    throw conflict("nothing", "No approved hours of the incident lie between these days.");
  const { hours, funded } = await ownToFund(tx, all);
  const held = await heldOf(tx, hours);
  const verdicts = await judged(tx, p, hours, answersOf(held));
  const { taken, same, anew } = sortedOut({ held, hours, verdicts, projectId });
  const gone = [...anew.values()].flat().map((x) => x.id);
  if (gone.length)
    await tx.rows(sql`delete from pa_item where org_id = ${p.orgId} and id = any(${gone}::uuid[])`);
  const rows = hours
    .filter((h) => !taken.has(h.id) && !same.has(h.id))
    .flatMap((h) =>
      verdicts.get(h.id)!.map((v) => ({
        ...judgedColumns(v),
        ...answerOf(anew.get(h.id), v),
        orgId: p.orgId,
        id: newId(),
        projectId,
        kind: h.kind,
        workHourId: h.id,
        label: labelOf(h),
        person: h.person ?? "",
        dayFrom: h.workedOn,
        dayTo: h.workedOn,
        assignedBy: actor.personId,
      })),
    );
  if (rows.length) await insertRows(tx, paItem, rows);
  const told = { ...input, rows: rows.length, judgedAnew: anew.size };
  note(tx, actor, "paProject", p, { action: "assignHours", after: told });
  const asked = rows.filter((r) => r.asked !== null).length;
  return {
    assigned: rows.length,
    excluded: rows.filter((r) => !r.eligible).length - asked,
    elsewhere: taken.size + same.size + funded,
    anew: anew.size,
    asked,
  };
};

type Asked = { id: string; part: HourPart; workHourId: string; dayFrom: Day };
/**
 * Answers what overtime in scheduled hours was, with its reason, and judges those lines anew: regular time
 * of the schedule, or overtime of a shift that was moved. 409 for a line of which nothing is asked.
 */
export const answerAsked = async (
  tx: Tx,
  actor: Actor,
  projectId: string,
  input: AnswerInput,
): Promise<{ answered: number; eligible: number }> => {
  const p = await openProject(tx, projectId);
  const d = await getRow(tx, paDeclaration, p.declarationId, "declaration");
  const ids = [...new Set(input.itemIds)];
  const items = await tx.rows<Asked>(sql`
    select id, part, work_hour_id, day_from
    from pa_item
    where org_id = ${p.orgId}
      and project_id = ${projectId}
      and asked is not null
      and answer is null
      and id = any(${ids}::uuid[])
    order by id
  `);
  if (items.length !== ids.length)
    throw conflict("rule", "Of one of these lines nothing is asked any more. Load them again.");
  const days = items.map((i) => i.dayFrom).toSorted();
  const hours = await hoursOf(tx, d.incidentId!, { from: days[0]!, to: days.at(-1)! });
  const answer = { what: input.answer, reason: input.reason };
  const verdicts = await judged(tx, p, hours, new Map(items.map((i) => [i.workHourId, answer])));
  let eligible = 0;
  for (const i of items) {
    const parts = verdicts.get(i.workHourId) ?? [];
    const v = parts.find((one) => one.part !== "beyond");
    if (v?.part !== i.part)
      throw conflict("rule", "Its hour or its schedule changed: take the hours of that day anew.");
    if (v.eligible) eligible++;
    await updateRow(tx, paItem, i.id, {
      ...judgedColumns(v),
      answer: input.answer,
      answerReason: input.reason,
      answeredBy: actor.personId,
      answeredAt: businessNow(tx.scope).toISOString(),
    });
  }
  note(tx, actor, "paProject", p, { action: "answerAsked", after: { ...input, eligible } });
  return { answered: items.length, eligible };
};

/**
 * Takes lines out of a project that no request holds; they can be assigned anew. Both lines of an hour go
 * together, so that none is judged in part.
 */
export const takeOut = async (
  tx: Tx,
  actor: Actor,
  projectId: string,
  itemIds: readonly string[],
): Promise<{ removed: number }> => {
  const p = await openProject(tx, projectId);
  const ids = await tx.rows<{ id: string }>(sql`
    select x.id
    from pa_item x
    where x.org_id = ${p.orgId}
      and x.project_id = ${projectId}
      and (
        x.id = any(${[...itemIds]}::uuid[])
        or x.work_hour_id in (
          select o.work_hour_id
          from pa_item o
          where o.org_id = ${p.orgId} and o.id = any(${[...itemIds]}::uuid[])
        )
      )
  `);
  const gone = await tx.rows<{ id: string }>(sql`
    delete from pa_item
    where org_id = ${p.orgId} and request_id is null and id = any(${ids.map((i) => i.id)}::uuid[])
    returning id
  `);
  const found = new Set(ids.map((i) => i.id));
  if (gone.length !== found.size || itemIds.some((id) => !found.has(id)))
    throw conflict("rule", "One of these lines is in a request, or gone. Load them again.");
  note(tx, actor, "paProject", p, { action: "takeOut", after: { items: gone.map((g) => g.id) } });
  return { removed: gone.length };
};
