import { hash } from "node:crypto";
import type { Actor } from "#kernel/access.ts";
import { invalidField, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { assuranceClause, assuranceStandard, assuranceTie } from "../assurance.tables.ts";
import { readCsvTree } from "./csv-tree.model.ts";
import { readOscal } from "./oscal.model.ts";
import { provers } from "./proof.service.ts";
import { mostClauses, refuse, type ReadClause, type StandardRead } from "./read.model.ts";
import { shippedStandards, type Shipped } from "./shipped.data.ts";
import type {
  ClauseDetail,
  ClauseRow,
  StandardReport,
  StandardRow,
  TakeInput,
  TieInput,
} from "./standard.model.ts";

type Head = Pick<TakeInput, "name" | "edition" | "source"> & {
  format: TakeInput["format"] | "shipped";
  digest: string;
};
type Taken = { id: string; report: StandardReport };

const reportOf = ({ clauses, unknown }: StandardRead): StandardReport => ({
  groups: clauses.filter(({ kind }) => kind === "group").length,
  clauses: clauses.filter(({ kind }) => kind === "clause").length,
  withdrawn: clauses.filter(({ withdrawn }) => withdrawn).length,
  unknown: [...unknown],
});

const store = async (
  tx: Tx,
  actor: Pick<Actor, "orgId" | "personId" | "sessionId" | "name">,
  head: Head,
  read: StandardRead,
): Promise<Taken> => {
  const orgId = tx.scope.orgId!;
  const known = await tx.maybe(sql`
    select 1 as known
    from assurance_standard
    where org_id = ${orgId} and name = ${head.name} and edition = ${head.edition}
  `);
  if (known)
    throw invalidField("edition", "This edition of the standard is here already.", "edition_known");
  if (read.clauses.length === 0) throw refuse("the file", "It holds no clause.");
  if (read.clauses.length > mostClauses)
    throw refuse("the file", `It holds more than ${mostClauses} clauses.`);
  const report = reportOf(read);
  const ids = read.clauses.map(() => newId());
  const { id } = await insertRow(tx, assuranceStandard, {
    ...{ orgId, id: newId(), ...head, report, takenBy: actor.personId },
  });
  await insertRows(
    tx,
    assuranceClause,
    read.clauses.map(({ parent, ...clause }, place) => ({
      ...{ orgId, id: ids[place]!, standardId: id, place, ...clause },
      parentId: parent === null ? null : ids[parent]!,
    })),
  );
  note(tx, actor, "assuranceStandard", id, {
    action: "take",
    number: `${head.name}, ${head.edition}`,
    after: { ...report, digest: head.digest },
    event: null,
  });
  return { id, report };
};

/**
 * Takes an edition of a standard in, whole or not at all. 422 `standard_refused` with the place,
 * `edition_known`.
 */
export const takeStandard = (
  tx: Tx,
  actor: Actor,
  { content, ...head }: TakeInput,
): Promise<Taken> => {
  const read = head.format === "oscal" ? readOscal(content) : readCsvTree(content);
  return store(tx, actor, { ...head, digest: hash("sha256", content, "hex") }, read);
};

const clauseOf =
  (of: Shipped) =>
  ([number, title, parent]: Shipped["clauses"][number]): ReadClause => ({
    ...{ number, title, text: "", class: "", withdrawn: false },
    parent: parent ? of.clauses.findIndex(([each]) => each === parent) : null,
    kind: parent ? "clause" : "group",
    more: { guidance: "", examples: [], methods: "" },
  });

/** Takes in a standard that comes with the product. 422 `edition_known`. */
export const takeShipped = (
  tx: Tx,
  actor: Pick<Actor, "orgId" | "personId" | "sessionId" | "name">,
  key: Shipped["key"],
): Promise<Taken> => {
  const of = shippedStandards.find((each) => each.key === key)!;
  const { name, edition, source } = of;
  const digest = hash("sha256", JSON.stringify(of.clauses), "hex");
  return store(
    tx,
    actor,
    { name, edition, source, format: "shipped", digest },
    {
      ...{ title: name, edition, unknown: [] },
      clauses: of.clauses.map(clauseOf(of)),
    },
  );
};

/** The standards of an agency, with how many clauses nothing proves. */
export const standardsOf = (db: Db): Promise<StandardRow[]> =>
  db.rows<StandardRow>(sql`
    select s.id, s.name, s.edition, s.source, s.taken_at, s.report, counted.assessable, counted.bare
    from assurance_standard s
    cross join lateral (
      select
        count(*)::int as assessable,
        (count(*) filter (where not exists (
          select 1
          from assurance_tie t
          where t.org_id = c.org_id and t.clause_id = c.id
        )))::int as bare
      from assurance_clause c
      where c.org_id = s.org_id and c.standard_id = s.id and c.kind = 'clause' and not c.withdrawn
    ) counted
    where s.org_id = ${db.scope.orgId}
    order by s.name, s.edition
  `);

/** The tree of an edition, each clause behind its parent. 404. */
export const clausesOf = async (db: Db, standardId: string): Promise<ClauseRow[]> => {
  await getRow(db, assuranceStandard, standardId, "standard");
  return db.rows<ClauseRow>(sql`
    select
      c.id, c.parent_id, c.kind, c.number, c.title, c.withdrawn,
      (
        select count(*)
        from assurance_tie t
        where t.org_id = c.org_id and t.clause_id = c.id
      )::int as ties
    from assurance_clause c
    where c.org_id = ${db.scope.orgId} and c.standard_id = ${standardId}
    order by c.place
  `);
};

/** A clause with what proves it and when that last did. 404. */
export const readClause = async (db: Db, id: string): Promise<ClauseDetail> => {
  const row = await getRow(db, assuranceClause, id, "clause");
  const [ties, all] = await Promise.all([
    db.rows<{ id: string; kind: string; targetId: string }>(sql`
      select id, kind, target_id
      from assurance_tie
      where org_id = ${db.scope.orgId} and clause_id = ${id}
      order by kind, tied_at
    `),
    provers(db),
  ]);
  const { kind, number, title, text, parentId, withdrawn, more } = row;
  return {
    ...{ id, kind, number, title, text, parentId, withdrawn, class: row.class, ties: ties.length },
    ...{ guidance: more.guidance, examples: [...more.examples], methods: more.methods },
    proofs: ties.flatMap((tie) => {
      const found = all.find((each) => each.kind === tie.kind && each.id === tie.targetId);
      return found
        ? [{ ...found, id: tie.id }]
        : [
            {
              ...{ id: tie.id, kind: tie.kind as "control", name: "Not in force any more" },
              ...{ href: "", at: null, said: "It proves nothing today." },
            },
          ];
    }),
  };
};

/** Ties a clause to what proves it. 404; 422 `clause_not_assessable`, `proof_unknown`, `tie_known`. */
export const tieClause = async (
  tx: Tx,
  actor: Actor,
  clauseId: string,
  { kind, targetId }: TieInput,
): Promise<{ id: string }> => {
  const clause = await getRow(tx, assuranceClause, clauseId, "clause");
  if (clause.kind === "group" || clause.withdrawn)
    throw invalidField(
      "kind",
      "A chapter or a withdrawn clause is not assessed.",
      "clause_not_assessable",
    );
  const found = (await provers(tx)).find((each) => each.kind === kind && each.id === targetId);
  if (!found) throw invalidField("targetId", "Choose what is in force.", "proof_unknown");
  const known = await tx.maybe(sql`
    select 1 as known
    from assurance_tie
    where org_id = ${tx.scope.orgId}
      and clause_id = ${clauseId}
      and kind = ${kind}
      and target_id = ${targetId}
  `);
  if (known) throw invalidField("targetId", "It is tied to this clause already.", "tie_known");
  const { orgId } = clause;
  const ids = { orgId, id: newId(), clauseId, kind, targetId };
  const tie = await insertRow(tx, assuranceTie, { ...ids, tiedBy: actor.personId! });
  note(tx, actor, "assuranceStandard", clause.standardId, {
    ...{ action: "tie", number: clause.number, note: found.name, event: null },
  });
  return { id: tie.id };
};

/** Takes a tie away. 404. */
export const untieClause = async (tx: Tx, actor: Actor, tieId: string): Promise<void> => {
  const gone = await tx.rows<{ clauseId: string }>(sql`
    delete from assurance_tie
    where org_id = ${tx.scope.orgId} and id = ${tieId}
    returning clause_id
  `);
  if (!gone[0]) throw notFound("tie");
  const clause = await getRow(tx, assuranceClause, gone[0].clauseId, "clause");
  note(tx, actor, "assuranceStandard", clause.standardId, {
    ...{ action: "untie", number: clause.number, event: null },
  });
};
