import type { Actor } from "#kernel/access.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, lockRow } from "#server/db/rows.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { asSystem } from "#server/lifecycle.ts";
import { readOrganization } from "#areas/organization/organization.server.ts";
import { companyOf } from "#areas/vendors/vendors.server.ts";
import type { Signable } from "#areas/workflow/workflow.server.ts";
import { readAmendment } from "../amendment/amendment.read.service.ts";
import { signAmendment } from "../amendment/amendment.service.ts";
import { readContract } from "../contract/contract.read.service.ts";
import { sendElectronically } from "../contract/course.service.ts";
import { signContract } from "../contract/signing.service.ts";
import { signChange } from "../change/applying.service.ts";
import { readChange } from "../change/change.read.service.ts";
import { contractChange } from "../change/change.tables.ts";
import { contract, contractAmendment } from "../contracts.tables.ts";
import { contentObstacles, exhibitsOf } from "../exhibit/exhibit.service.ts";
import { readRateSheets } from "../rates/rate.service.ts";
import { amendmentDocument, changeDocument, contractDocument } from "./document.service.ts";

const vendorSide = async (db: Db, vendorId: string) => {
  const { name, identityId } = await companyOf(db, vendorId);
  return { vendorId, vendor: name, companyId: identityId };
};

/** A contract goes out with its request, and is in force with the last signature under its PDF. */
export const contractSignable: Signable = {
  type: "contract",
  permission: "contract.edit",
  subject: async (db, id) => {
    const c = await getRow(db, contract, id, "contract");
    const ready = c.status === "approved" || c.status === "out_for_signature";
    return {
      number: c.number,
      title: c.title,
      link: `/contracts/${id}`,
      amount: c.ceiling,
      ...(await vendorSide(db, c.vendorId)),
      but: c.draftedBy,
      version: c.version,
      refusal: ready
        ? ((await contentObstacles(db, c))[0] ?? null)
        : `${c.number} is signed once it is approved, and not afterwards.`,
    };
  },
  enclosures: exhibitsOf,
  document: async (db: Db, actor: Actor, id: string) => {
    const [c, agency] = [await readContract(db, actor, id), await readOrganization(db)];
    const sheets = await readRateSheets(db, actor, id);
    return contractDocument(
      c,
      agency.name,
      sheets.filter((sheet) => !sheet.amendmentId),
      await exhibitsOf(db, id),
    );
  },
  begun: async (tx: Tx, actor: Actor, id, version) => {
    const c = await lockRow(tx, contract, id, "contract");
    if (version !== null) requireVersion(c.version, version);
    if (c.status !== "out_for_signature") await sendElectronically(tx, actor, { id, version });
  },
  completed: async (tx, actor, id, electronic) =>
    void (await signContract(tx, asSystem(actor), { id, version: null }, { electronic })),
};

/** An amendment is applied to its contract with the last signature under its PDF. */
export const amendmentSignable: Signable = {
  type: "contractAmendment",
  permission: "contract.edit",
  subject: async (db, id) => {
    const a = await getRow(db, contractAmendment, id, "contract amendment");
    const c = await getRow(db, contract, a.contractId, "contract");
    return {
      number: a.number,
      title: a.title,
      link: `/contracts/amendments/${id}`,
      // Whoever signs an amendment answers for the contract as it is then.
      amount: c.ceiling + a.ceilingChange,
      ...(await vendorSide(db, c.vendorId)),
      but: a.draftedBy,
      version: a.version,
      refusal:
        a.status === "approved"
          ? null
          : `${a.number} is signed once it is approved, and not afterwards.`,
    };
  },
  document: async (db: Db, actor: Actor, id: string) => {
    const [a, agency] = [await readAmendment(db, actor, id), await readOrganization(db)];
    const sheets = await readRateSheets(db, actor, a.contractId);
    return amendmentDocument(
      a,
      agency.name,
      sheets.filter((sheet) => sheet.amendmentId === id),
    );
  },
  begun: async (tx: Tx, _actor: Actor, id, version) => {
    const a = await lockRow(tx, contractAmendment, id, "contract amendment");
    if (version !== null) requireVersion(a.version, version);
  },
  completed: async (tx, actor, id, electronic) =>
    void (await signAmendment(tx, asSystem(actor), { id, version: null }, { electronic })),
};

/** A change order is applied to its contract with the last signature under its PDF. */
export const changeSignable: Signable = {
  type: "changeOrder",
  permission: "contract.edit",
  subject: async (db, id) => {
    const x = await getRow(db, contractChange, id, "change order");
    const c = await getRow(db, contract, x.contractId, "contract");
    return {
      number: x.number,
      title: x.title,
      link: `/claims-change-orders/changes/${id}`,
      // Whoever signs a change answers for what it adds; what it takes makes that no smaller.
      amount: Math.max(x.increase, x.decrease),
      ...(await vendorSide(db, c.vendorId)),
      but: x.draftedBy,
      version: x.version,
      refusal:
        x.status === "approved"
          ? null
          : `${x.number} is signed once it is approved, and not afterwards.`,
    };
  },
  document: async (db: Db, actor: Actor, id: string) => {
    const [x, agency] = [await readChange(db, actor, id), await readOrganization(db)];
    return changeDocument(x, agency.name);
  },
  begun: async (tx: Tx, _actor: Actor, id, version) => {
    const x = await lockRow(tx, contractChange, id, "change order");
    if (version !== null) requireVersion(x.version, version);
  },
  completed: async (tx, actor, id, electronic) =>
    void (await signChange(tx, asSystem(actor), { id, version: null }, { electronic })),
};
