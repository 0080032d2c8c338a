import { useState } from "react";
import { options } from "#kernel/labels.ts";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { TextDialog } from "#web/kit/TextDialog.tsx";
import { ErrorPanel } from "#web/kit/states.tsx";
import { useMutationAction, useRecord } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { usePeekLink } from "./usePeekLink.ts";
import { proposalStatuses, sharedListNames } from "./master.labels.ts";
import type { ProposalDetail, ProposalRow } from "./master.model.ts";

const columns: readonly Column<ProposalRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (row) => row.number },
  { id: "name", label: "Entry", kind: "text", value: (row) => row.name },
  {
    id: "list",
    label: "List",
    kind: "text",
    value: (row) => sharedListNames[row.list].label,
    sortable: false,
  },
  {
    id: "isNew",
    label: "What",
    kind: "text",
    value: (row) => (row.isNew ? "New" : "Change"),
    sortable: false,
  },
  {
    id: "proposer",
    label: "Proposed by",
    kind: "text",
    value: (row) => row.proposer,
    sortable: false,
  },
  { id: "createdAt", label: "Proposed", kind: "instant", value: (row) => row.createdAt },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (row) => row.status,
    statuses: proposalStatuses,
  },
];
const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(proposalStatuses),
  },
  { id: "mine", label: "Mine", kind: "flag" },
];

function Decide({ proposal }: { proposal: ProposalDetail }) {
  const [declining, setDeclining] = useState(false);
  const act = useMutationAction(
    "list-proposals",
    "places",
    "units",
    "commodity-codes",
    "cost-codes",
  );
  const send = (action: "accept" | "decline" | "withdraw", reason = "") =>
    act.mutate(
      {
        path: `/api/v1/list-proposals/${proposal.id}/actions/${action}`,
        version: proposal.version,
        body: action === "withdraw" ? {} : { reason },
      },
      {
        onSuccess: () => notify.done(`${proposal.name}: done`),
        onError: (error) => notify.failed("Nothing was changed", error),
      },
    );
  return (
    <div className="flex flex-wrap gap-2">
      {proposal.canDecide && (
        <button
          type="button"
          className="btn btn-primary btn-small"
          disabled={act.isPending || proposal.outdated !== null}
          onClick={() => send("accept")}
        >
          Accept
        </button>
      )}
      {proposal.canDecide && (
        <button type="button" className="btn btn-small" onClick={() => setDeclining(true)}>
          Decline
        </button>
      )}
      {proposal.canWithdraw && (
        <button
          type="button"
          className="btn btn-small"
          disabled={act.isPending}
          onClick={() => send("withdraw")}
        >
          Withdraw
        </button>
      )}
      {declining && (
        <TextDialog
          title={`Decline ${proposal.name}`}
          label="Why"
          hint={`${proposal.proposer ?? "Who proposed it"} reads this.`}
          confirm="Decline"
          onClose={() => setDeclining(false)}
          onConfirm={(reason) => {
            setDeclining(false);
            send("decline", reason);
          }}
        />
      )}
    </div>
  );
}

function ProposalPeek({ id }: { id: string }) {
  const read = useRecord<ProposalDetail>("/api/v1/list-proposals", id);
  if (read.isPending) return <div className="skeleton h-40" role="status" aria-label="Loading" />;
  if (!read.data) return <ErrorPanel error={read.error} what="The proposal" />;
  const proposal = read.data;
  return (
    <div className="stack">
      <h2>{proposal.name}</h2>
      <div>
        <StatusBadge statuses={proposalStatuses} status={proposal.status} />
      </div>
      <p className="text-14 text-t2">
        {proposal.proposer} proposes {proposal.isNew ? "a new" : "to change a"}{" "}
        {sharedListNames[proposal.list].one}
        {proposal.reason && `: ${proposal.reason}`}
      </p>
      <Facts>
        {proposal.changes.map(({ field, before, after }) => (
          <Fact key={field} label={field}>
            {before !== null && <del className="mr-2 text-t3">{before || "nothing"}</del>}
            {after || "nothing"}
          </Fact>
        ))}
      </Facts>
      {proposal.outdated && <p className="notice tone-warning">{proposal.outdated}</p>}
      {proposal.decider && (
        <p className="text-14 text-t2">
          {proposalStatuses[proposal.status].label} by {proposal.decider}
          {proposal.answer && `: ${proposal.answer}`}
        </p>
      )}
      <Decide proposal={proposal} />
    </div>
  );
}

/** What members proposed for the shared lists, and what became of it. */
export function ProposalsTab() {
  const { hrefOf } = usePeekLink();
  return (
    <DataTable<ProposalRow>
      name="list-proposals"
      title="Proposals"
      path="/api/v1/list-proposals"
      columns={columns}
      filters={filters}
      defaultSort="-createdAt"
      embedded
      rowHref={hrefOf}
      peek={(row) => <ProposalPeek id={row.id} />}
      empty={{
        title: "No proposals",
        text: "What members propose for places, units and commodities stands here.",
      }}
    />
  );
}
