import type { Actor } from "#kernel/access.ts";
import { createHash } from "node:crypto";
import { canonicalJson } from "#kernel/canonical-json.ts";
import { invalid, type FieldError } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRows } from "#server/db/rows.ts";
import { ident, sql } from "#server/db/sql.ts";
import { openFiles } from "#server/files/holders.ts";
import { listRules } from "#areas/governance/governance.server.ts";
import { refuseUnknownCodes } from "#areas/procurement/procurement.server.ts";
import { chooseClauses, type ClauseFacts } from "./clause.model.ts";
import { wagesOfSolicitations } from "./wages.service.ts";
import type { SolicitationChange } from "./solicitation.fields.model.ts";
import {
  solicitationClause,
  solicitationCriterion,
  solicitationDocument,
  solicitationItem,
  solicitationLot,
  solicitationRequirement,
} from "./solicitation.tables.ts";

type Parts = Pick<SolicitationChange, "lots" | "items" | "criteria" | "requirements" | "documents">;

// What a solicitation takes from elsewhere must be the agency's own or the product's: commodity
// codes, files it stored, and lines of requisitions that are approved.
const checkSources = async (tx: Tx, actor: Actor, parts: Parts) => {
  const files = parts.documents.map((d) => d.fileId);
  const lines = parts.items.flatMap((item) => item.requisitionLineId ?? []);
  await refuseUnknownCodes(
    tx,
    parts.items.map((item, at) => ({ commodityCode: item.commodityCode, path: `items.${at}` })),
  );
  const [stored, approved] = await Promise.all([
    openFiles(tx, actor, files),
    lines.length
      ? tx.rows<{ id: string }>(sql`
        select l.id
        from requisition_line l
        join requisition r on r.org_id = l.org_id and r.id = l.requisition_id
        where l.org_id = ${tx.scope.orgId}
          and l.id = any(${lines}::uuid[])
          and r.status in ('approved', 'partly_ordered')
      `)
      : [],
  ]);
  const known = new Set([...stored.keys(), ...approved.map((row) => row.id)]);
  const errors: FieldError[] = [];
  parts.documents.forEach((d, at) => {
    if (!known.has(d.fileId))
      errors.push({ path: `documents.${at}.fileId`, message: "There is no such file." });
  });
  parts.items.forEach((item, at) => {
    if (item.requisitionLineId && !known.has(item.requisitionLineId))
      errors.push({
        path: `items.${at}.requisitionLineId`,
        message: "The requisition of this line is not approved.",
      });
  });
  if (errors.length) throw invalid("invalid_parts", "Some parts cannot be taken.", errors);
};

const removeParts = async (tx: Tx, orgId: string, solicitationId: string): Promise<void> => {
  for (const table of [
    "solicitation_item",
    "solicitation_lot",
    "solicitation_criterion",
    "solicitation_requirement",
    "solicitation_document",
  ] as const)
    await tx.rows(sql`
      delete from ${ident(table)}
      where org_id = ${orgId} and solicitation_id = ${solicitationId}
    `);
};

const writeItems = (
  tx: Tx,
  parts: Parts,
  own: { orgId: string; solicitationId: string },
  lotIds: Map<number, string>,
) =>
  insertRows(
    tx,
    solicitationItem,
    parts.items.map(({ lotNo, ...item }, at) => ({
      ...own,
      id: newId(),
      itemNo: at + 1,
      ...item,
      lotId: lotNo == null ? null : lotIds.get(lotNo)!,
      requisitionLineId: item.requisitionLineId ?? null,
    })),
  );

/**
 * Stores lots, items, criteria, requirements and documents in place of what was there. 422 with the
 * field's path for a commodity code that nobody knows, a file or line that is not the agency's.
 */
export const writeParts = async (
  tx: Tx,
  actor: Actor,
  { orgId, id: solicitationId }: { orgId: string; id: string },
  parts: Parts,
): Promise<void> => {
  await checkSources(tx, actor, parts);
  // Items point at lots: they go first and come last.
  await removeParts(tx, orgId, solicitationId);
  const own = { orgId, solicitationId };
  const lotIds = new Map(parts.lots.map((lot) => [lot.lotNo, newId()]));
  await insertRows(
    tx,
    solicitationLot,
    parts.lots.map((lot) => ({ ...own, id: lotIds.get(lot.lotNo)!, ...lot })),
  );
  await Promise.all([
    writeItems(tx, parts, own, lotIds),
    insertRows(
      tx,
      solicitationCriterion,
      parts.criteria.map((criterion, at) => ({
        ...own,
        id: newId(),
        position: at + 1,
        ...criterion,
      })),
    ),
    insertRows(
      tx,
      solicitationRequirement,
      parts.requirements.map((requirement, at) => ({
        ...own,
        id: newId(),
        position: at + 1,
        ...requirement,
      })),
    ),
    insertRows(
      tx,
      solicitationDocument,
      parts.documents.map((document, at) => ({
        ...own,
        id: newId(),
        position: at + 1,
        addendumNo: null,
        ...document,
      })),
    ),
  ]);
};

/**
 * Chooses the clauses anew by the rules of today; what a person left out stays left out, with its
 * reason.
 */
export const writeClauses = async (
  tx: Tx,
  orgId: string,
  solicitationId: string,
  facts: Omit<ClauseFacts, "wages">,
): Promise<void> => {
  const { federal } = facts;
  const [wages, rules, kept] = await Promise.all([
    wagesOfSolicitations(tx, [{ id: solicitationId, federal }]),

    listRules(tx),
    tx.rows<{ ruleKey: string; leftOut: string }>(sql`
      select rule_key, left_out
      from solicitation_clause
      where org_id = ${orgId} and solicitation_id = ${solicitationId} and left_out is not null
    `),
  ]);
  await tx.rows(sql`
    delete from solicitation_clause
    where org_id = ${orgId} and solicitation_id = ${solicitationId}
  `);
  const leftOut = new Map(kept.map((row) => [row.ruleKey, row.leftOut]));
  await insertRows(
    tx,
    solicitationClause,
    chooseClauses(
      rules,
      { ...facts, wages: wages.get(solicitationId)! },
      businessDate(tx.scope),
    ).map((clause) => ({
      orgId,
      solicitationId,
      id: newId(),
      ...clause,
      leftOut: leftOut.get(clause.ruleKey) ?? null,
    })),
  );
};

/**
 * SHA-256 of criteria, weights and formula as they stand: what is frozen at publication can be
 * compared for ever. Hex.
 */
export const criteriaDigest = async (
  tx: Tx,
  row: { id: string; priceFormula: string; envelopes: number; awardBy: string },
): Promise<string> => {
  const criteria = await tx.rows(sql`
    select position, name, guidance, kind, weight, max_score
    from solicitation_criterion
    where org_id = ${tx.scope.orgId} and solicitation_id = ${row.id}
    order by position
  `);
  return createHash("sha256")
    .update(
      canonicalJson({
        criteria,
        priceFormula: row.priceFormula,
        envelopes: row.envelopes,
        awardBy: row.awardBy,
      }),
    )
    .digest("hex");
};
