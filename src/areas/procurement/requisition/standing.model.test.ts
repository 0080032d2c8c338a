// What a draft is with a change that names some of it.
import { expect, test } from "vitest";
import type { RequisitionDetail } from "./requisition.model.ts";
import { requisitionChangedTo } from "./standing.model.ts";

const [account, code, department] = [
  "0192f000-0000-7000-8000-000000000001",
  "0192f000-0000-7000-8000-000000000002",
  "0192f000-0000-7000-8000-000000000003",
];

test("a change of the head leaves every line as it stands, its cost code too", () => {
  const stands = {
    title: "Signs",
    justification: "",
    departmentId: department,
    neededOn: "2026-12-01",
    lines: [
      {
        description: "Signs",
        commodityCode: "332321",
        costCodeId: code,
        quantity: "4.0000",
        unit: "each",
        unitPrice: "250.0000",
        splits: [{ accountStringId: account, percent: null, amount: 1_000_00 }],
      },
    ],
  } as unknown as RequisitionDetail;
  expect(requisitionChangedTo(stands, { title: "Warning signs" } as never)).toMatchObject({
    title: "Warning signs",
    lines: [
      {
        costCodeId: code,
        commodityCode: "332321",
        splits: [{ accountStringId: account, amount: 1_000_00 }],
      },
    ],
  });
});
