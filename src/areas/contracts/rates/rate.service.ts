import type { Actor } from "#kernel/access.ts";
import { conflict, invalid, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRows, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { announce } from "#server/lifecycle.ts";
import { isEditable, withAuthor } from "../contract/contract.service.ts";
import {
  contract,
  contractAmendment,
  contractRate,
  contractRateSheet,
} from "../contracts.tables.ts";
import { faultsOf, type RateSheet, type RateSheetInput } from "./rate.model.ts";

type Parent = { number: string; version: number };

// Whoever writes prices is one of the authors of what brings them: who approves and signs is another.
const takePart = async (
  tx: Tx,
  actor: Actor,
  contractId: string,
  amendmentId: string | null,
  version: number | null,
): Promise<Parent> => {
  const c = await lockRow(tx, contract, contractId, "contract");
  if (!amendmentId) {
    requireVersion(c.version, version);
    if (!isEditable(c.status))
      throw conflict(
        "not_in_this_status",
        "The prices can be changed until counsel reads the contract. New prices come by an amendment.",
      );
    return updateRow(tx, contract, contractId, { draftedBy: withAuthor(c.draftedBy, actor) });
  }
  const a = await lockRow(tx, contractAmendment, amendmentId, "contract amendment");
  if (a.contractId !== contractId) throw notFound("contract amendment");
  requireVersion(a.version, version);
  if (a.status !== "draft")
    throw conflict("not_in_this_status", "Only a draft can be changed. Take it back first.");
  return updateRow(tx, contractAmendment, amendmentId, {
    draftedBy: withAuthor(a.draftedBy, actor),
  });
};

const sheetOf = (tx: Tx, contractId: string, amendmentId: string | null) =>
  tx.maybe<{ id: string; sequence: number }>(sql`
    select id, sequence
    from contract_rate_sheet
    where org_id = ${tx.scope.orgId}
      and contract_id = ${contractId}
      and amendment_id is not distinct from ${amendmentId}::uuid
  `);

const takeAway = async (tx: Tx, id: string): Promise<void> => {
  await tx.rows(sql`
    delete from contract_rate
    where org_id = ${tx.scope.orgId} and sheet_id = ${id}
  `);
  await tx.rows(sql`
    delete from contract_rate_sheet
    where org_id = ${tx.scope.orgId} and id = ${id}
  `);
};

const storeSheet = async (
  tx: Tx,
  actor: Actor,
  contractId: string,
  { rates, amendmentId, ...head }: RateSheetInput,
  sequence: number,
): Promise<void> => {
  const id = newId();
  const orgId = tx.scope.orgId!;
  await insertRows(tx, contractRateSheet, [
    {
      ...head,
      orgId,
      id,
      contractId,
      amendmentId: amendmentId ?? null,
      sequence,
      createdBy: actor.personId,
    },
  ]);
  await insertRows(
    tx,
    contractRate,
    rates.map((rate) => ({ ...rate, orgId, id: newId(), sheetId: id })),
  );
};

const nextSequence = async (tx: Tx, contractId: string): Promise<number> =>
  (
    await tx.one<{ last: number }>(sql`
      select coalesce(max(sequence), 0) as last
      from contract_rate_sheet
      where org_id = ${tx.scope.orgId} and contract_id = ${contractId}
    `)
  ).last + 1;

/**
 * Writes the rate sheet of a contract that is drafted, or of a drafted amendment; `version`: of the
 * contract, or of the amendment. Without prices the sheet is taken away. 409 once counsel reads it or
 * the amendment is sent, 412 for a stale version, 422 names a price given twice.
 */
export const writeRateSheet = async (
  tx: Tx,
  actor: Actor,
  contractId: string,
  input: RateSheetInput,
  version: number | null,
): Promise<{ id: string; version: number }> => {
  const faults = faultsOf(input.rates);
  if (faults.length)
    throw invalid(
      "invalid_rates",
      "Some prices contradict each other. Nothing was saved.",
      faults.map(({ at, message }) => ({ path: `rates.${at}.code`, message })),
    );
  const amendmentId = input.amendmentId ?? null;
  const parent = await takePart(tx, actor, contractId, amendmentId, version);
  const before = await sheetOf(tx, contractId, amendmentId);
  if (before) await takeAway(tx, before.id);
  if (input.rates.length)
    await storeSheet(
      tx,
      actor,
      contractId,
      input,
      before?.sequence ?? (await nextSequence(tx, contractId)),
    );
  note(tx, actor, amendmentId ? "contractAmendment" : "contract", amendmentId ?? contractId, {
    number: parent.number,
    action: "contract.rates",
    before: before && { sheet: before.sequence },
    after: { effectiveFrom: input.effectiveFrom, note: input.note, rates: input.rates },
    event: null,
  });
  announce(tx, tx.scope.orgId!, "contract.rates", contractId);
  return { id: amendmentId ?? contractId, version: parent.version };
};

type Head = Omit<RateSheet, "rates" | "canEdit"> & { status: string };

/** The sheets of a contract with all their prices, newest first. */
export const readRateSheets = async (
  db: Db,
  actor: Actor,
  contractId: string,
): Promise<RateSheet[]> => {
  const [heads, rates] = await Promise.all([
    db.rows<Head>(sql`
      select
        s.id, s.sequence, s.amendment_id, a.number as amendment, s.effective_from, s.note,
        coalesce(a.status = 'applied', c.original_ceiling is not null) as agreed,
        coalesce(a.status, c.status) as status
      from contract_rate_sheet s
      join contract c on c.org_id = s.org_id and c.id = s.contract_id
      left join contract_amendment a on a.org_id = s.org_id and a.id = s.amendment_id
      where s.org_id = ${db.scope.orgId} and s.contract_id = ${contractId}
      order by s.sequence desc
      limit 100
    `),
    db.rows<RateSheet["rates"][number] & { sheetId: string }>(sql`
      select
        r.id, r.sheet_id, r.code, r.description, r.commodity_code, r.unit, r.from_quantity,
        r.unit_price
      from contract_rate r
      join contract_rate_sheet s on s.org_id = r.org_id and s.id = r.sheet_id
      where r.org_id = ${db.scope.orgId} and s.contract_id = ${contractId}
      order by r.code, r.from_quantity
    `),
  ]);
  const may = actor.permissions.has("contract.edit");
  return heads.map(({ status, ...head }) => ({
    ...head,
    canEdit: may && (head.amendmentId ? status === "draft" : isEditable(status)),
    rates: rates.flatMap(({ sheetId, ...rate }) => (sheetId === head.id ? [rate] : [])),
  }));
};
