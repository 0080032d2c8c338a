import type { OfferedAction } from "#kernel/lifecycle.ts";
import { type Day, utcDay } from "#kernel/time.ts";

/**
 * Answers for the workbench's own addresses, made in the browser, so that every part can be seen
 * without a database.
 */
export type SampleOrder = {
  id: string;
  number: string;
  vendorName: string;
  purpose: string;
  department: string;
  amountCents: number;
  receivedCents: number;
  promisedOn: Day;
  status: string;
};

const vendors = [
  "Northline Aggregates LLC",
  "Midland Pump & Power",
  "Osprey Uniform Supply",
  "Castor Electric Co-op",
  "Harrow Bridge Engineering",
  "Bluestem Office Interiors",
  "Dakota Fuel & Lube",
  "Ridge County Cooperative",
  "Everline Surveying",
  "Pinnacle Software",
  "Gray Wolf Fabrication",
  "Two Rivers Nursery",
];
const purposes = [
  "Culvert stone, 1,240 t",
  "Trailer pumps, rental 30 d",
  "Flood response PPE",
  "Lift station 7 rewire",
  "CR-14 inspection",
  "Permit desk furniture",
  "Diesel, blanket release 4",
  "Road salt, 400 t",
  "Levee crest survey",
  "Permit system renewal",
  "Guardrail sections",
  "Bank stabilisation",
];
const departments = ["Public works", "Utilities", "Emergency management", "Parks"];
const states = [
  "approval",
  "emergency",
  "received",
  "partly",
  "issued",
  "closed",
  "partly",
  "issued",
  "overdue",
  "received",
  "partly",
  "issued",
];
const amounts = [
  86_420_00, 41_760_00, 9_318_40, 128_900_00, 24_500_00, 6_204_75, 18_000_00, 31_200_00, 15_750_00,
  54_000_00, 22_415_60, 7_980_00,
];
const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T;
const day = (offset: number): Day => utcDay(Date.now() + offset * 86_400_000);

const sampleOrders: readonly SampleOrder[] = Array.from({ length: 348 }, (_, at) => ({
  id: `order-${348 - at}`,
  number: `PO-2027-${String(348 - at).padStart(5, "0")}`,
  vendorName: pick(vendors, at),
  purpose: pick(purposes, at),
  department: pick(departments, at * 7),
  amountCents: pick(amounts, at) + Math.floor(at / 12) * 1_13,
  receivedCents: Math.round((pick(amounts, at) * (at % 4)) / 4),
  promisedOn: day((at % 12) - 2),
  status: pick(states, at),
}));

const actions: OfferedAction[] = [
  {
    name: "receive",
    label: "Receive goods",
    enabled: true,
    reason: null,
    needsReason: false,
    tone: "primary",
  },
  {
    name: "close",
    label: "Short-close",
    enabled: true,
    reason: null,
    needsReason: true,
    tone: "default",
  },
  {
    name: "cancel",
    label: "Cancel order",
    enabled: false,
    reason: "goods were received.",
    needsReason: true,
    tone: "danger",
  },
];
const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();
const history = [
  {
    at: hoursAgo(2),
    actorName: "R. Lindqvist",
    action: "purchaseOrder.receive",
    from: "issued",
    to: "partly",
    reason: null,
    changes: [{ field: "receivedCents", before: 0, after: 58_005_00 }],
    auditIndex: 18_442,
  },
  {
    at: hoursAgo(50),
    actorName: "M. Okafor",
    action: "purchaseOrder.issue",
    from: "approval",
    to: "issued",
    reason: null,
    changes: [],
    auditIndex: 18_120,
  },
  {
    at: hoursAgo(75),
    actorName: "T. Brandt",
    action: "purchaseOrder.edit",
    from: "approval",
    to: "approval",
    reason: "Vendor asked for a later date",
    changes: [{ field: "promisedOn", before: "2026-11-20", after: "2026-11-26" }],
    auditIndex: 18_031,
  },
  {
    at: hoursAgo(98),
    actorName: "T. Brandt",
    action: "purchaseOrder.create",
    from: null,
    to: "approval",
    reason: null,
    changes: [],
    auditIndex: 17_990,
  },
];
const importRun = {
  id: "import-1",
  columns: ["Vendor name", "Tax ID", "E-mail", "Phone", "Notes"],
  fields: [
    { name: "name", label: "Name", required: true },
    { name: "tin", label: "Tax number", required: true },
    { name: "email", label: "E-mail", required: false },
  ],
  suggestedMapping: { name: "Vendor name", tin: "Tax ID", email: "E-mail" },
  counts: { create: 94, update: 17, skip: 5, reject: 4 },
  problems: [17, 41, 88]
    .map((row) => ({
      row,
      column: "Tax ID",
      expected: "nine digits",
      found: "12-34567",
      fix: "Write the tax number with nine digits",
    }))
    .concat([
      {
        row: 63,
        column: "E-mail",
        expected: "an e-mail address",
        found: "office(at)gray.example",
        fix: "Correct the e-mail address",
      },
    ]),
};
let importState = "mapping";

const list = (query: URLSearchParams): unknown => {
  const q = (query.get("q") ?? "").toLowerCase();
  const sets = {
    status: query.get("status")?.split(","),
    department: query.get("department")?.split(","),
  };
  const min = Number(query.get("amountCents.min") ?? Number.NEGATIVE_INFINITY);
  const max = Number(query.get("amountCents.max") ?? Number.POSITIVE_INFINITY);
  const found = sampleOrders.filter(
    (order) =>
      `${order.number} ${order.vendorName} ${order.purpose}`.toLowerCase().includes(q) &&
      (!sets.status || sets.status.includes(order.status)) &&
      (!sets.department || sets.department.includes(order.department)) &&
      order.amountCents >= min &&
      order.amountCents <= max,
  );
  const sort = query.get("sort") ?? "-number";
  const key = sort.replace(/^-/, "") as keyof SampleOrder;
  const sorted = found.toSorted(
    (a, b) => (a[key] < b[key] ? -1 : a[key] > b[key] ? 1 : 0) * (sort.startsWith("-") ? -1 : 1),
  );
  const page = Number(query.get("page") ?? 1);
  const limit = Number(query.get("limit") ?? 50);
  return {
    items: sorted.slice((page - 1) * limit, page * limit),
    total: found.length,
    totalCapped: false,
    page,
    limit,
    nextCursor: null,
    totals: { amountCents: found.reduce((sum, order) => sum + order.amountCents, 0) },
  };
};

const record = (id: string) => ({
  ...sampleOrders.find((order) => order.id === id),
  number: "PO-2027-00345",
  version: 3,
  status: "partly",
  actions,
});

type Answer = { status: number; body: unknown };

const ok = (body: unknown): Answer => ({ status: 200, body });

const stale: Answer = {
  status: 412,
  body: {
    title: "Conflict",
    status: 412,
    code: "stale_version",
    detail:
      "Someone else changed this record after you opened it. Reload it and apply your change again.",
  },
};

const invalid: Answer = {
  status: 422,
  body: {
    title: "Invalid",
    status: 422,
    code: "invalid",
    detail: "The input breaks a rule.",
    errors: [
      {
        path: "vendorNumber",
        message: "This vendor has sent an invoice with the number 0033-B already",
      },
    ],
  },
};

const savedViews = [
  {
    id: "view-flood",
    name: "Flood DR-4897",
    query: "department=Emergency+management",
    shared: true,
    mine: true,
    version: 1,
  },
];

const storedFile = {
  id: "file-1",
  name: "quote.pdf",
  size: 348_211,
  sha256: "9f3c2e7715c0a1d4e1f2".padEnd(64, "0"),
};

const stateAfter = (path: string): typeof importState => {
  if (path.endsWith("/validate")) return "validated";
  return path.endsWith("/commit") ? "committed" : "mapping";
};

const answer = (method: string, path: string, query: URLSearchParams): Answer => {
  if (path === "/api/v1/sample-orders") return ok(list(query));
  if (path.startsWith("/api/v1/sample-orders/") && path.includes("/actions/")) return stale;
  if (path.endsWith("/history")) return ok({ items: history });
  if (path.startsWith("/api/v1/sample-orders/")) return ok(record(path.split("/").at(-1) ?? ""));
  if (path === "/api/v1/saved-views") return ok({ items: savedViews });
  if (path === "/api/v1/imports/import-1") return ok({ ...importRun, state: importState });
  if (path.startsWith("/api/v1/imports") && method === "POST") {
    importState = stateAfter(path);
    return ok({ ...importRun, state: importState });
  }
  return path === "/api/v1/files" ? ok(storedFile) : invalid;
};

const mine = /^\/api\/v1\/(sample-|saved-views|imports|files)/;

/** Puts the sample answers in front of the real `fetch`; gives the way back. */
export const startSampleServer = (): (() => void) => {
  const real = window.fetch;
  window.fetch = async (input, init) => {
    const url = new URL(
      input instanceof Request ? input.url : String(input),
      window.location.origin,
    );
    if (!mine.test(url.pathname)) return real(input, init);
    const { status, body } = answer(init?.method ?? "GET", url.pathname, url.searchParams);
    return new Response(JSON.stringify(body), {
      status,
      headers: { "content-type": "application/json" },
    });
  };
  return () => {
    window.fetch = real;
  };
};
