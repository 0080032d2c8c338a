// What stands before the first day on a site: a contract in force, a project with its money, its order.
import type { Page } from "playwright";
import { agencyDay } from "#server/testing/days.ts";
import { url } from "./people.ts";
import { get, send, token } from "./steps.ts";

export type Row = { id: string; number: string; version: number; status: string };
export type Listed<T = Row> = { items: T[] };
type Named = { id: string; code: string };
/** Those who bring a project under way, each at their page. */
export type Founders = Record<"engineer" | "buyer" | "manager" | "budget" | "counsel", Page>;
// Of the demo's people.
const [engineerName, inspectorName] = ["Signe", "Ivan"];

/** Uploads a file of this name. */
export const keepFile = async (page: Page, name: string): Promise<string> => {
  const body = new FormData();
  body.append("file", new Blob([name], { type: "text/plain" }), name);
  const answer = await fetch(`${url}/api/v1/files`, {
    method: "POST",
    body,
    headers: {
      authorization: `Bearer ${await token(page)}`,
      "idempotency-key": crypto.randomUUID(),
    },
  });
  return ((await answer.json()) as { id: string }).id;
};

/** A step of a record through our API: what the journey does not look at. */
export const step = async (
  page: Page,
  path: string,
  name: string,
  body: object = {},
): Promise<void> => {
  const { version } = await get<Row>(page, `/api/v1/${path}`);
  await send(page, "POST", `/api/v1/${path}/actions/${name}`, body, version);
};

/** Somebody of its approvers approves a document. */
export const approve = async (page: Page, path: string): Promise<void> => {
  const { approvalId } = await get<{ approvalId: string }>(page, `/api/v1/${path}`);
  await send(page, "POST", `/api/v1/approvals/${approvalId}/actions/approve`, {});
};

export type Site = {
  code: string;
  projectId: string;
  contractId: string;
  accountStringId: string;
  orderId: string;
};

// The line of the ledger that pays the work.
const lineFor = async (budget: Page, code: string): Promise<string> => {
  const { items } = await get<Listed<Named & { kind: string }>>(
    budget,
    "/api/v1/segments?limit=500",
  );
  const segment = (kind: string, wanted: string) =>
    items.find((s) => s.kind === kind && s.code === wanted)!.id;
  const departments = await get<Listed<Named>>(budget, "/api/v1/departments");
  const { id } = await send<{ id: string }>(budget, "POST", "/api/v1/account-strings", {
    fundId: segment("fund", "210"),
    departmentId: departments.items.find((d) => d.code === "RDB")!.id,
    accountId: segment("account", "5340"),
    projectId: segment("project", code),
  });
  const years = await get<Listed<{ id: string; status: string; year: number }>>(
    budget,
    "/api/v1/fiscal-years",
  );
  const [year] = years.items
    .filter((y) => y.status === "open")
    .toSorted((one, other) => other.year - one.year);
  await send(budget, "POST", "/api/v1/budget-lines", {
    fiscalYearId: year!.id,
    accountStringId: id,
    original: 240_000_00,
    note: "Culvert",
  });
  return id;
};

const vendorOf = async (page: Page, name: string): Promise<string> =>
  (await get<Listed>(page, `/api/v1/vendors?q=${encodeURIComponent(name)}`)).items[0]!.id;

/** A construction contract in force: drafted, cleared, approved by another and signed on paper. */
const contractFor = async (
  { buyer, counsel, manager }: Founders,
  departmentId: string,
): Promise<string> => {
  const year = Number(agencyDay().slice(0, 4));
  const { id } = await send<Row>(buyer, "POST", "/api/v1/contracts", {
    title: "Culvert at Bluff Creek",
    vendorId: await vendorOf(buyer, "Castor Electric"),
    departmentId,
    kind: "construction",
    priceType: "fixed",
    method: "simplified",
    basis: "quotes",
    evidence: "Three quotes of last week",
    startsOn: agencyDay(-30),
    endsOn: agencyDay(200),
    ceiling: 60_000_00,
    yearPlan: [{ year, amount: 60_000_00 }],
    retainagePercent: "5",
    scope: "A box culvert of precast sections.",
  });
  await send(buyer, "POST", `/api/v1/contracts/${id}/exhibits`, {
    what: "drawings",
    title: "Drawings and specifications",
    fileId: await keepFile(buyer, "drawings.txt"),
  });
  await step(buyer, `contracts/${id}`, "review");
  await step(counsel, `contracts/${id}`, "clear");
  await approve(manager, `contracts/${id}`);
  await step(buyer, `contracts/${id}`, "send");
  await step(manager, `contracts/${id}`, "sign", {
    ourSigner: "Chair of the board",
    vendorSigner: "Nils Castor",
    signedOn: agencyDay(),
    fileId: await keepFile(manager, "signed.txt"),
  });
  return id;
};

/** The project under way with its order: what stands before the first day on the site. */
export const begun = async (founders: Founders): Promise<Site> => {
  const code = `P${Date.now() % 1_000_000}`;
  const { engineer, buyer, manager, budget } = founders;
  const departments = await get<Listed<Named>>(engineer, "/api/v1/departments");
  const departmentId = departments.items.find((d) => d.code === "RDB")!.id;
  const member = async (name: string): Promise<string> =>
    (await get<Listed>(engineer, `/api/v1/members?q=${name}`)).items[0]!.id;
  const contractId = await contractFor(founders, departmentId);
  const { id: projectId } = await send<Row>(engineer, "POST", "/api/v1/projects", {
    name: "Culvert at Bluff Creek",
    segmentCode: code,
    departmentId,
    engineerId: await member(engineerName),
    inspectors: [{ personId: await member(inspectorName) }],
    contracts: [{ contractId }],
    startsOn: agencyDay(-30),
    contractDays: 120,
  });
  const accountStringId = await lineFor(budget, code);
  await step(engineer, `projects/${projectId}`, "submit");
  await approve(budget, `projects/${projectId}`);
  await step(engineer, `projects/${projectId}`, "start");
  const charged = { commodityCode: null, splits: [{ accountStringId }] };
  const { id: orderId } = await send<Row>(buyer, "POST", "/api/v1/purchase-orders", {
    title: "Culvert at Bluff Creek",
    vendorId: await vendorOf(buyer, "Castor Electric"),
    departmentId,
    contractId,
    lines: [
      { ...charged, description: "Box culvert", quantity: "40", unit: "ft", unitPrice: "1000.00" },
      {
        ...charged,
        description: "Mobilization",
        quantity: "10000",
        unit: "lump sum",
        unitPrice: "1",
      },
    ],
  });
  await step(buyer, `purchase-orders/${orderId}`, "submit");
  await approve(manager, `purchase-orders/${orderId}`);
  await step(buyer, `purchase-orders/${orderId}`, "issue");
  return { code, projectId, contractId, accountStringId, orderId };
};
