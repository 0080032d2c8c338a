import { Plus, Route, UserRoundCog } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { DeadlineClock, Missing } from "#web/kit/DeadlineClock.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet, useList } from "#web/kit/queries.ts";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { Tabs } from "#web/kit/Tabs.tsx";
import { approvableTypes } from "../policy/policy.labels.ts";
import { DoneTasks } from "../task/DoneTasks.tsx";
import { WaitingList } from "../task/TaskItems.tsx";
import { approvalStatuses } from "./approval.labels.ts";
import type { Approval, Delegation } from "./approval.model.ts";
import { delegatedWords, onwardWords } from "./inbox.labels.ts";
import { ApprovalPane, InboxList, waitingSearch } from "./InboxList.tsx";

const TaskDialog = dialogOnDemand(async () => (await import("../task/TaskDialog.tsx")).TaskDialog);
const DelegationDialog = dialogOnDemand(
  async () => (await import("../delegation/DelegationDialog.tsx")).DelegationDialog,
);

const columns: readonly Column<Approval>[] = [
  { id: "documentNumber", label: "Number", kind: "plate", value: (a) => a.documentNumber },
  { id: "title", label: "What", kind: "text", value: (a) => a.title, sortable: false },
  {
    id: "documentType",
    label: "Document",
    kind: "text",
    value: (a) => approvableTypes[a.documentType],
    hidden: true,
  },
  { id: "requester", label: "Asked by", kind: "text", value: (a) => a.requester, sortable: false },
  {
    id: "step",
    label: "Waits for",
    kind: "text",
    value: (a) => (a.status === "pending" ? a.step : null),
    sortable: false,
  },
  {
    id: "requestedAt",
    label: "Asked on",
    kind: "instant",
    value: (a) => a.requestedAt,
    hidden: true,
  },
  {
    id: "dueAt",
    label: "Due",
    kind: "instant",
    value: (a) => a.dueAt,
    cell: (a) =>
      a.status === "pending" ? (
        <DeadlineClock deadline={a.dueAt} short />
      ) : (
        <Missing what="decided" />
      ),
  },
  { id: "amount", label: "Amount", kind: "money", value: (a) => a.amount, total: true },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (a) => a.status,
    statuses: approvalStatuses,
  },
];
const filters: readonly Filter[] = [
  {
    id: "documentType",
    label: "Document",
    kind: "set",
    pinned: true,
    options: options(approvableTypes),
  },
  { id: "status", label: "Status", kind: "set", options: options(approvalStatuses) },
  { id: "amount", label: "Amount", kind: "money" },
  { id: "overdue", label: "Overdue", kind: "flag" },
];

function Requests({
  name,
  fixed,
  sort,
  empty,
}: {
  name: string;
  fixed: string;
  sort: string;
  empty: { title: string; text: string };
}) {
  return (
    <DataTable<Approval>
      key={name}
      name={name}
      title="Requests"
      path="/api/v1/approvals"
      columns={columns}
      filters={filters}
      fixed={fixed}
      defaultSort={sort}
      rowHref={(a) => `/approvals-inbox?tab=${name}&peek=${a.id}`}
      peek={(a) => <ApprovalPane id={a.id} />}
      empty={empty}
      searchHint="Number, title or requester"
      embedded
    />
  );
}

function DelegationNote({ items, me }: { items: readonly Delegation[]; me: string | undefined }) {
  const active = items.filter((each) => each.active);
  const given = active.filter((each) => each.fromPersonId === me);
  const taken = active.filter((each) => each.toPersonId === me);
  if (given.length + taken.length === 0) return null;
  const onward = onwardWords(given.flatMap((each) => each.onward).filter((hop) => hop.active));
  const along = [...new Set(taken.flatMap((each) => each.along))];
  return (
    <p className="mb-3 text-13 text-t2">
      {given.length > 0 && (
        <>
          You delegated your approvals to{" "}
          <b className="font-medium">{delegatedWords(given, "toName")}</b>.{" "}
          {onward && <>They go on: {onward}. </>}
        </>
      )}
      {taken.length > 0 && (
        <>
          You also decide for <b className="font-medium">{delegatedWords(taken, "fromName")}</b>
          {along.length > 0 && (
            <>
              , and so for <b className="font-medium">{along.join(", ")}</b>, who delegated to them
            </>
          )}
          .
        </>
      )}
    </p>
  );
}

function Tasks() {
  const { can } = useAuth();
  const [asking, setAsking] = useState(false);
  return (
    <>
      {can("task.create") && (
        <div className="my-3 flex justify-end">
          <button type="button" className="btn btn-small" onClick={() => setAsking(true)}>
            <Plus aria-hidden="true" />
            New task
          </button>
        </div>
      )}
      <WaitingList />
      <DoneTasks />
      {asking && <TaskDialog onClose={() => setAsking(false)} />}
    </>
  );
}

/** Every approval of every area: what waits for me, what I asked for, all, and what was decided. */
export default function ApprovalsInbox() {
  const { me, can } = useAuth();
  const [delegating, setDelegating] = useState(false);
  const waiting = useList<Approval>("/api/v1/approvals", waitingSearch);
  const delegations = useGet<{ items: Delegation[] }>("delegations", "/api/v1/delegations");
  const count = waiting.data?.total ?? undefined;
  return (
    <>
      <div className="list-head">
        <h1>Approvals inbox{count !== undefined && <span className="count">{count}</span>}</h1>
        {can("approval.policy") && (
          <Link className="btn" to={pathTo("policies")}>
            <Route aria-hidden="true" />
            Policies
          </Link>
        )}
        <button type="button" className="btn" onClick={() => setDelegating(true)}>
          <UserRoundCog aria-hidden="true" />
          Delegate
        </button>
      </div>
      <DelegationNote items={delegations.data?.items ?? []} me={me?.person.id} />
      <Tabs
        label="Approvals"
        tabs={[
          { id: "waiting", label: "Waiting for me", count, content: () => <InboxList /> },
          { id: "tasks", label: "Tasks", content: () => <Tasks /> },
          {
            id: "asked",
            label: "Asked by me",
            content: () => (
              <Requests
                name="asked"
                fixed="asked=true"
                sort="-requestedAt"
                empty={{
                  title: "You asked for nothing yet",
                  text: "What you submit for approval appears here with its steps.",
                }}
              />
            ),
          },
          {
            id: "all",
            label: "All",
            content: () => (
              <Requests
                name="all"
                fixed=""
                sort="-requestedAt"
                empty={{
                  title: "No requests yet",
                  text: "Nothing was submitted for approval in this agency.",
                }}
              />
            ),
          },
          {
            id: "decided",
            label: "Decided",
            content: () => (
              <Requests
                name="decided"
                fixed="status=approved,returned,rejected"
                sort="-requestedAt"
                empty={{
                  title: "Nothing was decided yet",
                  text: "Approved, returned and rejected requests appear here.",
                }}
              />
            ),
          },
        ]}
      />
      {delegating && <DelegationDialog onClose={() => setDelegating(false)} />}
    </>
  );
}
