import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatInstant } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { download } from "#web/kit/api.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { Badge, StatusBadge } from "#web/kit/StatusBadge.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { BudgetNav } from "../line/BudgetNav.tsx";
import { CompareVersions } from "./CompareVersions.tsx";
import {
  lineSources,
  packageKinds,
  packageStatuses,
  proposalCycle,
  proposalStatuses,
} from "./proposal.labels.ts";
import type { PackageRow, ProposalDetail, ProposalLine } from "./proposal.model.ts";

const dialogs = {
  line: dialogOnDemand(async () => (await import("./LineDialog.tsx")).LineDialog),
  add: dialogOnDemand(async () => (await import("./LineDialog.tsx")).AddLineDialog),
  package: dialogOnDemand(async () => (await import("./PackageDialog.tsx")).PackageDialog),
  decide: dialogOnDemand(async () => (await import("./PackageDialog.tsx")).DecideDialog),
};
const look = {
  statuses: proposalStatuses,
  course: proposalCycle.course,
  actions: proposalCycle.actions,
};
const money = (cents: number) => formatCents(cents, { symbol: false });
type Open =
  | { what: "line"; line: ProposalLine }
  | { what: "add" }
  | { what: "package" | "decide"; of: PackageRow | null }
  | null;

const partsOf = (open: (line: ProposalLine) => void): readonly LinePart<ProposalLine>[] => [
  {
    label: "Account",
    as: "title",
    cell: (l) => (
      <button type="button" className="link text-left" onClick={() => open(l)}>
        <span className="mono">{l.code}</span> {l.label}
      </button>
    ),
  },
  { label: "This year, $", cell: (l) => money(l.revised) },
  { label: "Year-end, $", cell: (l) => (l.projection === null ? "—" : money(l.projection)) },
  { label: "Base, $", cell: (l) => money(l.base) },
  { label: "Requested, $", cell: (l) => money(l.requested) },
  {
    label: "Recommended, $",
    as: "amount",
    cell: (l) => (
      <span className={l.reviewed === null ? "" : "font-semibold"}>
        {money(l.reviewed ?? l.requested)}
      </span>
    ),
  },
  {
    label: "Source",
    as: "badge",
    cell: (l) =>
      l.source === "entered" ? (
        l.reviewed !== null && <Badge tone="info" label="Reviewed" />
      ) : (
        <Badge tone="neutral" label={lineSources[l.source]} />
      ),
  },
];

function Sheet({ proposal }: { proposal: ProposalDetail }) {
  const take = () =>
    download(
      `/api/v1/budget-proposal-lines/export?${new URLSearchParams({ format: "xlsx", proposalId: proposal.id }).toString()}`,
    ).catch((error: unknown) => notify.failed("The sheet was not made", error));
  return (
    <span className="inline-flex flex-wrap gap-2">
      <button type="button" className="btn" onClick={() => void take()}>
        Download as Excel
      </button>
      {proposal.mayAsk && (
        <Link className="btn" to={`${pathTo("budgetImport")}?kind=budget-proposal-lines`}>
          Upload a sheet
        </Link>
      )}
    </span>
  );
}

function Lines({ proposal, open }: { proposal: ProposalDetail; open: (of: Open) => void }) {
  return (
    <>
      <p className="mb-3 flex flex-wrap gap-2">
        {proposal.mayAsk && (
          <button type="button" className="btn" onClick={() => open({ what: "add" })}>
            Add a line
          </button>
        )}
        <Sheet proposal={proposal} />
      </p>
      <LineTable
        label="Lines of the proposal"
        parts={partsOf((line) => open({ what: "line", line }))}
        lines={proposal.lines}
        keyOf={(l) => l.id}
        across={2}
      />
      <p className="mt-2 text-13 text-t2">
        A line opens three years&apos; actuals and the parts of its base with the rows behind them.
      </p>
    </>
  );
}

function Packages({ proposal, open }: { proposal: ProposalDetail; open: (of: Open) => void }) {
  const parts: readonly LinePart<PackageRow>[] = [
    {
      label: "Package",
      as: "title",
      cell: (k) => (
        <span>
          {k.rank}. {k.title}
          <span className="block text-13 text-t2">{k.reason}</span>
          {k.decisionReason && (
            <span className="block text-13 text-t2">Decision: {k.decisionReason}</span>
          )}
        </span>
      ),
    },
    { label: "Kind", words: true, cell: (k) => packageKinds[k.kind] },
    { label: "Positions", cell: (k) => k.positions },
    { label: "Asked, $", as: "amount", cell: (k) => money(k.cents) },
    {
      label: "Decision",
      as: "badge",
      cell: (k) => (
        <span className="flex flex-wrap items-center gap-2">
          <StatusBadge statuses={packageStatuses} status={k.status} />
          {proposal.mayReview && (
            <button
              type="button"
              className="btn btn-small"
              onClick={() => open({ what: "decide", of: k })}
            >
              Decide
            </button>
          )}
          {proposal.mayAsk && (
            <button
              type="button"
              className="btn btn-small"
              onClick={() => open({ what: "package", of: k })}
            >
              Change
            </button>
          )}
        </span>
      ),
    },
  ];
  return (
    <>
      {proposal.mayAsk && (
        <button
          type="button"
          className="btn mb-3"
          onClick={() => open({ what: "package", of: null })}
        >
          Add a decision package
        </button>
      )}
      {proposal.packages.length === 0 ? (
        <p className="text-t2">No decision packages: the department asks for its base.</p>
      ) : (
        <LineTable
          label="Decision packages"
          parts={parts}
          lines={proposal.packages}
          keyOf={(k) => k.id}
        />
      )}
    </>
  );
}

function Versions({ proposal }: { proposal: ProposalDetail }) {
  const { timeZone } = useAgency();
  return (
    <div className="stack">
      <Panel title="Versions">
        <ul className="grid gap-1">
          {proposal.versions.map((v) => (
            <li key={v.versionNo}>
              {v.versionNo}. {v.label}
              <span className="text-13 text-t2">
                {" "}
                · {v.takenBy ?? "Levee"}, {formatInstant(v.createdAt, timeZone)}
              </span>
            </li>
          ))}
        </ul>
      </Panel>
      <CompareVersions id={proposal.id} versions={proposal.versions} />
    </div>
  );
}

function Sums({ proposal: p }: { proposal: ProposalDetail }) {
  const over = p.target !== null && p.recommended > p.target;
  const rows: [string, string][] = [
    ["Base", formatCents(p.base)],
    ["Requested", formatCents(p.requested)],
    ["Recommended", formatCents(p.recommended)],
    ["Target", p.target === null ? "none" : formatCents(p.target)],
  ];
  return (
    <Panel title="What goes out">
      <Facts rows={rows} />
      {over && (
        <p className="mt-2">
          <Badge tone="warning" label={`${formatCents(p.recommended - p.target!)} over target`} />
        </p>
      )}
      <p className="mt-3">
        <Link to={`${pathTo("budgetPositions")}?departmentId=${p.departmentId}&year=${p.year}`}>
          Positions of the department
        </Link>
      </p>
    </Panel>
  );
}

/** A department's proposal: its lines with their base, its packages, its versions. */
export default function ProposalPage() {
  const { id = "" } = useParams();
  const [open, setOpen] = useState<{ of: NonNullable<Open>; proposal: ProposalDetail } | null>(
    null,
  );
  const close = () => setOpen(null);
  const opening = (proposal: ProposalDetail) => (of: Open) => setOpen(of && { of, proposal });
  return (
    <>
      <BudgetNav />
      <RecordPage<ProposalDetail>
        path="/api/v1/budget-proposals"
        id={id}
        lifecycle={look}
        title={(p) => p.department}
        subtitle={(p) => `Budget ${p.year}`}
        amountCents={(p) => p.recommended}
        tabs={[
          {
            id: "lines",
            label: "Lines",
            count: (p) => p.lines.length,
            content: (p) => <Lines proposal={p} open={opening(p)} />,
          },
          {
            id: "packages",
            label: "Decision packages",
            count: (p) => p.packages.length,
            content: (p) => <Packages proposal={p} open={opening(p)} />,
          },
          { id: "sums", label: "Sums", content: (p) => <Sums proposal={p} /> },
          { id: "versions", label: "Versions", content: (p) => <Versions proposal={p} /> },
          {
            id: "files",
            label: "Files",
            content: (p) => <Attachments objectType="budgetProposal" objectId={p.id} />,
          },
        ]}
      />
      {open?.of.what === "line" && (
        <dialogs.line proposal={open.proposal} line={open.of.line} onClose={close} />
      )}
      {open?.of.what === "add" && <dialogs.add proposal={open.proposal} onClose={close} />}
      {open?.of.what === "package" && (
        <dialogs.package proposal={open.proposal} of={open.of.of} onClose={close} />
      )}
      {open?.of.what === "decide" && open.of.of && (
        <dialogs.decide of={open.of.of} onClose={close} />
      )}
    </>
  );
}
