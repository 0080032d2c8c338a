import type { PlanRow } from "./plan.model.ts";

/** A plan as its form holds it: numbers as text, lists of ids as text or rows. */
export const blankPlan = {
  name: "",
  about: "",
  dueBy: "calendar",
  every: "3",
  unit: "months",
  anchorOn: "",
  floating: "no",
  seasonFrom: "",
  seasonTo: "",
  meterKind: "",
  meterEvery: "",
  leadDays: "7",
  covers: [] as { definitionId: string }[],
  classId: "",
  assetIds: [] as { assetId: string | null; name: string }[],
  route: false,
  makes: "workOrder",
  checklistId: "",
  priority: "normal",
  departmentId: "",
  leadId: null as string | null,
  estimateMinutes: "",
  tasks: [] as { title: string; mandatory: string }[],
};
export type PlanForm = typeof blankPlan;

const text = (value: number | null) => (value === null ? "" : String(value));
const number = (value: string) => (value === "" ? null : Number(value));
const orNull = (value: string) => (value === "" ? null : value);

/** A version as its form begins with it; `names` are those of its assets. */
export const formOfPlan = (plan: PlanRow, names: ReadonlyMap<string, string>): PlanForm => ({
  ...blankPlan,
  ...plan,
  every: text(plan.every),
  unit: plan.unit ?? "months",
  anchorOn: plan.anchorOn ?? "",
  floating: plan.floating ? "yes" : "no",
  seasonFrom: plan.seasonFrom ?? "",
  seasonTo: plan.seasonTo ?? "",
  meterKind: plan.meterKind ?? "",
  meterEvery: text(plan.meterEvery),
  leadDays: String(plan.leadDays),
  covers: plan.covers.map((definitionId) => ({ definitionId })),
  classId: plan.classId ?? "",
  assetIds: plan.assetIds.map((assetId) => ({ assetId, name: names.get(assetId) ?? "" })),
  checklistId: plan.checklistId ?? "",
  departmentId: plan.departmentId ?? "",
  estimateMinutes: text(plan.estimateMinutes),
  tasks: plan.tasks.map((task) => ({
    title: task.title,
    mandatory: task.mandatory ? "yes" : "no",
  })),
});

/** What is sent of a form. What its way of coming due does not ask for is left out. */
export const bodyOfPlan = (v: PlanForm) => {
  const calendar = v.dueBy !== "meter";
  const meter = v.dueBy !== "calendar";
  return {
    name: v.name,
    about: v.about,
    dueBy: v.dueBy,
    every: calendar ? number(v.every) : null,
    unit: calendar ? v.unit : null,
    anchorOn: calendar ? orNull(v.anchorOn) : null,
    floating: calendar && v.floating === "yes",
    seasonFrom: calendar ? orNull(v.seasonFrom) : null,
    seasonTo: calendar ? orNull(v.seasonTo) : null,
    meterKind: meter ? orNull(v.meterKind) : null,
    meterEvery: meter ? number(v.meterEvery) : null,
    leadDays: number(v.leadDays) ?? 0,
    covers: v.covers.flatMap(({ definitionId }) => (definitionId ? [definitionId] : [])),
    classId: orNull(v.classId),
    assetIds: v.assetIds.flatMap(({ assetId }) => (assetId ? [assetId] : [])),
    route: v.route,
    makes: v.makes,
    checklistId: v.makes === "inspection" ? orNull(v.checklistId) : null,
    priority: v.priority,
    departmentId: orNull(v.departmentId),
    leadId: orNull(v.leadId ?? ""),
    estimateMinutes: number(v.estimateMinutes),
    tasks: v.tasks.map(({ title, mandatory }) => ({ title, mandatory: mandatory === "yes" })),
  };
};
