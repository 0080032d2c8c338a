import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { bind, sql } from "#server/db/sql.ts";
import { recordColumns } from "#server/http/record-columns.ts";
import { actionsFor } from "#server/lifecycle.ts";
import { awardNamed } from "#areas/grants/grants.server.ts";
import { membersNamed } from "#areas/organization/organization.server.ts";
import { grantProgram } from "../passthrough.tables.ts";
import { conflictsOf, reviewersOf } from "../review/sheet.service.ts";
import { programFields, type ProgramDetail, type Reviewer } from "./program.model.ts";
import { programList } from "./program.list.ts";
import { programNoun } from "./program.noun.ts";

type Criterion = ProgramDetail["criteria"][number];
/** The criteria of a program, in their order. */
const criteriaOf = (db: Db, programId: string): Promise<Criterion[]> =>
  db.rows<Criterion>(sql`
    select id, name, about, weight, max_score
    from program_criterion
    where org_id = ${db.scope.orgId} and program_id = ${programId}
    order by place
  `);

const namesOf = async (db: Db, ids: readonly (string | null)[]) => {
  const known = ids.filter((id): id is string => id !== null);
  const people = known.length ? await membersNamed(db, { ids: known }) : [];
  return (id: string | null) => people.find((p) => p.id === id)?.name ?? null;
};

type Head = Omit<
  ProgramDetail,
  | "awardTitle"
  | "owner"
  | "publishedAt"
  | "criteria"
  | "reviewers"
  | "seat"
  | "sheetSha256"
  | "frozenAt"
  | "frozenBy"
  | "toldAt"
  | "statusReason"
  | "canEdit"
  | "actions"
>;

/** A program with its criteria and who reviews it; never with anybody's scores. 404. */
export const readProgram = async (db: Db, actor: Actor, id: string): Promise<ProgramDetail> => {
  const [row, p, criteria, seats] = await Promise.all([
    db.maybe<Head>(
      bind(
        `
          select ${recordColumns(programList, programFields)}
          from ${programList.from}
          where p.org_id = $1 and p.id = $2
        `,
        [db.scope.orgId, id],
      ),
    ),
    getRow(db, grantProgram, id, "grant program"),
    criteriaOf(db, id),
    reviewersOf(db, id),
  ]);
  if (!row) throw notFound("grant program");
  const nameOf = await namesOf(db, [p.ownerId, p.frozenBy, ...seats.map((s) => s.personId)]);
  const reviewers = seats.map((s): Reviewer => ({
    id: s.id,
    personId: s.personId,
    name: nameOf(s.personId) ?? "",
    declared: s.declaredAt !== null,
    recused: s.recusedAt !== null,
    recusalReason:
      s.personId === actor.personId || actor.permissions.has("grantProgram.decide")
        ? s.recusalReason
        : null,
    handedIn: s.handedInAt !== null,
    conflicts: conflictsOf(s).length,
  }));
  return {
    ...row,
    awardTitle: p.awardId ? (await awardNamed(db, p.awardId)).title : null,
    owner: nameOf(p.ownerId),
    publishedAt: p.publishedAt,
    criteria,
    reviewers,
    seat: reviewers.find((r) => r.personId === actor.personId) ?? null,
    sheetSha256: p.sheetSha256,
    frozenAt: p.frozenAt,
    frozenBy: nameOf(p.frozenBy),
    toldAt: p.toldAt,
    statusReason: p.statusReason,
    canEdit: p.status === "draft" && actor.permissions.has("grantProgram.edit"),
    actions: actionsFor(actor, programNoun, p),
  };
};
