import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { change } from "#server/change.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { fiscalYearOf } from "#areas/budget/budget.server.ts";
import { departmentById, membersNamed } from "#areas/organization/organization.server.ts";
import { beyondLead } from "../cooperative/cooperative.model.ts";
import { leadEndOf } from "../cooperative/cooperative.read.service.ts";
import { openRound } from "../clause/required.service.ts";
import { contractLine } from "../contracts.tables.ts";
import { placeOfLot } from "../master/joint.service.ts";
import { originOf, type Origin } from "./beginning.service.ts";
import type { ContractInput, ContractPatch } from "./contract.model.ts";
import { tellOfRequest } from "./told.service.ts";
import { contractNoun, type ContractRecord } from "./contract.noun.ts";

const editable = new Set(["requested", "drafting", "negotiation"]);

/** Whether its terms may be written over: before counsel reads them. */
export const isEditable = (status: string): boolean => editable.has(status);

type References = Pick<ContractPatch, "vendorId" | "departmentId" | "ownerId">;

/** Its vendor, department and owner are the agency's: 422 with the path of who is not. */
const checkReferences = async (tx: Tx, named: References): Promise<void> => {
  const [vendor, members] = await Promise.all([
    named.vendorId
      ? tx.maybe<{ status: string }>(sql`
        select status
        from vendor
        where org_id = ${tx.scope.orgId} and id = ${named.vendorId}
      `)
      : null,
    named.ownerId ? membersNamed(tx, { ids: [named.ownerId] }) : [],
    named.departmentId ? departmentById(tx, named.departmentId) : null,
  ]);
  if (named.vendorId && (!vendor || vendor.status === "inactive"))
    throw invalidField("vendorId", "This vendor does not exist, or is not in use any more.");
  if (named.ownerId && !members.some((member) => member.active))
    throw invalidField("ownerId", "The owner must be an active member of the agency.");
};

/** Stores what the award or the requisition says of items, quantities and prices. */
const storeLines = (tx: Tx, contractId: string, { lines }: Origin) =>
  insertRows(
    tx,
    contractLine,
    lines.map((line, at) => ({
      ...line,
      orgId: tx.scope.orgId!,
      id: newId(),
      contractId,
      lineNo: at + 1,
    })),
  );

/**
 * Asks for a contract: blank, from a share of a final award, or from an approved requisition, whose
 * lines it takes over. A lot takes the number of its contract, with its place there. The author owns
 * it unless somebody else is named. 409 `contract_exists` where the share has its contract already;
 * 422 with the path of a vendor, department or owner that is not the agency's.
 */
export const createContract = async (
  tx: Tx,
  actor: Actor,
  input: ContractInput,
): Promise<ContractRecord> => {
  const { awardId, requisitionId, masterId, lotNo, lotId, ...head } = input;
  const ownerId = head.ownerId ?? actor.personId;
  const [origin, year] = await Promise.all([
    originOf(tx, actor, input),
    fiscalYearOf(tx, businessDate(tx.scope), "startsOn"),
    checkReferences(tx, { ...head, ownerId }),
  ]);
  const id = newId();
  const lot = masterId ? await placeOfLot(tx, masterId, lotNo ?? null) : null;
  const made = await create(tx, actor, contractNoun, {
    number: lot ? { within: lot.number } : { kind: "CON", year: year.year },
    row: {
      ...head,
      masterId: masterId ?? null,
      lotNo: lot?.lotNo ?? null,
      lotId: lotId ?? null,
      orgId: actor.orgId!,
      id,
      ownerId,
      status: actor.permissions.has("contract.edit") ? "drafting" : "requested",
      source: origin.source,
      awardId: awardId ?? null,
      requisitionId: requisitionId ?? null,
      solicitationId: origin.solicitationId,
      draftedBy: actor.personId ? [actor.personId] : [],
      stageSince: businessNow(tx.scope).toISOString(),
    },
    content: { lines: origin.lines },
    from: [
      ...(origin.solicitationId ? [{ type: "solicitation", id: origin.solicitationId }] : []),
      ...(requisitionId ? [{ type: "requisition", id: requisitionId }] : []),
    ],
    store: async () => void (await storeLines(tx, id, origin)),
  });
  if (made.status === "requested") await tellOfRequest(tx, made, actor.name);
  return made;
};

/** 409 for another vendor while a round is with the one it has. */
const refuseOtherVendor = async (
  tx: Tx,
  c: ContractRecord,
  vendorId: string | undefined,
): Promise<void> => {
  if (!vendorId || vendorId === c.vendorId) return;
  if (await openRound(tx, c.id))
    throw conflict(
      "round_open",
      "A round is with this vendor. Withdraw it before another is chosen.",
    );
};

/** With this person among those who wrote it. */
export const withAuthor = (writers: readonly string[], actor: Actor): string[] => [
  ...new Set([...writers, ...(actor.personId ? [actor.personId] : [])]),
];

/**
 * Writes the terms over before counsel reads them; whoever does is one of its authors then. 409
 * afterwards, and for another vendor than the award's.
 */
export const changeContract = async (
  tx: Tx,
  actor: Actor,
  id: string,
  patch: ContractPatch,
  version: number | null,
): Promise<ContractRecord> => {
  return change(tx, actor, contractNoun, {
    id,
    version,
    action: "edit",
    effect: async (before) => {
      if (!isEditable(before.status))
        throw conflict(
          "not_in_this_status",
          "The terms can be changed until counsel reads them. Take it back to drafting, or amend the contract once it is in force.",
        );
      if (before.awardId && patch.vendorId && patch.vendorId !== before.vendorId)
        throw conflict("awarded", "An award decided the vendor of this contract.");
      await refuseOtherVendor(tx, before, patch.vendorId);
      await checkReferences(tx, patch);
      const dates = { ...before, ...patch };
      if (dates.endsOn < dates.startsOn)
        throw invalidField("endsOn", "The contract ends before it begins.");
      const beyond = patch.endsOn ? beyondLead(await leadEndOf(tx, id), dates.endsOn) : null;
      if (beyond) throw invalidField("endsOn", beyond);
      return { patch: { ...patch, draftedBy: withAuthor(before.draftedBy, actor) } };
    },
  });
};
