import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { actionsFor, announce, transition, type TakenStep } from "#server/lifecycle.ts";
import { queueMail } from "#server/mail/mail.ts";
import { requireSeenFile } from "#server/files/holders.ts";
import { tellKeepers, vendorOf } from "../change/told.service.ts";
import { contract } from "../contracts.tables.ts";
import { certificateNoun, type CertificateRecord } from "./certificate.noun.ts";
import { keepCoverageDays } from "./coverage-deadlines.service.ts";
import { coverageKinds, isBond, type CertificateAction } from "./coverage.labels.ts";
import { handedInLetter } from "./coverage.letter.ts";
import type { CertificateInput, Coverage, DemandInput } from "./coverage.model.ts";
import { coverageCertificate, coverageDemand } from "./coverage.tables.ts";
import { standingsOf } from "./standing.service.ts";

const over = new Set(["closed", "cancelled"]);
type Contract = typeof contract.$inferSelect;
export type DemandRecord = typeof coverageDemand.$inferSelect;

const openContract = async (tx: Tx, id: string): Promise<Contract> => {
  const c = await lockRow(tx, contract, id, "contract");
  if (over.has(c.status)) throw conflict("not_in_this_status", `${c.number} is over.`);
  return c;
};

const checkDemand = ({ kind, amount, percent }: DemandInput): void => {
  if (isBond(kind) && !(Number(percent) > 0 && Number(percent) <= 200))
    throw invalidField("percent", "Say how many percent of the price the bond covers, up to 200.");
  if (isBond(kind) && amount)
    throw invalidField("amount", "A bond is demanded in percent: it follows the current price.");
  if (!isBond(kind) && percent)
    throw invalidField("percent", "Insurance is demanded in dollars, not in percent.");
};

/**
 * Enters what a contract demands of one kind, or writes it over. 422 for a bond without percent or
 * insurance with it, 409 for a contract that is over, 412 for a stale version of what is there.
 */
export const demandCoverage = async (
  tx: Tx,
  actor: Actor,
  contractId: string,
  input: DemandInput,
  version: number | null,
): Promise<DemandRecord> => {
  checkDemand(input);
  const c = await openContract(tx, contractId);
  const before = await tx.maybe<DemandRecord>(sql`
    select *
    from coverage_demand
    where org_id = ${c.orgId} and contract_id = ${c.id} and kind = ${input.kind}
    for update
  `);
  if (before) requireVersion(before.version, version);
  const row = { ...input, amount: input.amount ?? null, percent: input.percent ?? null };
  const after = before
    ? await updateRow(tx, coverageDemand, before.id, row)
    : await insertRow(tx, coverageDemand, { ...row, orgId: c.orgId, id: newId(), contractId });
  note(tx, actor, "contract", c, { action: "demandCoverage", before, after });
  return after;
};

/** Takes a demand out of a contract. What a rule demands stays. */
export const dropDemand = async (
  tx: Tx,
  actor: Actor,
  { contractId, id }: { contractId: string; id: string },
  version: number | null,
): Promise<DemandRecord> => {
  const c = await openContract(tx, contractId);
  const before = await lockRow(tx, coverageDemand, id, "demand");
  if (before.contractId !== contractId) throw notFound("demand");
  requireVersion(before.version, version);
  await tx.rows(sql`delete from coverage_demand where org_id = ${c.orgId} and id = ${id}`);
  note(tx, actor, "contract", c, { action: "dropDemand", before });
  return before;
};

/**
 * Hands a certificate or a bond in; it counts once somebody else accepts it. 422 for insurance
 * without a last day or with one before its first; 409 for a contract that is over.
 */
export const handIn = async (
  tx: Tx,
  actor: Actor,
  contractId: string,
  input: CertificateInput,
  side: "agency" | "vendor",
): Promise<CertificateRecord> => {
  const c = await openContract(tx, contractId);
  if (!input.toOn && !isBond(input.kind))
    throw invalidField("toOn", "Enter the last day of the insurance.");
  if (input.toOn && input.toOn < input.fromOn)
    throw invalidField("toOn", "It ends before it begins.");
  await requireSeenFile(tx, actor, input.fileId);
  const row = await insertRow(tx, coverageCertificate, {
    ...input,
    toOn: input.toOn ?? null,
    orgId: c.orgId,
    id: newId(),
    contractId,
    side,
    submittedBy: actor.personId,
  });
  note(tx, actor, "contract", c, { action: "handIn", after: row });
  if (side === "vendor")
    await tellKeepers(tx, c, {
      title: `${c.number}: a certificate to check`,
      body: `${coverageKinds[row.kind]}, ${row.issuer} ${row.policyNumber}.`,
      link: `/contracts/${c.id}?tab=coverage`,
    });
  return row;
};

const tellVendorOf = async (
  tx: Tx,
  c: Contract,
  row: CertificateRecord,
  event: "accepted" | "returned",
  reason: string | null,
): Promise<void> => {
  const vendor = await vendorOf(tx, c.vendorId);
  if (!vendor.email) return;
  await queueMail(tx, {
    ...handedInLetter({
      vendor: vendor.name,
      contract: c.number,
      what: `${coverageKinds[row.kind]}, ${row.issuer} ${row.policyNumber}`,
      event,
      reason,
      path: `/vendor-portal/contracts/${c.orgId}/${c.id}`,
    }),
    orgId: c.orgId,
    to: vendor.email,
    replyTo: { personId: c.ownerId },
  });
};

/** Accepts, returns or ends a certificate; its vendor is told. 409 for who handed it in. */
export const moveCertificate = async (
  tx: Tx,
  actor: Actor,
  action: CertificateAction,
  step: TakenStep,
): Promise<CertificateRecord> => {
  const row = await transition(tx, actor, certificateNoun, {
    ...step,
    action,
    effect: async () => ({ patch: { decidedBy: actor.personId, statusReason: step.reason } }),
  });
  const c = await getRow(tx, contract, row.contractId, "contract");
  if (row.side === "vendor" && action !== "end")
    await tellVendorOf(tx, c, row, action === "accept" ? "accepted" : "returned", step.reason);
  announce(tx, c.orgId, "contract.coverage", c.id);
  await keepCoverageDays(tx, actor, c.id);
  return row;
};

type Shown = Omit<CertificateRecord, "status"> &
  Pick<Coverage["certificates"][number], "status"> & { by: string | null; decider: string | null };

/** A contract's demands, how they stand at the current price, and every certificate. 404. */
export const readCoverage = async (db: Db, actor: Actor, contractId: string): Promise<Coverage> => {
  const c = await getRow(db, contract, contractId, "contract");
  const [standings, demands, certificates] = await Promise.all([
    standingsOf(db, c),
    db.rows<Coverage["demands"][number]>(sql`
      select id, kind, amount, percent::text as percent, citation, version
      from coverage_demand
      where org_id = ${c.orgId} and contract_id = ${contractId}
      order by kind
    `),
    db.rows<Shown>(sql`
      select x.*, p.display_name as by, q.display_name as decider
      from coverage_certificate x
      left join person p on p.id = x.submitted_by
      left join person q on q.id = x.decided_by
      where x.org_id = ${c.orgId} and x.contract_id = ${contractId}
      order by x.status = 'submitted' desc, x.created_at desc
      limit 200
    `),
  ]);
  return {
    price: c.ceiling,
    standings,
    demands,
    certificates: certificates.map(({ by, decider, ...row }) => ({
      ...row,
      submittedBy: by,
      decidedBy: decider,
      actions: actionsFor(actor, certificateNoun, row),
    })),
    canEdit: actor.permissions.has("contract.edit") && !over.has(c.status),
  };
};
