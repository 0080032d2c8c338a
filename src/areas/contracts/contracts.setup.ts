import { Readable } from "node:stream";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import {
  makeAgency,
  makeBudget,
  makeMembers,
  makePolicy,
  makeVendor,
  type Agency,
} from "#server/testing/agency.ts";
import type { TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { approveDocument } from "#server/testing/purchase.ts";
import {
  createOrder,
  issueOrder,
  orderInput,
  submitOrder,
} from "#areas/procurement/procurement.server.ts";
import "./contracts.server.ts";
import { draftShipped, publishDrafts } from "./clause/clause.service.ts";
import { addClauses } from "./clause/contract-clause.service.ts";
import { clearContract } from "./contract/approval.service.ts";
import { addExhibit } from "./exhibit/exhibit.service.ts";
import { contractInput } from "./contract/contract.model.ts";
import { readContract } from "./contract/contract.read.service.ts";
import { createContract } from "./contract/contract.service.ts";
import { attachFile } from "#server/http/attachments.ts";
import { proveItem, readCloseout } from "./closeout/closeout.service.ts";
import { step } from "./contract/course.service.ts";
import { signContract } from "./contract/signing.service.ts";

type Name = "author" | "counsel" | "keeper" | "manager" | "buyer" | "clerk" | "deputy";

/** An agency with people, a vendor, a budget and policies for contracts, amendments and orders. */
export const contractAgency = async (t: TestDatabase) => {
  const agency: Agency = await makeAgency(t.database);
  const people: Record<Name, Actor> = await makeMembers(t.database, agency, {
    author: { duties: ["contract_manager"] },
    counsel: { duties: ["counsel"] },
    keeper: { duties: ["contract_manager"] },
    manager: { role: "manager" },
    buyer: { duties: ["buyer"] },
    clerk: {},
    deputy: { role: "admin" },
  });
  const [{ accountStringId }, vendor] = await Promise.all([
    makeBudget(t.database, agency, 10_000_000_00),
    makeVendor(t.database, agency),
  ]);
  for (const documentType of [
    "contract",
    "contractAmendment",
    "changeOrder",
    "settlement",
    "purchaseOrder",
  ] as const)
    await makePolicy(t.database, people.manager, { documentType });
  const stored = await t.app.files.put(Readable.from(["signed"]));
  const fileId = newId();
  const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
  // A paper of the vendor's record: whoever signs, delivers or proves finds it there.
  await as(people.manager, async (tx) => {
    await tx.rows(sql`
      insert into stored_file (org_id, id, name, media_type, size, sha256, uploaded_by)
      values (
        ${agency.orgId}, ${fileId}, 'signed.pdf', 'application/pdf', ${stored.size},
        ${stored.sha256}, ${people.manager.personId}
      )
    `);
    await attachFile(tx, people.manager, {
      objectType: "vendor",
      objectId: vendor.id,
      number: vendor.id,
      file: { id: fileId, name: "signed.pdf", sha256: stored.sha256 },
      label: "",
    });
  });
  const ink = {
    signedOn: agencyDay(0),
    ourSigner: "Chair of the board",
    vendorSigner: "Ann Oakes",
    fileId,
  };
  const input = (over: object = {}) =>
    contractInput.parse({
      title: "Road materials",
      vendorId: vendor.id,
      departmentId: agency.departmentId,
      kind: "goods",
      priceType: "fixed",
      scope: "Crushed stone, 3/4 inch, delivered to the county yard.",
      deliverables: "Stone as ordered, weighed at delivery.",
      method: "sealed_bid",
      basis: "award",
      evidence: "ITB-2027-00001",
      startsOn: agencyDay(-10),
      endsOn: agencyDay(200),
      ceiling: 7_000_00,
      yearPlan: [{ year: 2027, amount: 7_000_00 }],
      ...over,
    });
  const drafted = (over: object = {}) =>
    as(people.author, (tx) => createContract(tx, people.author, input(over)));
  // The shipped clauses are in force; what rules ask of a contract is put in before counsel reads it.
  await as(people.counsel, async (tx) => {
    await draftShipped(tx, people.counsel);
    await publishDrafts(tx, people.counsel);
  });
  const approved = async (over: object = {}) => {
    const made = await drafted(over);
    if (made.kind === "construction")
      await as(people.author, (tx) =>
        addExhibit(tx, people.author, made.id, { what: "drawings", title: "Drawings", fileId }),
      );
    const { id } = await as(people.author, (tx) =>
      addClauses(tx, people.author, made.id, { required: true }, made.version),
    );
    await as(people.author, (tx) => step(tx, people.author, "review", { id, version: null }));
    await as(people.counsel, (tx) => clearContract(tx, people.counsel, { id, version: null }));
    await approveDocument(t.database, people.manager, id);
    return id;
  };
  const inForce = async (over: object = {}) => {
    const id = await approved(over);
    await as(people.author, (tx) => step(tx, people.author, "send", { id, version: null }));
    await as(people.keeper, (tx) => signContract(tx, people.keeper, { id, version: null }, ink));
    return id;
  };
  const read = (id: string) => readContract(t.database.read(people.author), people.author, id);
  /** An approved order under the contract, for so many dollars. */
  const ordered = async (contractId: string | null, dollars: string, over: object = {}) => {
    const order = await as(people.buyer, (tx) =>
      createOrder(
        tx,
        people.buyer,
        orderInput.parse({
          title: "Stone",
          vendorId: vendor.id,
          departmentId: agency.departmentId,
          contractId,
          lines: [
            {
              description: "Stone",
              commodityCode: null,
              quantity: "1",
              unit: "t",
              unitPrice: dollars,
              splits: [{ accountStringId }],
            },
          ],
          ...over,
        }),
      ),
    );
    await as(people.buyer, (tx) => submitOrder(tx, people.buyer, { id: order.id, version: null }));
    await approveDocument(t.database, people.manager, order.id);
    return order.id;
  };
  const issue = (id: string) =>
    as(people.buyer, (tx) =>
      issueOrder(tx, people.buyer, { id, version: null }, "http://levee.test"),
    );
  /** Proves by hand what of a closeout a person proves; none of who closes it. */
  const provedByHand = async (contractId: string, by: Actor = people.author) => {
    const { items, retainAtLeast } = await readCloseout(t.database.read(by), by, contractId);
    for (const { id, version } of items.filter((item) => item.canProve))
      await as(by, (tx) =>
        proveItem(
          tx,
          by,
          { contractId, id, version },
          { evidence: "Looked at on site.", fileId, retainUntil: retainAtLeast },
        ),
      );
  };
  return {
    provedByHand,
    agency,
    people,
    vendor,
    accountStringId,
    ink,
    as,
    input,
    drafted,
    approved,
    inForce,
    read,
    ordered,
    issue,
  };
};
