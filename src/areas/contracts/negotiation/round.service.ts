import { createHash } from "node:crypto";
import type { Actor } from "#kernel/access.ts";
import { canonicalJson } from "#kernel/canonical-json.ts";
import { formatDate } from "#kernel/dates.ts";
import { conflict, invalidField, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { formatCents } from "#kernel/money.ts";
import { shownDecimal, shownPrice } from "#kernel/quantity.ts";
import { counted } from "#kernel/words.ts";
import { note } from "#server/change.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { clausesOf, openRound } from "../clause/required.service.ts";
import type { ContractClause } from "../clause/clause.model.ts";
import { contractKinds, priceTypes } from "../contract/contract.labels.ts";
import type { ContractRecord } from "../contract/contract.noun.ts";
import { noticeWords } from "../contract/term.model.ts";
import { linesOf } from "../contract/contract.lines.service.ts";
import { contract } from "../contracts.tables.ts";
import type { RoundContent } from "./negotiation.labels.ts";
import type { RoundInput } from "./negotiation.model.ts";
import { negotiationRound } from "./negotiation.tables.ts";
import { keepRoundDays } from "./round-deadlines.service.ts";
import { tellVendorOfRound } from "./told.service.ts";

export type RoundRecord = typeof negotiationRound.$inferSelect;

/** The SHA-256 of what is sent or answered, over its canonical JSON; hex. */
export const digestOf = (content: unknown): string =>
  createHash("sha256").update(canonicalJson(content)).digest("hex");

/** Whether a round's content still has the hash with which it was sent. */
export const isIntact = (round: Pick<RoundRecord, "content" | "sha256">): boolean =>
  digestOf(round.content) === round.sha256;

const optionsOf = (c: ContractRecord): string =>
  c.optionCount === 0
    ? "none"
    : `${counted(c.optionCount, "option")} of ${counted(c.optionMonths, "month")} each; notice ${noticeWords(c)} before the end`;

const termsOf = async (db: Db, c: ContractRecord): Promise<RoundContent["terms"]> => [
  { label: "Kind", value: contractKinds[c.kind] },
  { label: "Price", value: priceTypes[c.priceType] },
  { label: "Ceiling", value: formatCents(c.ceiling) },
  { label: "Begins", value: formatDate(c.startsOn) },
  { label: "Ends", value: formatDate(c.endsOn) },
  { label: "Options", value: optionsOf(c) },
  { label: "Retainage", value: `${Number(c.retainagePercent)}% of each invoice` },
  {
    label: "Insurance",
    value: c.insuranceRequired ? "a certificate in force is demanded" : "not demanded",
  },
  ...(c.description ? [{ label: "Description", value: c.description }] : []),
  ...(await linesOf(db, c.id)).map((line) => ({
    label: `Item ${line.lineNo}`,
    value: `${line.description}: ${shownDecimal(line.quantity)} ${line.unit} at $${shownPrice(line.unitPrice)}`,
  })),
];

const sent = (clause: ContractClause, at: number): RoundContent["clauses"][number] => ({
  id: clause.id,
  position: at + 1,
  name: clause.name,
  citation: clause.citation,
  text: clause.text,
  changeable: clause.changeable,
});

/** What was sent as one text: what a file that comes back is compared with. */
export const textOfRound = ({ contract: of, terms, clauses }: RoundContent): string =>
  [
    `Contract ${of.number}`,
    of.title,
    "Terms",
    ...terms.map(({ label, value }) => `${label}: ${value}`),
    "Clauses",
    ...clauses.flatMap(({ position, name, text, citation }) => [
      `${position}. ${name}`,
      text,
      ...(citation ? [citation] : []),
    ]),
  ].join("\n\n");

const roundsSoFar = (tx: Tx, c: ContractRecord) =>
  tx.one<{ last: number; open: number | null }>(sql`
    select
      coalesce(max(round_no), 0) as last,
      max(round_no) filter (where status in ('sent', 'answered')) as open
    from negotiation_round
    where org_id = ${c.orgId} and contract_id = ${c.id}
  `);

/**
 * Sends the terms and clauses as they stand to the vendor as the next round: what is sent is fixed
 * by its hash and never changes. 409 while another round is open or outside of the negotiation, 422
 * for a day that is over.
 */
export const sendRound = async (
  tx: Tx,
  actor: Actor,
  contractId: string,
  input: RoundInput,
  version: number | null,
): Promise<RoundRecord> => {
  const c = await lockRow(tx, contract, contractId, "contract");
  requireVersion(c.version, version);
  if (c.status !== "negotiation")
    throw conflict("not_in_this_status", "Begin the negotiation first; rounds are sent in it.");
  if (input.answerBy < businessDate(tx.scope))
    throw invalidField("answerBy", "This day is over. Give the vendor time to answer.");
  const [{ last, open }, clauses, terms] = await Promise.all([
    roundsSoFar(tx, c),
    clausesOf(tx, c.id),
    termsOf(tx, c),
  ]);
  if (open !== null)
    throw conflict("round_open", `Round ${open} is open. Settle or withdraw it first.`);
  if (clauses.length === 0)
    throw conflict("no_clauses", "Add the clauses first: there is nothing to negotiate.");
  const content: RoundContent = {
    contract: { id: c.id, number: c.number, title: c.title },
    round: last + 1,
    terms,
    clauses: clauses.map(sent),
  };
  const round = await insertRow(tx, negotiationRound, {
    ...input,
    orgId: c.orgId,
    id: newId(),
    contractId: c.id,
    vendorId: c.vendorId,
    roundNo: last + 1,
    contractNumber: c.number,
    contractTitle: c.title,
    content,
    sha256: digestOf(content),
    sentBy: actor.personId,
    sentAt: businessNow(tx.scope).toISOString(),
  });
  note(tx, actor, "contract", c, {
    action: "sendRound",
    after: { round: round.roundNo, sha256: round.sha256, answerBy: input.answerBy },
    note: `Round ${round.roundNo} to the vendor`,
  });
  await keepRoundDays(tx, actor, round.id);
  await tellVendorOfRound(tx, round, c.ownerId, "sent", input.message);
  return round;
};

/** Takes an open round back: the vendor need not answer it any more. */
const endRound = async (
  tx: Tx,
  actor: Actor,
  round: RoundRecord,
  ownerId: string | null,
  reason: string,
): Promise<RoundRecord> => {
  const after = await updateRow(tx, negotiationRound, round.id, {
    status: "withdrawn",
    endedAt: businessNow(tx.scope).toISOString(),
    endedReason: reason,
  });
  note(tx, actor, "contract", round.contractId, {
    number: round.contractNumber,
    action: "withdrawRound",
    before: { status: round.status },
    after: { status: "withdrawn" },
    note: `Round ${round.roundNo}: ${reason}`,
  });
  await keepRoundDays(tx, actor, round.id);
  await tellVendorOfRound(tx, after, ownerId, "withdrawn", reason);
  return after;
};

/** A round and its contract, both locked, in this order. 404. */
export const lockRound = async (
  tx: Tx,
  id: string,
): Promise<{ round: RoundRecord; c: ContractRecord }> => {
  const found = await tx.maybe<{ contractId: string }>(sql`
    select contract_id
    from negotiation_round
    where org_id = ${tx.scope.orgId} and id = ${id}
  `);
  if (!found) throw notFound("round");
  const c = await lockRow(tx, contract, found.contractId, "contract");
  return { c, round: await lockRow(tx, negotiationRound, id, "round") };
};

/** Withdraws a round by hand. 409 for one that is over. */
export const withdrawRound = async (
  tx: Tx,
  actor: Actor,
  id: string,
  reason: string,
  version: number | null,
): Promise<RoundRecord> => {
  const { round, c } = await lockRound(tx, id);
  requireVersion(round.version, version);
  if (round.status !== "sent" && round.status !== "answered")
    throw conflict("round_over", `Round ${round.roundNo} is over already.`);
  return endRound(tx, actor, round, c.ownerId, reason);
};

/** Ends a contract's open round where its contract leaves the negotiation. Nothing where none is. */
export const withdrawOpenRound = async (
  tx: Tx,
  actor: Actor,
  contractId: string,
  reason: string,
): Promise<void> => {
  const open = await openRound(tx, contractId);
  if (!open) return;
  const { round, c } = await lockRound(tx, open.id);
  await endRound(tx, actor, round, c.ownerId, reason);
};
