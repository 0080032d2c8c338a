import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { bind, sql } from "#server/db/sql.ts";
import { recordColumns } from "#server/http/record-columns.ts";
import { actionsFor } from "#server/lifecycle.ts";
import { lacksToSend } from "../considerations/readiness.model.ts";
import { insuranceFollows } from "../insurance/carried.service.ts";
import { ownExtension } from "../law/clocks.model.ts";
import { projectFacts, projectNoun } from "../recovery.nouns.ts";
import { paProject } from "../recovery.tables.ts";
import { projectList } from "./project.list.ts";
import type { Project, ProjectDetail } from "./project.model.ts";

// One obstacle is said on the button itself; several stand in a list on the page.
const stops = (lacks: readonly string[]): string =>
  lacks.length === 1 ? lacks[0]! : `${lacks.length} things stop it; they stand under Scope.`;

const partsOf = async (db: Db, id: string) => {
  const [p, facts, lines, obligations, damage, requests, follows] = await Promise.all([
    getRow(db, paProject, id, "project"),
    projectFacts(db, id),
    db.rows<ProjectDetail["lines"][number]>(sql`
      select id, description, quantity, unit, unit_price, cents
      from pa_scope_line
      where org_id = ${db.scope.orgId} and project_id = ${id}
      order by line_no
    `),
    db.rows<ProjectDetail["obligations"][number]>(sql`
      select id, version_no, cents, obligated_on, document
      from pa_obligation
      where org_id = ${db.scope.orgId} and project_id = ${id}
      order by version_no
    `),
    db.rows<ProjectDetail["damage"][number]>(sql`
      select id, number, title, estimate_cents, version
      from pa_damage
      where org_id = ${db.scope.orgId} and project_id = ${id}
      order by number
    `),
    db.rows<{ id: string }>(sql`
      select id
      from pa_request
      where org_id = ${db.scope.orgId} and project_id = ${id}
      order by number
    `),
    insuranceFollows(db, id),
  ]);
  return { p, facts, lines, obligations, damage, requests, follows };
};

/** A project with its scope, damage, obligations and the actor's steps. 404. */
export const readProject = async (db: Db, actor: Actor, id: string): Promise<ProjectDetail> => {
  const row = await db.maybe<Project>(
    bind(
      `
        select ${recordColumns(projectList, {})}
        from ${projectList.from}
        where p.org_id = $1 and p.id = $2
      `,
      [db.scope.orgId, id],
    ),
  );
  if (!row) throw notFound("project");
  const { p, facts, lines, obligations, damage, requests, follows } = await partsOf(db, id);
  const lacks = p.status === "formulation" ? lacksToSend({ ...p, damage: damage.length }) : [];
  return {
    ...row,
    declarationId: p.declarationId,
    pwNumber: p.pwNumber,
    scope: p.scope,
    mitigation: p.mitigation,
    ehp: p.ehp,
    insuranceCents: p.insuranceCents,
    insuranceActual: p.insuranceActual,
    insuranceFollows: follows,
    ehpAnswers: p.ehpAnswers,
    mitigationStatement: p.mitigationStatement,
    mitigationMeasures: p.mitigationMeasures,
    lacks,
    sizeSource: p.sizeSource,
    statusReason: p.statusReason,
    ownExtension: ownExtension(p.category),
    lines,
    obligations,
    damage,
    evidence: [id, p.declarationId, ...damage.map((d) => d.id), ...requests.map((r) => r.id)],
    actions: actionsFor(actor, projectNoun, { ...p, ...facts }).map((offered) =>
      offered.name === "freeze" && offered.enabled && lacks.length > 0
        ? { ...offered, enabled: false, reason: stops(lacks) }
        : offered,
    ),
  };
};
