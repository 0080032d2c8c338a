import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { formatDate } from "#kernel/dates.ts";
import { newId } from "#kernel/ids.ts";
import { day } from "#kernel/time.ts";
import { businessDate } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRows, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { transition } from "#server/lifecycle.ts";
import type { Step } from "../change/change.service.ts";
import { claimable, termsOf } from "../change/terms.service.ts";
import { tellKeepers } from "../change/told.service.ts";
import { contract } from "../contracts.tables.ts";
import { keepClaimDays, daysAfter } from "./claim-deadlines.service.ts";
import type { ClaimInput, IssueInput, Submission } from "./claim.model.ts";
import { claimNoun, type ClaimRecord } from "./claim.noun.ts";
import { contractClaimIssue } from "./claim.tables.ts";
import { tellCounselOfClaim, tellVendorOfClaim } from "./told.service.ts";

const keepIssues = async (tx: Tx, claimId: string, issues: readonly IssueInput[]) => {
  await tx.rows(sql`
    delete from contract_claim_issue
    where org_id = ${tx.scope.orgId} and claim_id = ${claimId}
  `);
  await insertRows(
    tx,
    contractClaimIssue,
    issues.map((issue, at) => ({
      ...issue,
      orgId: tx.scope.orgId!,
      id: newId(),
      claimId,
      lineNo: at + 1,
    })),
  );
};

const requireDays = (input: ClaimInput, today: string): void => {
  if (input.noticedOn > today)
    throw invalidField("noticedOn", "This day is still to come. Enter the day of the notice.");
  if (input.knownOn && input.knownOn < input.eventOn)
    throw invalidField("knownOn", "It was known before it happened. Enter the later day.");
  if (input.knownOn && input.knownOn > input.noticedOn)
    throw invalidField("knownOn", "The notice came before it was known. Enter the earlier day.");
  if (input.eventOn > input.noticedOn)
    throw invalidField("eventOn", "The notice came before it happened. Enter the earlier day.");
};

/**
 * Takes a notice of claim. The contract's clocks are kept with it; one that comes late is flagged
 * and taken all the same. Its keepers are told, and the vendor has it in writing. 409 for a contract
 * that was never in force.
 */
export const noticeClaim = async (
  tx: Tx,
  actor: Actor,
  input: ClaimInput,
  side: "agency" | "vendor" = "agency",
): Promise<ClaimRecord> => {
  requireDays(input, businessDate(tx.scope));
  const c = await lockRow(tx, contract, input.contractId, "contract");
  if (!claimable.includes(c.status))
    throw conflict("contract_not_in_force", `${c.number} was never in force.`);
  const terms = await termsOf(tx, c.id);
  const dayCount = terms?.dayCount ?? "calendar";
  // The clock of notice runs from the day on which the vendor knew, where that is the later one.
  const due = await daysAfter(tx, day(input.knownOn ?? input.eventOn), {
    days: terms?.noticeDays ?? null,
    unit: terms?.noticeIn ?? "days",
    count: dayCount,
  });
  const { contractId, issues, ...said } = input;
  const id = newId();
  const row = await create(tx, actor, claimNoun, {
    number: { kind: "CL" },
    row: {
      ...said,
      knownOn: said.knownOn ? day(said.knownOn) : null,
      orgId: c.orgId,
      id,
      contractId,
      side,
      noticeDueOn: due,
      late: due !== null && input.noticedOn > due,
      submitDays: terms?.submitDays ?? null,
      decideDays: terms?.decideDays ?? null,
      appealDays: terms?.appealDays ?? null,
      submitIn: terms?.submitIn ?? "days",
      decideIn: terms?.decideIn ?? "days",
      appealIn: terms?.appealIn ?? "days",
      dayCount,
      citation: terms?.citation ?? "",
      ownerId: c.ownerId,
    },
    content: { issues },
    from: [{ type: "contract", id: c.id }],
    store: () => keepIssues(tx, id, issues),
  });
  if (side === "vendor")
    await tellKeepers(tx, c, {
      title: `${row.number}: notice of claim under ${c.number}`,
      body: `${row.title}.${row.late ? ` Notice was due on ${formatDate(due!)}.` : ""}`,
      link: `/claims-change-orders/claims/${id}`,
    });
  await tellVendorOfClaim(tx, row, "noticed");
  await keepClaimDays(tx, actor, id);
  return row;
};

type At = Omit<Step, "reason">;

/** Submits a noticed claim, point by point and certified. Counsel and keepers are told. */
export const submitClaim = async (
  tx: Tx,
  actor: Actor,
  { id, version }: At,
  { issues, certifiedBy }: Submission,
): Promise<ClaimRecord> => {
  const row = await transition(tx, actor, claimNoun, {
    id,
    action: "submit",
    version,
    effect: async () => {
      await keepIssues(tx, id, issues);
      return { patch: { submittedOn: businessDate(tx.scope), certifiedBy } };
    },
  });
  await tellCounselOfClaim(tx, row);
  await keepClaimDays(tx, actor, id);
  return row;
};

/** Takes a submitted claim up. */
export const reviewClaim = (tx: Tx, actor: Actor, { id, version }: At) =>
  transition(tx, actor, claimNoun, { id, action: "review", version });

/** The vendor, or the agency for it, does not take the decision. */
export const appealClaim = async (
  tx: Tx,
  actor: Actor,
  { id, version }: At,
  { appeal }: { appeal: string },
): Promise<ClaimRecord> => {
  const row = await transition(tx, actor, claimNoun, {
    id,
    action: "appeal",
    version,
    effect: async () => ({ patch: { appeal, appealedOn: businessDate(tx.scope) } }),
  });
  await tellCounselOfClaim(tx, row);
  await keepClaimDays(tx, actor, id);
  return row;
};

/** Closes a claim: it is settled and carried out, or nobody pursues it. */
export const closeClaim = async (
  tx: Tx,
  actor: Actor,
  { id, version, reason }: Step,
): Promise<ClaimRecord> => {
  const row = await transition(tx, actor, claimNoun, {
    id,
    action: "close",
    version,
    reason,
    effect: async () => ({ patch: { statusReason: reason } }),
  });
  await tellVendorOfClaim(tx, row, "closed", reason);
  await keepClaimDays(tx, actor, id);
  return row;
};
