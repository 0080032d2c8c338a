import type { StepAt } from "#server/lifecycle.ts";
import type { Actor } from "#kernel/access.ts";
import { invalidField, notAllowed } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { askersOf } from "#server/origin/origin.ts";
import { insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireSeenFile } from "#server/files/holders.ts";
import { membersNamed } from "#areas/organization/organization.server.ts";
import { refuseDelegate, voidSignatures, type Signed } from "#areas/workflow/workflow.server.ts";
import { clausesOf } from "../clause/required.service.ts";
import { draw, keepEntry, tellCeiling } from "../ceiling/ceiling.service.ts";
import { contractSigning, contractVersion } from "../contracts.tables.ts";
import { ordersOfShare, tellAwardOf } from "./award.service.ts";
import type { WetInk } from "./contract.model.ts";
import { keepContractDays } from "./contract-deadlines.service.ts";
import { tellVendor } from "./told.service.ts";
import { moveContract, type ContractRecord } from "./contract.noun.ts";

const signedRecord = ({ contractId, amendmentId, changeId }: Of) =>
  amendmentId
    ? { type: "contractAmendment", id: amendmentId }
    : changeId
      ? { type: "changeOrder", id: changeId }
      : { type: "contract", id: contractId };

/** Who wrote a document, or asked for it, does not sign it, by name either. 403 `own_work`. */
const refuseAuthors = async (tx: Tx, ink: WetInk, authors: readonly string[]): Promise<void> => {
  const people = await membersNamed(tx, { ids: authors });
  const name = ink.ourSigner.trim().toLowerCase();
  if (
    (ink.ourSignerId && authors.includes(ink.ourSignerId)) ||
    people.some((person) => person.name.trim().toLowerCase() === name)
  )
    throw notAllowed(
      `${ink.ourSigner} wrote this document, or asked for it, so another person signs it for the agency.`,
      "own_work",
    );
};

type Of = {
  contractId: string;
  amendmentId: string | null;
  changeId?: string | null;
  authors: readonly string[];
};

/** Both sides' signatures: on paper, as somebody records them, or as the request for them brought. */
export type Signatures = WetInk | { electronic: Signed };

/** Who signed, for the history. */
export const signedWords = (given: Signatures): string =>
  "electronic" in given
    ? `${[...given.electronic.ours.map((o) => o.name), ...given.electronic.others].join(" and ")}, electronically`
    : `${given.ourSigner} and ${given.vendorSigner}, wet ink`;

const keepElectronic = (tx: Tx, s: Signed, { contractId, amendmentId, changeId = null }: Of) =>
  insertRow(tx, contractSigning, {
    orgId: tx.scope.orgId!,
    id: newId(),
    contractId,
    amendmentId,
    changeId,
    kind: "electronic",
    signedOn: s.signedOn,
    ourSigner: s.ours.map((o) => o.name).join(", "),
    ourSignerId: s.ours[0]?.personId ?? null,
    vendorSigner: s.others.join(", "),
    fileId: s.fileId,
    signatureId: s.requestId,
    recordedBy: null,
  });

/**
 * Keeps signatures: electronic ones as they came; those on paper with their scan, and an open
 * request for electronic ones is void then. 422 for a day to come, a file that is not here and a
 * signer who is no member; 403 where the signer for the agency wrote the document, and for whoever
 * approved it for somebody else.
 */
export const keepSigning = async (tx: Tx, actor: Actor, ink: Signatures, of: Of): Promise<void> => {
  if ("electronic" in ink) return void (await keepElectronic(tx, ink.electronic, of));
  const { contractId, amendmentId, changeId = null, authors } = of;
  const signed = signedRecord(of);
  await voidSignatures(tx, actor, signed, "Signed on paper.");
  if (ink.signedOn > businessDate(tx.scope))
    throw invalidField("signedOn", "This day is still to come. Enter the day of the signature.");
  const document = sql`select ${changeId ?? amendmentId ?? contractId}::uuid`;
  await Promise.all([
    requireSeenFile(tx, actor, ink.fileId),
    refuseAuthors(tx, ink, [...authors, ...(await askersOf(tx, signed))]),
    refuseDelegate(tx, actor, document, "record its signatures"),
  ]);
  await insertRow(tx, contractSigning, {
    ...ink,
    orgId: tx.scope.orgId!,
    id: newId(),
    contractId,
    amendmentId,
    changeId,
    ourSignerId: ink.ourSignerId ?? null,
    recordedBy: actor.personId,
  });
};

/** How many versions of a contract are kept. */
export const versionsSoFar = async (tx: Tx, contractId: string): Promise<number> =>
  (
    await tx.one<{ last: number }>(sql`
      select coalesce(max(version_no), 0) as last
      from contract_version
      where org_id = ${tx.scope.orgId} and contract_id = ${contractId}
    `)
  ).last;

type Version = { versionNo: number; reason: string; amendmentId?: string | null };

/** Keeps the terms as they hold from now on; versions are never changed. */
export const keepVersion = async (
  tx: Tx,
  actor: Actor,
  c: ContractRecord,
  { versionNo, reason, amendmentId }: Version,
) =>
  insertRow(tx, contractVersion, {
    orgId: c.orgId,
    id: newId(),
    contractId: c.id,
    versionNo,
    amendmentId: amendmentId ?? null,
    reason,
    ceiling: c.ceiling,
    endsOn: c.endsOn,
    content: { ...c, clauses: await clausesOf(tx, c.id, amendmentId ?? null) },
    createdBy: actor.personId,
  });

// What the award ordered already is drawn on its contract.
const drawOrders = async (tx: Tx, actor: Actor, c: ContractRecord): Promise<void> => {
  for (const order of await ordersOfShare(tx, actor, c))
    await draw(tx, actor, c.id, order.amount, {
      kind: "order",
      orderId: order.id,
      note: order.number,
    });
};

/**
 * What follows once a contract is in force, however it came to be, signed or brought in: its first
 * version, its days with those of coverage and obligations, and what its owner hears of the ceiling.
 */
export const nowInForce = async (
  tx: Tx,
  actor: Actor,
  c: ContractRecord,
  reason: string,
): Promise<void> => {
  await keepVersion(tx, actor, c, { versionNo: 1, reason });
  if (c.status === "active") await tellCeiling(tx, c.id);
  await keepContractDays(tx, actor, c.id);
};

/**
 * Records the signatures of both sides: the contract is in force, its ceiling is set, its
 * first version is kept. The solicitation that it came of, and its open data, follow.
 */
export const signContract = async (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
  ink: Signatures,
): Promise<ContractRecord> => {
  const row = await moveContract(tx, actor, {
    id,
    action: "sign",
    version,
    effect: async (c) => {
      await keepSigning(tx, actor, ink, {
        contractId: id,
        amendmentId: null,
        authors: c.draftedBy,
      });
      await keepEntry(tx, actor, {
        contractId: id,
        sequence: c.entries + 1,
        kind: "set",
        amount: c.ceiling,
        note: "As signed",
      });
      return {
        patch: {
          entries: c.entries + 1,
          originalCeiling: c.ceiling,
          originalEndsOn: c.endsOn,
        },
        note: signedWords(ink),
      };
    },
  });
  await drawOrders(tx, actor, row);
  await nowInForce(tx, actor, row, "As signed");
  await tellAwardOf(tx, actor, row, "contracted");
  await tellVendor(tx, row, "sign");
  return row;
};
