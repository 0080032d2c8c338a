import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { DeadlineClock } from "#web/kit/DeadlineClock.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { Tabs } from "#web/kit/Tabs.tsx";
import { FederalTable } from "../federal/FederalTable.tsx";
import type { OpportunityRow } from "./opportunity.model.ts";
import {
  invitationStatuses,
  kindCodes,
  kinds,
  solicitationStatuses,
} from "./solicitation.labels.ts";
import { SolicitationTable } from "./SolicitationList.tsx";

const open = new Set(["published", "questions_closed"]);
const columns: readonly Column<OpportunityRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (o) => o.number, sortable: false },
  {
    id: "title",
    label: "What",
    kind: "text",
    value: (o) => o.title,
    sortable: false,
    cell: (o) => (
      <>
        {o.title}
        {o.fits && <span className="ml-2 text-12 text-success">fits what you sell</span>}
      </>
    ),
  },
  { id: "agency", label: "Agency", kind: "text", value: (o) => o.agency, sortable: false },
  { id: "kind", label: "Kind", kind: "text", value: (o) => kindCodes[o.kind], sortable: false },
  {
    id: "dueAt",
    label: "Due",
    kind: "instant",
    value: (o) => o.dueAt,
    sortable: false,
    cell: (o) => (
      <DeadlineClock deadline={o.dueAt} short={open.has(o.status)} done={!open.has(o.status)} />
    ),
  },
  {
    id: "invitation",
    label: "You",
    kind: "text",
    value: (o) => o.invitation,
    sortable: false,
    cell: (o) =>
      o.invitation ? (
        <StatusBadge statuses={invitationStatuses} status={o.invitation} />
      ) : (
        <span className="text-t3">{o.registered ? "—" : "not registered there"}</span>
      ),
  },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (o) => o.status,
    statuses: solicitationStatuses,
    sortable: false,
  },
];
const filters: readonly Filter[] = [
  {
    id: "kind",
    label: "Kind",
    kind: "set",
    pinned: true,
    options: options(kinds),
  },
  { id: "fits", label: "Fits what I sell", kind: "flag" },
  {
    id: "show",
    label: "Show",
    kind: "set",
    one: true,
    options: [
      { value: "open", label: "Open" },
      { value: "mine", label: "Invited" },
      { value: "closed", label: "Closed" },
      { value: "all", label: "Open and closed" },
    ],
  },
];
const views = [
  { id: "mine", name: "Invited", query: "show=mine" },
  { id: "closed", name: "Closed", query: "show=closed" },
  { id: "all", name: "Open and closed", query: "show=all" },
];

function ForVendors() {
  return (
    <DataTable<OpportunityRow>
      name="opportunities"
      title="Opportunities"
      path="/api/v1/opportunities"
      columns={columns}
      filters={filters}
      whole="Open"
      views={views}
      pageSize={25}
      rowHref={(o) => pathTo("opportunity", { id: o.id })}
      empty={{
        title: "Nothing is open",
        text: "When an agency publishes what you could supply, it stands here, and invited vendors get a letter.",
      }}
    />
  );
}

function ForMembers() {
  return (
    <Tabs
      label="Opportunities"
      tabs={[
        { id: "ours", label: "This agency", content: () => <Ours /> },
        { id: "federal", label: "Federal", content: () => <FederalTable /> },
      ]}
    />
  );
}

function Ours() {
  return (
    <div className="mt-4">
      <SolicitationTable
        name="opportunities"
        title="Opportunities"
        create={{
          label: "New solicitation",
          to: pathTo("solicitationNew"),
          permission: "solicitation.edit",
        }}
        empty={{
          title: "Nothing is published",
          text: "What the agency asks of the market stands here.",
        }}
      />
    </div>
  );
}

function ForNewcomers() {
  return (
    <section className="panel p-5">
      <h1>Register your company to answer</h1>
      <p className="mt-2 text-t2">
        What agencies ask of the market is public. To answer it, register your company.
      </p>
      <p className="mt-4 flex flex-wrap gap-2">
        <Link className="btn btn-primary" to="/vendor-registration">
          Register your company
        </Link>
        <a className="btn" href="/public-opportunities">
          Public opportunities
        </a>
      </p>
    </section>
  );
}

/**
 * Members see what their agency asks of the market; a vendor what it may answer, in all agencies.
 */
export default function Opportunities() {
  const { me } = useAuth();
  if (me?.kind === "vendor") return <ForVendors />;
  if (me?.kind === "person") return <ForNewcomers />;
  return <ForMembers />;
}
