import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { conflict, invalidField, notAllowed } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { formatCents } from "#kernel/money.ts";
import { note } from "#server/change.ts";
import { businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { FileStore } from "#server/files/looked-at.ts";
import {
  clearPayment,
  hasReleasedFrom,
  requireNotReconciled,
  returnPayment,
  unclearMatched,
} from "#areas/finance/finance.server.ts";
import { lockMatching, raiseAlarms } from "./alarm.service.ts";
import { bankLine } from "../statement/statement.tables.ts";
import type { MatchKind } from "./match.labels.ts";
import { returnCodeOf, type OpenPayment, type Part } from "./match.model.ts";
import type { MatchInput } from "./matching.model.ts";
import { bankMatch } from "./match.tables.ts";
import { readMatching, type Line, type Matching } from "./open.service.ts";

type Took = {
  line: Line;
  kind: MatchKind;
  part: Part;
  certain: boolean;
  reason: string;
  returnCode?: string | null;
};

// What follows from a match in the books is done by the product in the person's name.
const asSystem = (actor: Actor): Actor => ({ ...actor, kind: "system" });

/** Why somebody may not match lines of an account, or null: they released payments from it. */
export const whyNotMatch = async (
  db: Db,
  actor: Actor,
  accountId: string,
): Promise<string | null> =>
  (await hasReleasedFrom(db, accountId, actor.personId))
    ? "You released payments from this account, so another person matches its statements (separation of duties)."
    : null;

const requireApart = async (tx: Tx, actor: Actor, accountId: string) => {
  const why = await whyNotMatch(tx, actor, accountId);
  if (why) throw notAllowed(why);
};

const stepOf = async (
  tx: Tx,
  actor: Actor,
  files: FileStore,
  { line, kind, returnCode }: Took,
  payment: OpenPayment,
): Promise<boolean> => {
  const at = { id: payment.id, version: null };
  if (kind === "return") {
    if (payment.status === "returned") return false;
    const code = returnCode ?? returnCodeOf(line);
    if (!code)
      throw invalidField(
        "returnCode",
        "Enter the bank's code of the return, such as R03.",
        "return_code_required",
      );
    await returnPayment(tx, asSystem(actor), at, files, {
      returnCode: code,
      returnedOn: line.onDay,
      reason: `${line.statement}, line ${line.lineNo}`,
    });
    return false;
  }
  if (payment.status !== "released") return false;
  await clearPayment(tx, asSystem(actor), at, { clearedOn: line.onDay });
  return true;
};

// One part of a line: the step of its payment, the match, and the statement's history.
const take = async (tx: Tx, actor: Actor, files: FileStore, m: Matching, took: Took) => {
  const { line, kind, part, certain, reason } = took;
  const payment = part.paymentId ? m.payments.get(part.paymentId)! : null;
  const cleared = payment ? await stepOf(tx, actor, files, took, payment) : false;
  const match = await insertRow(tx, bankMatch, {
    orgId: actor.orgId!,
    id: newId(),
    lineId: line.id,
    statementId: line.statementId,
    agencyAccountId: m.account.id,
    kind,
    cents: part.cents,
    paymentId: part.paymentId,
    journalId: part.journalId,
    matchedWith:
      payment?.number ?? (part.journalId ? m.receipts.get(part.journalId)!.number : null),
    certain,
    reason,
    cleared,
    matchedBy: actor.personId,
  });
  note(
    tx,
    actor,
    "bankStatement",
    { id: line.statementId, number: line.statement },
    { action: "match", after: match, note: `Line ${line.lineNo}: ${reason}` },
  );
};

/**
 * Matches what is certain of an account's open lines: clears and returns its payments by them, and
 * places a hold for each check that must not have been paid so. Gives how many lines were matched and
 * how many alarms stand. 403 for who released payments from the account.
 */
export const matchCertain = async (
  tx: Tx,
  actor: Actor,
  files: FileStore,
  accountId: string,
): Promise<{ matched: number; alarms: number }> => {
  await requireApart(tx, actor, accountId);
  await lockMatching(tx, accountId);
  const m = await readMatching(tx, accountId);
  const lines = new Map(m.lines.map((l) => [l.id, l]));
  const certain = m.proposals.filter((p) => p.certain);
  for (const { lineId, kind, reason, parts } of certain)
    for (const part of parts)
      await take(tx, actor, files, m, {
        line: lines.get(lineId)!,
        kind,
        part,
        certain: true,
        reason,
      });
  await raiseAlarms(tx, actor, m);
  return { matched: certain.length, alarms: m.alarms.length };
};

const partsOf = (line: Line, m: Matching, input: MatchInput): Part[] => {
  if (input.kind === "fee" || input.kind === "named")
    return [{ paymentId: null, journalId: null, cents: line.cents }];
  if (input.kind === "receipt") {
    const receipt = input.journalId ? m.receipts.get(input.journalId) : undefined;
    if (!receipt)
      throw invalidField("journalId", "Choose receipts that are posted and not matched.");
    return [{ paymentId: null, journalId: receipt.id, cents: receipt.cents }];
  }
  const returned = input.kind === "return";
  const parts = input.paymentIds.map((id) => {
    const p = m.payments.get(id);
    const gone = !p || p.status === "voided" || (returned ? p.credited : p.debited);
    if (gone)
      throw invalidField("paymentIds", "Choose payments of this account that are not matched.");
    if (line.onDay < p.paidOn)
      throw invalidField(
        "paymentIds",
        `${p.number} settles on ${formatDate(p.paidOn)}; the line is of ${formatDate(line.onDay)}, before it.`,
        "before_settlement",
      );
    return { paymentId: id, journalId: null, cents: returned ? p.amount : -p.amount };
  });
  if (parts.length === 0) throw invalidField("paymentIds", "Choose a payment.");
  return parts;
};

/**
 * Matches one line by hand, as it was proposed or otherwise, with the reason. Payments and receipts
 * are matched whole; together they are no more than what is open of the line. 409 `alarm` where a
 * check must not be paid so (it can be named, in words), 409 `line_matched`, 422 for what does not
 * fit, 403 for who released payments from the account.
 */
export const matchLine = async (
  tx: Tx,
  actor: Actor,
  files: FileStore,
  lineId: string,
  input: MatchInput,
): Promise<void> => {
  const { agencyAccountId } = await getRow(tx, bankLine, lineId, "bank line");
  await requireApart(tx, actor, agencyAccountId);
  await lockMatching(tx, agencyAccountId);
  const m = await readMatching(tx, agencyAccountId);
  const line = m.lines.find((l) => l.id === lineId);
  if (!line) throw conflict("line_matched", "Nothing of this line is open any more.");
  const alarm = m.alarms.find((a) => a.lineId === lineId);
  if (alarm && input.kind !== "named")
    throw conflict(
      "alarm",
      `${alarm.reason} Settle it with the bank, then say in words what it was.`,
    );
  const parts = partsOf(line, m, input);
  const sum = parts.reduce((n, p) => n + p.cents, 0);
  if (Math.sign(sum) !== Math.sign(line.cents) || Math.abs(sum) > Math.abs(line.cents))
    throw invalidField(
      "paymentIds",
      `${formatCents(Math.abs(line.cents))} of the line of ${formatDate(line.onDay)} are open; what you chose comes to ${formatCents(Math.abs(sum))}.`,
      "does_not_fit",
    );
  for (const part of parts)
    await take(tx, actor, files, m, {
      line,
      kind: input.kind,
      part,
      certain: false,
      reason: input.reason,
      returnCode: input.returnCode ?? null,
    });
};

/**
 * Takes one match back with a reason: what of the line it covered is open again, a payment that it
 * cleared is out again, and every other match stays. A return stays with the payment. 409 `taken_back`
 * for a second time, `reconciled` for a line of a reconciled month, 403 for who released payments from
 * the account.
 */
export const takeMatchBack = async (
  tx: Tx,
  actor: Actor,
  id: string,
  reason: string,
): Promise<void> => {
  const { agencyAccountId } = await getRow(tx, bankMatch, id, "bank match");
  await requireApart(tx, actor, agencyAccountId);
  await lockMatching(tx, agencyAccountId);
  const match = await lockRow(tx, bankMatch, id, "bank match");
  if (match.takenBackAt) throw conflict("taken_back", "This match was taken back already.");
  const { onDay } = await getRow(tx, bankLine, match.lineId, "bank line");
  await requireNotReconciled(tx, [{ agencyAccountId, onDay }]);
  const after = await updateRow(tx, bankMatch, id, {
    takenBackAt: businessNow(tx.scope).toISOString(),
    takenBackBy: actor.personId,
    takenBackReason: reason,
  });
  if (match.cleared && match.paymentId)
    await unclearMatched(tx, asSystem(actor), match.paymentId, reason);
  const { number } = await tx.one<{ number: string }>(sql`
    select number
    from bank_statement
    where org_id = ${actor.orgId} and id = ${match.statementId}
  `);
  note(
    tx,
    actor,
    "bankStatement",
    { id: match.statementId, number },
    { action: "takeBack", before: match, after, note: reason },
  );
};
