import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import { Tabs } from "#web/kit/Tabs.tsx";
import { bulletinStates } from "../bulletin/bulletin.labels.ts";
import type { BulletinRow } from "../bulletin/bulletin.model.ts";
import { InquiryTable } from "./InquiryTable.tsx";

const columns: readonly Column<BulletinRow>[] = [
  { id: "email", label: "Email", kind: "text", value: (row) => row.email },
  {
    id: "commodityPrefixes",
    label: "Commodities",
    kind: "text",
    value: (row) => row.commodityPrefixes.join(", ") || "All",
  },
  { id: "state", label: "State", kind: "text", value: (row) => bulletinStates[row.state] },
  { id: "createdAt", label: "Asked", kind: "instant", value: (row) => row.createdAt },
];

/** /admin/waitlist: who waits for an account, and who wants the bulletin of solicitations. */
export default function WaitlistAdmin() {
  return (
    <div className="grid gap-5">
      <h1>Waitlist</h1>
      <Tabs
        label="Waitlist"
        tabs={[
          {
            id: "waitlist",
            label: "Waiting",
            content: () => (
              <InquiryTable
                kind="waitlist"
                title="Waiting"
                empty="People who join on /waitlist appear here. In an installation of several agencies they go to the one that runs it."
                embedded
              />
            ),
          },
          {
            id: "bulletin",
            label: "Bulletin",
            content: () => (
              <DataTable<BulletinRow>
                name="bulletin-subscribers"
                title="Bulletin"
                path="/api/v1/bulletin-subscribers"
                columns={columns}
                defaultSort="email"
                embedded
                empty={{
                  title: "Nobody yet",
                  text: "People who ask for the bulletin of solicitations appear here; those who confirmed get it.",
                }}
              />
            ),
          },
        ]}
      />
    </div>
  );
}
