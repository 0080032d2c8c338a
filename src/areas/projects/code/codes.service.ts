import type { Actor } from "#kernel/access.ts";
import { conflict, invalid, invalidField } from "#kernel/errors.ts";
import { formatCents } from "#kernel/money.ts";
import {
  accountsOfProject,
  costCodesOf,
  projectLedgers,
  type CostCodeNamed,
} from "#areas/budget/budget.server.ts";
import { membersNamed } from "#areas/organization/organization.server.ts";
import {
  codedPartsOf,
  recodeLine as recode,
  type CodedPart,
} from "#areas/procurement/procurement.server.ts";
import { change, note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { moneyParts, type Charged, type MoneyPart } from "../money/parts.service.ts";
import { grouped, sumOf } from "../money/money.model.ts";
import { chargedTo } from "../money/money.service.ts";
import { projectNoun, type ProjectStored } from "../project/project.noun.ts";
import { project } from "../projects.tables.ts";
import type {
  CodedLineRow,
  CodeForecastInput,
  CodeRow,
  DistributeInput,
  ProjectCodes,
  RecodeInput,
} from "./code.model.ts";
import { projectCostBudget } from "./code.tables.ts";

type Kept = typeof projectCostBudget.$inferSelect;

/** What the codes of a project were given, and where somebody wrote down what they will cost. */
const keptOf = (db: Db, projectId: string): Promise<Kept[]> =>
  db.rows<Kept>(sql`
    select *
    from project_cost_budget
    where org_id = ${db.scope.orgId} and project_id = ${projectId}
    order by cost_code_id
  `);

/** What of a code's budget is spoken for: asked, ordered, or billed without an order. */
const committedOf = (parts: readonly MoneyPart[]): number =>
  parts.reduce((sum, { asked, ordered, direct }) => sum + asked + ordered + direct, 0);

/** Where nobody wrote a forecast down: its budget, or what is spoken for where that is more. */
const ruledForecast = (budget: number, committed: number): number => Math.max(budget, committed);

const rowOf = (
  costCodeId: string | null,
  parts: readonly MoneyPart[],
  kept: Kept | undefined,
  code: CostCodeNamed | undefined,
  writer: string | null,
): CodeRow => {
  const budget = kept?.cents ?? 0;
  const committed = committedOf(parts);
  return {
    ...sumOf(parts),
    costCodeId,
    code: code?.code ?? "",
    name: code?.name ?? "Not coded",
    budget,
    committed,
    forecast: kept?.forecastCents ?? ruledForecast(budget, committed),
    typed: kept?.forecastCents != null,
    reason: kept?.forecastReason ?? "",
    writtenOn: kept?.forecastOn ?? null,
    writer,
  };
};

/** Rows by code of what charges a project, what bears no code last. */
const rowsOf = async (db: Db, charged: Charged, kept: readonly Kept[]): Promise<CodeRow[]> => {
  const parts = grouped(moneyParts(charged), ({ costCodeId }) => costCodeId);
  const ids = [...new Set([...parts.keys(), ...kept.map(({ costCodeId }) => costCodeId)])];
  const [codes, people] = await Promise.all([
    costCodesOf(db, ids),
    membersNamed(db, { ids: kept.flatMap(({ forecastBy }) => forecastBy ?? []) }),
  ]);
  return ids
    .map((id) => {
      const its = kept.find(({ costCodeId }) => costCodeId === id);
      const writer = people.find((who) => who.id === its?.forecastBy)?.name ?? null;
      return rowOf(id, parts.get(id) ?? [], its, codes.get(id ?? ""), writer);
    })
    .filter((row) => row.costCodeId !== null || row.committed !== 0 || row.billed !== 0)
    .sort((a, b) =>
      a.costCodeId === null ? 1 : b.costCodeId === null ? -1 : a.code.localeCompare(b.code),
    );
};

/** Cents by which all rows together and the ledger of the segment differ. */
export const codesDiffer = (charged: Charged): number => {
  const parts = moneyParts(charged);
  const sum = (of: (part: MoneyPart) => number) => parts.reduce((n, part) => n + of(part), 0);
  const { preEncumbered, encumbered, expended } = charged.ledger;
  return (
    Math.abs(sum((p) => p.asked) - preEncumbered) +
    Math.abs(sum((p) => p.encumbered) - encumbered) +
    Math.abs(sum((p) => p.billed) - expended)
  );
};

/** A project's money by cost code, of the same documents as its sheet. 404. */
export const readCodes = async (db: Db, id: string): Promise<ProjectCodes> => {
  const row = await getRow(db, project, id, "project");
  const [charged, kept, { waiting }] = await Promise.all([
    chargedTo(db, row.segmentId),
    keptOf(db, id),
    db.one<{ waiting: number }>(sql`
      select count(*)::int as waiting
      from cost_transfer
      where org_id = ${db.scope.orgId} and project_id = ${id} and status = 'asked'
    `),
  ]);
  const rows = await rowsOf(db, charged, kept);
  const sum = (of: (row: CodeRow) => number) => rows.reduce((n, each) => n + of(each), 0);
  const distributed = sum((each) => each.budget);
  return {
    budget: charged.ledger.budget,
    distributed,
    rows,
    totals: { ...sumOf(rows), budget: distributed, forecast: sum((each) => each.forecast) },
    differs: codesDiffer(charged),
    waiting,
  };
};

/** What a code of a project has and is not spoken for, in cents. */
export const freeOfCode = async (
  db: Db,
  { id, segmentId }: Pick<ProjectStored, "id" | "segmentId">,
  costCodeId: string,
): Promise<number> => {
  const [charged, kept] = await Promise.all([chargedTo(db, segmentId), keptOf(db, id)]);
  const its = kept.find((each) => each.costCodeId === costCodeId);
  const parts = moneyParts(charged).filter((part) => part.costCodeId === costCodeId);
  return (its?.cents ?? 0) - committedOf(parts);
};

const requireKnown = async (tx: Tx, ids: readonly string[], before: readonly string[]) => {
  const known = await costCodesOf(tx, ids);
  const errors = ids.flatMap((id, at) => {
    const found = known.get(id);
    if (!found) return [{ path: `codes.${at}.costCodeId`, message: "There is no such cost code." }];
    return found.active || before.includes(id)
      ? []
      : [{ path: `codes.${at}.costCodeId`, message: `${found.code} is retired. Choose another.` }];
  });
  if (errors.length)
    throw invalid("cannot_code", "Some codes cannot be used. Nothing was saved.", errors);
};

// Once the work has begun a code loses money by a transfer alone, which another person approves.
const begun: ReadonlySet<string> = new Set(["active", "on_hold", "substantially_complete"]);
const refuseLowered = (
  { status }: ProjectStored,
  kept: readonly Kept[],
  { codes }: DistributeInput,
): void => {
  if (!begun.has(status)) return;
  const errors = codes.flatMap(({ costCodeId, cents }, at) => {
    const has = kept.find((each) => each.costCodeId === costCodeId)?.cents ?? 0;
    return cents < has
      ? [
          {
            path: `codes.${at}.cents`,
            message: `It has ${formatCents(has)}. Ask for a transfer to take money from it: another person approves it.`,
          },
        ]
      : [];
  });
  if (errors.length)
    throw invalid("code_lowered", "The work has begun: nothing is taken from a code.", errors);
};

const storeBudgets = (tx: Tx, projectId: string, codes: DistributeInput["codes"]) =>
  tx.rows(sql`
    insert into project_cost_budget (org_id, project_id, cost_code_id, cents)
    select ${tx.scope.orgId}::uuid, ${projectId}::uuid, c.id, c.cents
    from unnest(
      ${codes.map((c) => c.costCodeId)}::uuid[], ${codes.map((c) => c.cents)}::bigint[]
    ) as c (id, cents)
    on conflict (org_id, project_id, cost_code_id)
    do update set cents = excluded.cents
  `);

const told = (codes: readonly { costCodeId: string; cents: number }[]) => ({
  codes: codes.map(({ costCodeId, cents }) => ({ costCodeId, cents })),
});

/**
 * Gives codes of a project what they are to have of its budget. 404, 409, 412; 422 `cannot_code`,
 * `code_lowered`, `beyond_budget` where all codes together exceed the project's budget.
 */
export const distribute = (
  tx: Tx,
  actor: Actor,
  id: string,
  input: DistributeInput,
  version: number | null,
): Promise<ProjectStored> =>
  change(tx, actor, projectNoun, {
    id,
    version,
    action: "distribute",
    effect: async (row) => {
      const [kept, [ledger]] = await Promise.all([
        keptOf(tx, id),
        projectLedgers(tx, [row.segmentId]),
      ]);
      await requireKnown(
        tx,
        input.codes.map((c) => c.costCodeId),
        kept.map((each) => each.costCodeId),
      );
      refuseLowered(row, kept, input);
      const untouched = kept.filter(
        ({ costCodeId }) => !input.codes.some((c) => c.costCodeId === costCodeId),
      );
      const sum = [...untouched, ...input.codes].reduce((n, { cents }) => n + cents, 0);
      const budget = ledger?.budget ?? 0;
      if (sum > budget)
        throw invalidField(
          "codes",
          `The codes together would have ${formatCents(sum)}; the budget of the project is ${formatCents(budget)}. Give them less, or ask the budget office for more.`,
          "beyond_budget",
        );
      await storeBudgets(tx, id, input.codes);
      return { held: told(kept), content: told([...untouched, ...input.codes]) };
    },
  });

/** Writes down what a code will cost in the end, with the reason; or leaves it to the rule. 404, 409, 412, 422. */
export const forecastCode = (
  tx: Tx,
  actor: Actor,
  id: string,
  { costCodeId, cents, reason }: CodeForecastInput,
  version: number | null,
): Promise<ProjectStored> =>
  change(tx, actor, projectNoun, {
    id,
    version,
    action: "forecastCode",
    effect: async () => {
      const kept = (await keptOf(tx, id)).find((each) => each.costCodeId === costCodeId);
      const name = (await costCodesOf(tx, [costCodeId])).get(costCodeId);
      if (!name) throw invalidField("costCodeId", "There is no such cost code.");
      if (!kept) await insertRows(tx, projectCostBudget, [{ ...blankOf(tx, id), costCodeId }]);
      const typed = cents !== null;
      await tx.rows(sql`
        update project_cost_budget
        set
          forecast_cents = ${cents}, forecast_reason = ${typed ? reason : ""},
          forecast_on = ${typed ? businessDate(tx.scope) : null},
          forecast_by = ${typed ? actor.personId : null}
        where org_id = ${tx.scope.orgId} and project_id = ${id} and cost_code_id = ${costCodeId}
      `);
      return {
        held: { code: name.label, forecast: kept?.forecastCents ?? null },
        content: { code: name.label, forecast: cents },
        note: typed ? reason : null,
      };
    },
  });

const blankOf = (tx: Tx, projectId: string) => ({ orgId: tx.scope.orgId!, projectId, cents: 0 });

const ended: ReadonlySet<string> = new Set(["closed", "cancelled"]);
const refuseEnded = ({ status, number }: ProjectStored): void => {
  if (ended.has(status))
    throw conflict(
      "project_ended",
      `${number} is ${status}: what its lines were for stays as it is.`,
    );
};

// The line charges this project, and none that has ended.
const refuseForeign = async (tx: Tx, row: ProjectStored, accountIds: readonly string[]) => {
  const others = await tx.rows<ProjectStored>(sql`
    select *
    from project
    where org_id = ${tx.scope.orgId} and id <> ${row.id} and status in ('closed', 'cancelled')
  `);
  const charges = async (p: ProjectStored) => {
    const its = new Set(await accountsOfProject(tx, p.segmentId));
    return accountIds.some((each) => its.has(each));
  };
  if (!(await charges(row)))
    throw invalidField("lineId", `This line does not charge ${row.number}.`, "line_of_another");
  for (const other of others) if (await charges(other)) refuseEnded(other);
};

/**
 * Moves a line of a project to another code, or to none, with all its figures; the histories of its
 * documents and of the project tell it. 404, 409 `project_ended`; 422 `cannot_code`, `line_of_another`.
 */
export const recodeLine = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: RecodeInput,
): Promise<ProjectStored> => {
  const row = await getRow(tx, project, id, "project");
  refuseEnded(row);
  await recode(tx, actor, input, (accountIds) => refuseForeign(tx, row, accountIds));
  note(tx, actor, projectNoun, row, {
    action: "recode",
    after: { type: input.type, lineId: input.lineId, costCodeId: input.costCodeId },
    note: input.reason,
  });
  return row;
};

const shownLine =
  (codes: ReadonlyMap<string, CostCodeNamed>) =>
  ({ documentId, ...line }: CodedPart): CodedLineRow => ({
    ...line,
    href: `${line.type === "requisition" ? "/smart-requisition" : "/purchase-orders"}/${documentId}`,
    costCode: codes.get(line.costCodeId ?? "")?.label ?? null,
  });

/** The lines that charge a project, each with its code. 404. */
export const linesByCode = async (db: Db, id: string): Promise<CodedLineRow[]> => {
  const row = await getRow(db, project, id, "project");
  const lines = await codedPartsOf(db, await accountsOfProject(db, row.segmentId));
  const codes = await costCodesOf(
    db,
    lines.map(({ costCodeId }) => costCodeId),
  );
  return lines.map(shownLine(codes));
};

/** Which of these segments are projects of ours: lines of them bear cost codes. */
export const segmentsOfProjects = async (
  db: Db,
  segmentIds: readonly string[],
): Promise<string[]> =>
  (
    await db.rows<{ segmentId: string }>(sql`
      select segment_id
      from project
      where org_id = ${db.scope.orgId} and segment_id = any(${[...segmentIds]}::uuid[])
    `)
  ).map(({ segmentId }) => segmentId);
