import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { formatCents, lineTotalCents } from "#kernel/money.ts";
import { keepDeadlines, type DeadlineRecordOf } from "#areas/workflow/workflow.server.ts";
import { change, note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, insertRows, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { announce, transition } from "#server/lifecycle.ts";
import { lacksOf } from "../considerations/considerations.service.ts";
import { insuranceFollows } from "../insurance/carried.service.ts";
import { workUntil } from "../law/clocks.model.ts";
import { sizeOf } from "../law/share.model.ts";
import { projectNoun } from "../recovery.nouns.ts";
import {
  paDamage,
  paDeclaration,
  paObligation,
  paProject,
  paScopeLine,
} from "../recovery.tables.ts";
import type { ProjectAction } from "./project.labels.ts";
import type { obligationInput, ProjectInput } from "./project.model.ts";

type Record_ = typeof paProject.$inferSelect;
type Step = { id: string; version: number | null; reason?: string | null };

const daysOf = (p: Record_): DeadlineRecordOf => ({
  id: p.id,
  number: p.number,
  link: `/fema-grants-hub/projects/${p.id}`,
  deadlines: ["complete", "closed", "withdrawn"].includes(p.status)
    ? []
    : [
        {
          key: "work",
          title: `${p.number}: the work is done`,
          dueOn: p.workUntil,
          follows: "6 months (A, B) or 18 months (C to G) from the declaration.",
          citation: "44 CFR 206.204(c)",
          ownerId: p.ownerId,
          notices: [60, 14, 0],
          byHand: false,
        },
      ],
});
const keep = async (tx: Tx, actor: Actor, p: Record_): Promise<Record_> => {
  await keepDeadlines(tx, actor, "paProject", daysOf(p));
  return p;
};

/** Keeps the days of a project whose last day of work changed. */
export const keepProjectDays = async (tx: Tx, actor: Actor, p: Record_): Promise<void> =>
  void (await keep(tx, actor, p));

/** The days of all open projects. */
export const allProjectDays = async (db: Db): Promise<DeadlineRecordOf[]> =>
  (
    await db.rows<Record_>(sql`
      select *
      from pa_project
      where org_id = ${db.scope.orgId} and status not in ('complete', 'closed', 'withdrawn')
      order by id
      limit 5000
    `)
  ).map(daysOf);

const priced = (lines: ProjectInput["lines"]) =>
  lines.map((line, n) => ({
    ...line,
    lineNo: n + 1,
    cents: lineTotalCents(line.quantity, line.unitPrice),
  }));

const storeLines = (tx: Tx, projectId: string, lines: ReturnType<typeof priced>) =>
  lines.length
    ? insertRows(
        tx,
        paScopeLine,
        lines.map((line) => ({ ...line, orgId: tx.scope.orgId!, id: newId(), projectId })),
      )
    : Promise.resolve();

/** Begins a project of one category; its scope lines add up to its estimate, cent by cent. */
export const beginProject = async (
  tx: Tx,
  actor: Actor,
  { lines: typed, ...input }: ProjectInput,
): Promise<Record_> => {
  const d = await getRow(tx, paDeclaration, input.declarationId, "declaration");
  if (d.status === "closed") throw conflict("rule", `${d.number} is closed.`);
  const lines = priced(typed);
  const id = newId();
  const row = await create(tx, actor, projectNoun, {
    number: { kind: "PAP" },
    row: {
      ...input,
      orgId: d.orgId,
      id,
      estimateCents: lines.reduce((n, l) => n + l.cents, 0),
      workUntil: workUntil(d.declaredOn, input.category),
      ownerId: actor.personId,
    },
    content: { lines },
    from: [{ type: "paDeclaration", id: d.id }],
    store: async () => void (await storeLines(tx, id, lines)),
  });
  return keep(tx, actor, row);
};

/** Changes a project. Once its size is frozen, category and insurance stay. 409. */
export const changeProject = async (
  tx: Tx,
  actor: Actor,
  id: string,
  { lines: typed, ...input }: ProjectInput,
  version: number | null,
): Promise<Record_> => {
  const after = await change(tx, actor, projectNoun, {
    id,
    version,
    action: "change",
    unless: (before) =>
      before.status !== "formulation"
        ? "Its size is frozen. Record a version of the obligation instead."
        : null,
    effect: async (before) => {
      if (before.declarationId !== input.declarationId)
        throw invalidField("declarationId", "A project stays with its declaration.");
      if (before.category !== input.category) {
        const used = await tx.maybe(sql`
          select 1 as found
          from pa_damage
          where org_id = ${tx.scope.orgId} and project_id = ${id}
          limit 1
        `);
        if (used)
          throw invalidField("category", "Its damage is of another category. Take it out first.");
      }
      if (
        (input.insuranceCents !== before.insuranceCents ||
          input.insuranceActual !== before.insuranceActual) &&
        (await insuranceFollows(tx, id))
      )
        throw invalidField(
          "insuranceCents",
          "Policies and flooded buildings of this project say what comes off. Change them instead.",
        );
      const lines = priced(typed);
      await tx.rows(sql`
        delete from pa_scope_line
        where org_id = ${tx.scope.orgId} and project_id = ${id}
      `);
      await storeLines(tx, id, lines);
      const d = await getRow(tx, paDeclaration, input.declarationId, "declaration");
      return {
        patch: {
          ...input,
          estimateCents: lines.reduce((n, l) => n + l.cents, 0),
          workUntil: workUntil(d.declaredOn, input.category),
        },
        content: { lines },
      };
    },
  });
  return keep(tx, actor, after);
};

/** Puts damage into a project, or takes it out (`projectId` null). One category, one declaration. */
export const putDamage = async (
  tx: Tx,
  actor: Actor,
  damageId: string,
  projectId: string | null,
): Promise<{ id: string }> => {
  const damage = await lockRow(tx, paDamage, damageId, "damage");
  const target = projectId ?? damage.projectId;
  if (!target) throw conflict("rule", `${damage.number} is in no project.`);
  const p = await lockRow(tx, paProject, target, "project");
  if (p.status !== "formulation")
    throw conflict("rule", `The size of ${p.number} is frozen: its damage stays as it is.`);
  if (projectId) {
    if (damage.projectId) throw conflict("rule", `${damage.number} is in a project already.`);
    if (!["reported", "inspected", "documented"].includes(damage.status))
      throw conflict("rule", `${damage.number} is out of the list.`);
    if (damage.category !== p.category || damage.declarationId !== p.declarationId)
      throw conflict(
        "rule",
        `${p.number} holds damage of category ${p.category} of its declaration only.`,
      );
  }
  const after = await updateRow(tx, paDamage, damageId, {
    projectId,
  });
  note(tx, actor, "paDamage", damage, {
    action: projectId ? "assign" : "release",
    before: damage,
    after,
    event: "paDamage.assign",
  });
  announce(tx, damage.orgId, "paProject.change", p.id);
  return { id: damageId };
};

// The size follows from the estimate after insurance and the thresholds frozen with the declaration.
const frozenSize = async (tx: Tx, p: Record_) => {
  const d = await getRow(tx, paDeclaration, p.declarationId, "declaration");
  if (d.largeCents === null || d.minimumCents === null)
    throw conflict(
      "not_loaded",
      `The thresholds of fiscal year ${d.fiscalYear} are not loaded. Load FEMA's notice for that year under Declarations, then freeze the size.`,
    );
  const lacks = await lacksOf(tx, p);
  if (lacks.length) throw conflict("rule", lacks.join(" "));
  const after = Math.max(0, p.estimateCents - p.insuranceCents);
  const size = sizeOf(after, { minimumCents: d.minimumCents, largeCents: d.largeCents });
  if (size === "below")
    throw conflict(
      "rule",
      `${p.insuranceCents ? `After ${formatCents(p.insuranceCents)} of insurance and flood reduction it` : "It"} comes to ${formatCents(after)}, below the least amount of fiscal year ${d.fiscalYear}, ${formatCents(d.minimumCents)}.`,
    );
  return { size, sizeSource: d.thresholdSource };
};

/** A step of a project. Its size is frozen when it goes to the state. */
export const moveProject = async (
  tx: Tx,
  actor: Actor,
  action: Exclude<ProjectAction, "obligate">,
  step: Step,
): Promise<Record_> =>
  keep(
    tx,
    actor,
    await transition(tx, actor, projectNoun, {
      ...step,
      action,
      effect: async (record) => {
        const p = record as Record_;
        if (action === "freeze") return { patch: await frozenSize(tx, p) };
        if (action === "close") {
          const waiting = await tx.maybe(sql`
            select 1 as found
            from pa_request
            where org_id = ${tx.scope.orgId}
              and project_id = ${p.id}
              and status not in ('paid', 'cancelled')
            limit 1
          `);
          if (waiting) throw conflict("rule", "A request of it is not paid yet.");
        }
        return { patch: { statusReason: step.reason ?? null } };
      },
    }),
  );

/** Records an obligation, or what was taken back (negative). The sum never falls below zero. */
export const obligate = (
  tx: Tx,
  actor: Actor,
  step: Step,
  said: z.output<typeof obligationInput>,
): Promise<Record_> =>
  transition(tx, actor, projectNoun, {
    ...step,
    action: "obligate",
    effect: async (record) => {
      const p = record as Record_;
      if (said.cents === 0) throw invalidField("cents", "Enter an amount.");
      if (said.obligatedOn > businessDate(tx.scope))
        throw invalidField("obligatedOn", "This day has not come yet.");
      const { next, sum } = await tx.one<{ next: number; sum: number }>(sql`
        select
          coalesce(max(version_no), -1)::int + 1 as next, coalesce(sum(cents), 0)::bigint as sum
        from pa_obligation
        where org_id = ${tx.scope.orgId} and project_id = ${p.id}
      `);
      if (sum + said.cents < 0)
        throw invalidField("cents", "More is taken back than was obligated.");
      await insertRow(tx, paObligation, {
        ...said,
        orgId: tx.scope.orgId!,
        id: newId(),
        projectId: p.id,
        versionNo: next,
        createdBy: actor.personId,
      });
      return { note: `Version ${next}: ${said.document}` };
    },
  });
