import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { storedFilesOf } from "#server/files/stored-file.ts";
import { ownOrShipped } from "#areas/governance/governance.public.ts";
import { rulesOfKey } from "#areas/governance/governance.server.ts";
import { contract } from "../contracts.tables.ts";
import { linesOf } from "../contract/contract.lines.service.ts";
import { ownRates } from "../rates/own-rates.service.ts";
import { contentGaps, type Content, type Exhibit, type ExhibitInput } from "./exhibit.model.ts";
import { contractExhibit } from "./exhibit.tables.ts";

/** Exhibits of a contract, in the order in which they were added. */
export const exhibitsOf = async (db: Db, contractId: string): Promise<Exhibit[]> => {
  const rows = await db.rows<Pick<Exhibit, "id" | "what" | "title" | "fileId">>(sql`
    select id, what, title, file_id
    from contract_exhibit
    where org_id = ${db.scope.orgId} and contract_id = ${contractId}
    order by created_at, id
    limit 100
  `);
  const files = await storedFilesOf(
    db,
    rows.map((row) => row.fileId),
  );
  return rows.map((row) => ({ ...row, ...files.get(row.fileId)! }));
};

type Of = Pick<Content, "kind" | "priceType" | "scope" | "deliverables"> & { id: string };

/** What a contract does not say of what is bought, by the agency's rules of today. */
export const contentObstacles = async (db: Db, c: Of): Promise<string[]> => {
  const [rules, lines, rates, exhibits] = await Promise.all([
    rulesOfKey(db, "contractContent"),
    linesOf(db, c.id),
    ownRates(db, c.id),
    exhibitsOf(db, c.id),
  ]);
  const content = {
    ...c,
    prices: lines.length > 0 || rates > 0,
    exhibits: exhibits.map((one) => one.what),
  };
  return contentGaps(content, ownOrShipped(rules, "contractContent", businessDate(db.scope)));
};

const editable = new Set(["requested", "drafting", "negotiation"]);
const lockDraft = async (tx: Tx, contractId: string) => {
  const c = await lockRow(tx, contract, contractId, "contract");
  if (!editable.has(c.status))
    throw conflict(
      "not_in_this_status",
      "Exhibits can be changed until counsel reads the contract. Take it back to drafting.",
    );
  return c;
};

/** Adds a file to what is signed. 409 once counsel reads the contract, 422 for a file that is not here. */
export const addExhibit = async (
  tx: Tx,
  actor: Actor,
  contractId: string,
  input: ExhibitInput,
): Promise<{ id: string }> => {
  const c = await lockDraft(tx, contractId);
  if (!(await storedFilesOf(tx, [input.fileId])).has(input.fileId))
    throw invalidField("fileId", "This file does not exist here. Upload it first.");
  const after = await insertRow(tx, contractExhibit, {
    ...input,
    orgId: c.orgId,
    id: newId(),
    contractId,
    addedBy: actor.personId,
  });
  note(tx, actor, "contract", c, { action: "addExhibit", after, note: after.title });
  return { id: after.id };
};

/** Takes an exhibit out again. 404, 409 once counsel reads the contract. */
export const removeExhibit = async (
  tx: Tx,
  actor: Actor,
  contractId: string,
  id: string,
): Promise<void> => {
  const c = await lockDraft(tx, contractId);
  const before = await tx.maybe<{ title: string }>(sql`
    delete from contract_exhibit
    where org_id = ${tx.scope.orgId} and contract_id = ${contractId} and id = ${id}
    returning title
  `);
  if (!before) throw notFound("exhibit");
  note(tx, actor, "contract", c, { action: "removeExhibit", before, note: before.title });
};
