import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import { laborClassesOf } from "#areas/assets/assets.server.ts";
import { incidentsNamed } from "#areas/disaster/disaster.server.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { bind, sql } from "#server/db/sql.ts";
import { recordColumns } from "#server/http/record-columns.ts";
import { actionsFor } from "#server/lifecycle.ts";
import { awardsOf } from "../award/award.service.ts";
import { declarationNoun } from "../recovery.nouns.ts";
import { paDeclaration } from "../recovery.tables.ts";
import { declarationList } from "./declaration.list.ts";
import type { Declaration, DeclarationDetail } from "./declaration.model.ts";
import { policiesOf } from "./pay-policy.service.ts";

const partsOf = async (db: Db, id: string) => {
  const of = { org: db.scope.orgId, id };
  const [d, areas, shares, amendments, papers, policies, classes, awards] = await Promise.all([
    getRow(db, paDeclaration, id, "declaration"),
    db.rows<DeclarationDetail["areas"][number]>(sql`
      select id, county, categories, designated_on
      from pa_area
      where org_id = ${of.org} and declaration_id = ${of.id}
      order by county
    `),
    db.rows<DeclarationDetail["shares"][number]>(sql`
      select id, categories, from_day, to_day, rate, source
      from pa_share
      where org_id = ${of.org} and declaration_id = ${of.id}
      order by from_day, id
    `),
    db.rows<DeclarationDetail["amendments"][number]>(sql`
      select id, amendment_no, amended_on, source, changes
      from pa_amendment
      where org_id = ${of.org} and declaration_id = ${of.id}
      order by amendment_no
    `),
    db.rows<DeclarationDetail["papers"][number]>(sql`
      select id, key, title, due_on, citation, done_on, note, version
      from pa_paper
      where org_id = ${of.org} and declaration_id = ${of.id}
      order by place
    `),
    policiesOf(db, id),
    laborClassesOf(db),
    awardsOf(db, id),
  ]);
  return { d, areas, shares, amendments, papers, policies, classes, awards };
};

/** A declaration with its areas, shares, amendments, papers and the actor's actions. 404. */
export const readDeclaration = async (
  db: Db,
  actor: Actor,
  id: string,
): Promise<DeclarationDetail> => {
  const row = await db.maybe<Declaration>(
    bind(
      `
        select ${recordColumns(declarationList, {})}
        from ${declarationList.from}
        where d.org_id = $1 and d.id = $2
      `,
      [db.scope.orgId, id],
    ),
  );
  if (!row) throw notFound("declaration");
  const { d, areas, shares, amendments, papers, policies, classes, awards } = await partsOf(db, id);
  const [incident] = d.incidentId ? await incidentsNamed(db, { ids: [d.incidentId] }) : [];
  return {
    ...row,
    ...d,
    areas,
    shares,
    amendments,
    papers,
    awards,
    payPolicies: policies.map((p) => ({
      ...p,
      laborClass: classes.find((c) => c.id === p.laborClassId)?.name ?? "",
    })),
    incident: incident ? `${incident.number} ${incident.title}` : null,
    actions: actionsFor(actor, declarationNoun, d),
  };
};
