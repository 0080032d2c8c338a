/** A call of the demo's past: how it went, so many hours ago. */
export type PastCall = { hoursAgo: number; method: string; path: string; status: number };

/** Where the demo's data warehouse hears of approved invoices. */
export const warehouse = "https://warehouse.carver-county.example/hooks/levee";

const nightly = (hoursAgo: number): PastCall[] =>
  [
    "/api/v1/budget-lines",
    "/api/v1/purchase-orders",
    "/api/v1/invoices",
    "/api/v1/invoices",
    "/api/v1/payments",
    "/api/v1/commitment-entries",
  ].map((path, at) => ({ hoursAgo: hoursAgo - at / 360, method: "GET", path, status: 200 }));

/** With the key that is on its way out. */
export const pastCalls: readonly PastCall[] = [...nightly(75), ...nightly(51)];

/** With the new one: its first night met the limit once. */
export const warehouseCalls: readonly PastCall[] = [
  ...nightly(27).slice(0, 4),
  { hoursAgo: 26.9, method: "GET", path: "/api/v1/payments", status: 429 },
  ...nightly(26.95).slice(4),
  ...nightly(3),
];

export const permitCalls: readonly PastCall[] = [
  { hoursAgo: 49, method: "GET", path: "/api/v1/departments", status: 200 },
  { hoursAgo: 48.9, method: "GET", path: "/api/v1/account-strings", status: 200 },
  { hoursAgo: 48.8, method: "POST", path: "/api/v1/requisitions", status: 201 },
  { hoursAgo: 30, method: "POST", path: "/api/v1/requisitions", status: 422 },
  { hoursAgo: 29.9, method: "POST", path: "/api/v1/requisitions", status: 201 },
  { hoursAgo: 6, method: "PATCH", path: "/api/v1/requisitions/{id}", status: 412 },
  { hoursAgo: 5.9, method: "GET", path: "/api/v1/requisitions/{id}", status: 200 },
  { hoursAgo: 5.8, method: "PATCH", path: "/api/v1/requisitions/{id}", status: 200 },
];
