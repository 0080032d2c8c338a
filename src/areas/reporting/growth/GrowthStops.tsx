import type { ReactNode } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { counted } from "#kernel/words.ts";
import { Facts } from "#web/kit/record/Facts.tsx";
import { inDays } from "./growth-words.ts";
import type { Growth } from "./growth.model.ts";

const whats = {
  requisition: "Requisitions sent back",
  purchaseOrder: "Orders sent back",
  invoice: "Invoices sent back",
  paymentRun: "Payment runs sent back",
} as const;

const share = (part: number, whole: number): string =>
  whole === 0 ? "none" : `${part} of ${whole} (${Math.round((part / whole) * 100)} percent)`;

const draftsOf = ({ drafts }: Growth): [string, ReactNode][] =>
  drafts.map(({ what, count, before }) => [
    what === "requisition" ? "Requisitions left as drafts" : "Orders left as drafts",
    count === 0 ? (
      "none"
    ) : (
      <Link
        to={
          what === "requisition"
            ? `${pathTo("requisitions")}?status=draft&requestedOn.max=${before}`
            : `${pathTo("orders")}?status=draft&orderedOn.max=${before}`
        }
      >
        {counted(count, "draft")} for over a month
      </Link>
    ),
  ]);

const firstOf = ({ joined, finished, medianDays, departments, hidden }: Growth["firstTasks"]) =>
  finished === null || medianDays === null
    ? `Of ${counted(joined, "new member")} fewer than five finished a task; nothing more is said.`
    : [
        `${inDays(medianDays)}, half of ${finished}`,
        ...departments.map((d) => `${d.department}: ${inDays(d.medianDays)}`),
        ...(hidden > 0 ? [`${counted(hidden, "department")} of fewer than five not shown`] : []),
      ].join("; ");

/** Drafts that lie, what was sent back, what came by import, how soon new members finish something. */
export function GrowthStops({ data }: { data: Growth }) {
  const { invoices, imports } = data;
  return (
    <Facts
      rows={[
        ...draftsOf(data),
        ...data.returns.map(({ what, asked, returned }): [string, ReactNode] => [
          whats[what],
          share(returned, asked),
        ]),
        ["Invoices by import", share(invoices.imported, invoices.total)],
        ["Invoices sent by vendors", share(invoices.byVendor, invoices.total)],
        [
          "Rows by other imports",
          imports.length === 0
            ? "none"
            : imports.map(({ kind, created }) => `${kind} ${created}`).join(", "),
        ],
        ["To a new member's first finished task", firstOf(data.firstTasks)],
      ]}
    />
  );
}
