import { counted } from "#kernel/words.ts";
import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { EmptyState, ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { Badge, StatusBadge } from "#web/kit/StatusBadge.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { categories, type Category } from "../chart.labels.ts";
import { BudgetNav } from "../line/BudgetNav.tsx";
import { proposalStatuses } from "../proposal/proposal.labels.ts";
import { cycleCycle, cycleStatuses } from "./cycle.labels.ts";
import type { CycleDepartment, CycleDetail } from "./cycle.model.ts";
import { Gate } from "./Gate.tsx";
import { useCycle } from "./useCycle.ts";

const dialogs = {
  begin: dialogOnDemand(async () => (await import("./CycleDialogs.tsx")).BeginDialog),
  change: dialogOnDemand(async () => (await import("./CycleDialogs.tsx")).ChangeDialog),
  target: dialogOnDemand(async () => (await import("./CycleDialogs.tsx")).TargetDialog),
  adopt: dialogOnDemand(async () => (await import("./AdoptDialog.tsx")).AdoptDialog),
};
const money = (cents: number) => formatCents(cents, { symbol: false });
const look = { statuses: cycleStatuses, course: cycleCycle.course, actions: cycleCycle.actions };

const parts: readonly LinePart<CycleDepartment>[] = [
  {
    label: "Department",
    as: "title",
    cell: (d) => <Link to={pathTo("budgetProposal", { id: d.proposalId })}>{d.department}</Link>,
  },
  { label: "This year, $", cell: (d) => money(d.revised) },
  { label: "Base, $", cell: (d) => money(d.base) },
  { label: "Requested, $", cell: (d) => money(d.requested) },
  { label: "Target, $", cell: (d) => (d.target === null ? "—" : money(d.target)) },
  { label: "Recommended, $", as: "amount", cell: (d) => money(d.recommended) },
  {
    label: "Status",
    as: "badge",
    cell: (d) => (
      <span className="flex flex-wrap gap-1">
        <StatusBadge statuses={proposalStatuses} status={d.status} />
        {d.target !== null && d.recommended > d.target && (
          <Badge tone="warning" label={`${formatCents(d.recommended - d.target)} over`} />
        )}
      </span>
    ),
  },
];

function Steps({ cycle }: { cycle: CycleDetail }) {
  const { me, can } = useAuth();
  const act = useMutationAction("budget-cycles");
  const tick = async (stepId: string, done: boolean) => {
    try {
      await act.mutateAsync({
        path: `/api/v1/budget-cycles/${cycle.id}/steps/${stepId}`,
        body: { done },
      });
    } catch (error) {
      notify.failed("The step was not saved", error);
    }
  };
  if (cycle.steps.length === 0)
    return <p className="text-t2">No dated steps yet. Add them with Change.</p>;
  return (
    <ul className="grid gap-2">
      {cycle.steps.map((step) => (
        <li key={step.id}>
          <label className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              checked={Boolean(step.doneOn)}
              disabled={!cycle.canEdit || !(can("budget.edit") || step.ownerId === me?.person.id)}
              onChange={() => void tick(step.id, !step.doneOn)}
            />
            <span>
              {step.title}
              <span className="text-12 text-t2">
                {" "}
                · {formatDate(step.dueOn)}
                {step.owner && ` · ${step.owner}`}
                {step.doneOn && ` · done ${formatDate(step.doneOn)}`}
              </span>
            </span>
          </label>
        </li>
      ))}
    </ul>
  );
}

function CycleFacts({ cycle: c }: { cycle: CycleDetail }) {
  const rows: [string, React.ReactNode][] = [
    ["Fiscal year", `${formatDate(c.startsOn)} to ${formatDate(c.endsOn)}`],
    ...Object.entries(c.inflation).map(([name, value]): [string, string] => [
      `Inflation, ${categories[name as Category].toLowerCase()}`,
      `${(value ?? 0) / 100} %`,
    ]),
    ["Adoption prepared by", c.preparedBy],
    ["Decided on", c.decidedOn && formatDate(c.decidedOn)],
    ["Resolution", c.resolution],
    ["Votes", c.votesFor === null ? null : `${c.votesFor} for, ${c.votesAgainst} against`],
    ["Document", c.document],
    ["Entered by", c.decidedBy],
  ];
  return (
    <Panel title="About the cycle">
      <Facts rows={rows} />
      {c.message && <p className="mt-3 whitespace-pre-line">{c.message}</p>}
    </Panel>
  );
}

function Departments({ cycle }: { cycle: CycleDetail }) {
  if (cycle.departments.length === 0)
    return (
      <EmptyState kind="first-use" title="No proposals yet">
        Build the base: it makes a proposal for every department from this year's lines.
      </EmptyState>
    );
  return (
    <LineTable
      label="Departments of the cycle"
      parts={parts}
      lines={cycle.departments}
      keyOf={(d) => d.proposalId}
      total={{
        label: "All",
        amount: money(cycle.departments.reduce((sum, d) => sum + d.recommended, 0)),
      }}
      across={2}
    />
  );
}

function Targets({ cycle }: { cycle: CycleDetail }) {
  return (
    <LineTable
      label="Targets"
      lines={cycle.targets}
      keyOf={(t) => `${t.departmentId} ${t.fundId}`}
      parts={[
        { label: "Department", as: "title", cell: (t) => t.department },
        { label: "Fund", words: true, cell: (t) => t.fund },
        { label: "Recommended, $", cell: (t) => money(t.asked) },
        { label: "Target, $", as: "amount", cell: (t) => money(t.cents) },
        {
          label: "Within",
          as: "badge",
          cell: (t) =>
            t.asked > t.cents ? (
              <Badge tone="warning" label={`${formatCents(t.asked - t.cents)} over`} />
            ) : (
              <Badge tone="success" label="Within" />
            ),
        },
      ]}
    />
  );
}

type What = "change" | "target" | "adopt";
function Cycle({ id }: { id: string }) {
  const { can } = useAuth();
  const act = useMutationAction<{ lines: number; proposals: number }>(
    "budget-cycles",
    "budget-proposals",
  );
  const [open, setOpen] = useState<{ what: What; cycle: CycleDetail } | null>(null);
  const build = async () => {
    try {
      const made = await act.mutateAsync({
        path: `/api/v1/budget-cycles/${id}/base`,
        body: {},
      });
      notify.done(
        "Base built",
        `${counted(made.lines, "line")} in ${counted(made.proposals, "proposal")}`,
      );
    } catch (error) {
      notify.failed("The base was not built", error);
    }
  };
  const Open = open ? dialogs[open.what] : null;
  return (
    <>
      <RecordPage<CycleDetail>
        path="/api/v1/budget-cycles"
        id={id}
        lifecycle={look}
        title={(c) => `Budget ${c.year}`}
        ownActions={["adopt"]}
        extraActions={(c) => {
          const adopt = c.actions.find((a) => a.name === "adopt");
          const edits = c.canEdit && can("budget.edit");
          return [
            ...(edits
              ? [
                  { label: "Change", onSelect: () => setOpen({ what: "change", cycle: c }) },
                  { label: "Set a target", onSelect: () => setOpen({ what: "target", cycle: c }) },
                ]
              : []),
            ...(edits && c.status === "preparation"
              ? [{ label: "Build the base", onSelect: () => void build() }]
              : []),
            ...(adopt
              ? [
                  {
                    label: adopt.label,
                    tone: "primary" as const,
                    reason: adopt.enabled ? null : adopt.reason,
                    onSelect: () => setOpen({ what: "adopt", cycle: c }),
                  },
                ]
              : []),
          ];
        }}
        tabs={[
          {
            id: "departments",
            label: "Departments",
            content: (c) => (
              <div className="stack">
                <Gate cycle={c} />
                <Departments cycle={c} />
              </div>
            ),
          },
          { id: "about", label: "About", content: (c) => <CycleFacts cycle={c} /> },
          { id: "targets", label: "Targets", content: (c) => <Targets cycle={c} /> },
          {
            id: "calendar",
            label: "Calendar",
            content: (c) => (
              <Panel title="Dated steps">
                <Steps cycle={c} />
                <p className="mt-3 text-13 text-t2">
                  Steps that are not done are tasks of their owners and stand in their{" "}
                  <Link to={pathTo("deadlines")}>deadlines</Link>, which a calendar can follow as
                  .ics.
                </p>
              </Panel>
            ),
          },
        ]}
      />
      {Open && open && <Open cycle={open.cycle} onClose={() => setOpen(null)} />}
    </>
  );
}

/** /budget-management/cycle: how next year's budget comes about, from its base to its adoption. */
export default function CyclePage() {
  const { can } = useAuth();
  const { found, items, cycle, choose } = useCycle();
  const [beginning, setBeginning] = useState(false);
  const decided = items.every((c) => c.status === "adopted" || c.status === "closed");
  return (
    <>
      <BudgetNav />
      <div className="mb-10 flex flex-wrap items-end gap-3 empty:hidden">
        {items.length > 1 && (
          <label className="field">
            <span>Cycle</span>
            <select
              className="field-control"
              value={cycle?.id}
              onChange={(e) => choose(e.target.value)}
            >
              {items.map((c) => (
                <option key={c.id} value={c.id}>
                  Budget {c.year} ({cycleStatuses[c.status].label})
                </option>
              ))}
            </select>
          </label>
        )}
        {can("budget.edit") && found.data && (!cycle || decided) && (
          <button type="button" className="btn ml-auto" onClick={() => setBeginning(true)}>
            Begin a cycle
          </button>
        )}
      </div>
      {found.isPending && <RecordSkeleton />}
      {found.isError && (
        <ErrorPanel error={found.error} what="The cycles" onRetry={() => void found.refetch()} />
      )}
      {found.data && !cycle && (
        <EmptyState kind="first-use" title="No budget cycle yet">
          A cycle prepares the budget of a planned fiscal year: plan the year under Funds and
          accounts, then begin its cycle.
        </EmptyState>
      )}
      {cycle && <Cycle key={cycle.id} id={cycle.id} />}
      {beginning && <dialogs.begin onClose={() => setBeginning(false)} />}
    </>
  );
}
