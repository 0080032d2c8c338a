import type { Readable } from "node:stream";
import type { Actor } from "#kernel/access.ts";
import { invalidField, notFound } from "#kernel/errors.ts";
import type { App } from "#server/app.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { asVendor, vendorSide } from "#server/db/scopes/vendor-side.ts";
import { sql } from "#server/db/sql.ts";
import { isUploadedBy, recordFile } from "#server/files/stored-file.ts";
import { asSystem } from "#server/lifecycle.ts";
import { contract } from "../contracts.tables.ts";
import type { CertificateInput } from "../coverage/coverage.model.ts";
import { handIn } from "../coverage/coverage.service.ts";
import { standingsOf } from "../coverage/standing.service.ts";
import type { Delivery } from "../obligation/obligation.model.ts";
import { deliverDue } from "../obligation/obligation.service.ts";
import { ownContract } from "./vendor-change.service.ts";
import type { VendorDuties } from "./vendor-duties.model.ts";

const mostBytes = 15 * 1024 * 1024;
type At = { orgId: string; id: string };

/** What the vendor owes under its contract, and how its insurance and bonds stand. 404 for another's. */
export const dutiesOf = async (app: App, actor: Actor, at: At): Promise<VendorDuties> => {
  const db = vendorSide(app.database, actor);
  const standings = await asVendor(app, actor, at.orgId, async (tx, vendor) => {
    await ownContract(tx, vendor, at.id);
    return standingsOf(tx, await getRow(tx, contract, at.id, "contract"));
  });
  const [dues, certificates] = await Promise.all([
    db.rows<VendorDuties["dues"][number]>(sql`
      select
        d.id, o.title, o.description, o.citation, d.due_on, d.status, d.evidence, d.status_reason,
        d.version
      from contract_obligation_due d
      join contract_obligation o on o.org_id = d.org_id and o.id = d.obligation_id
      where d.org_id = ${at.orgId} and o.contract_id = ${at.id} and d.status <> 'dropped'
      order by d.status in ('accepted') , d.due_on
      limit 100
    `),
    db.rows<VendorDuties["certificates"][number]>(sql`
      select id, kind, status, issuer, policy_number, amount, from_on, to_on, status_reason
      from coverage_certificate
      where org_id = ${at.orgId} and contract_id = ${at.id}
      order by from_on desc, id
      limit 100
    `),
  ]);
  return { dues, standings, certificates };
};

/** Keeps a file that the vendor hands in next with a certificate or a delivery. 404 for another's contract. */
export const keepVendorFile = async (
  app: App,
  actor: Actor,
  at: At,
  { name, stream }: { name: string; stream: Readable },
): Promise<{ id: string }> => {
  await asVendor(app, actor, at.orgId, (tx, vendor) => ownContract(tx, vendor, at.id));
  const stored = await app.files.put(stream, mostBytes);
  return asVendor(app, actor, at.orgId, async (tx, vendor, who) => {
    await ownContract(tx, vendor, at.id);
    return {
      id: await recordFile(tx, { ...stored, orgId: at.orgId, name, uploadedBy: who.personId }),
    };
  });
};

// No file of the agency's, or of somebody else's, is handed in as one's own.
const ownFile = async (tx: Tx, who: Actor, fileId: string | null | undefined): Promise<void> => {
  if (fileId && !(await isUploadedBy(tx, fileId, who.personId!)))
    throw invalidField("fileId", "Attach the document anew.");
};

/** The vendor hands a certificate or a bond in; whoever keeps the contract is told. */
export const handInAsVendor = (app: App, actor: Actor, at: At, input: CertificateInput) =>
  asVendor(app, actor, at.orgId, async (tx, vendor, who) => {
    await ownContract(tx, vendor, at.id);
    await ownFile(tx, who, input.fileId);
    return handIn(tx, who, at.id, input, "vendor");
  });

/** The vendor delivers what it owes on a day; never what the agency owes. */
export const deliverAsVendor = (
  app: App,
  actor: Actor,
  orgId: string,
  step: { id: string; version: number | null },
  input: Delivery,
) =>
  asVendor(app, actor, orgId, async (tx, vendor, who) => {
    const own = await tx.maybe(sql`
      select 1 as ok
      from contract_obligation_due d
      join contract_obligation o on o.org_id = d.org_id and o.id = d.obligation_id
      join contract c on c.org_id = o.org_id and c.id = o.contract_id
      where d.org_id = ${orgId}
        and d.id = ${step.id}
        and o.side = 'vendor'
        and c.vendor_id = ${vendor.id}
    `);
    if (!own) throw notFound("obligation");
    await ownFile(tx, who, input.fileId);
    return deliverDue(tx, asSystem(who), step, input);
  });
