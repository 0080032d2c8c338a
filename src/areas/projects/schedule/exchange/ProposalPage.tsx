import { Download } from "lucide-react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { download } from "#web/kit/api.ts";
import { Finding } from "#web/kit/Finding.tsx";
import { Comments } from "#web/kit/record/Comments.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import type { ExtraAction } from "#web/kit/record/offers.ts";
import { RecordPage, type RecordTab } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import {
  causes,
  proposalCourse,
  proposalCycle,
  proposalSides,
  proposalStatuses,
} from "./proposal.labels.ts";
import type { ProposalDetail } from "./proposal.model.ts";
import { Changes, Differences } from "./ProposalTables.tsx";

const look = {
  statuses: proposalStatuses,
  course: proposalCourse,
  actions: proposalCycle.actions,
};

// How many by which cause, the most frequent first.
const causesOf = ({ differences }: ProposalDetail): string => {
  const counts = new Map<keyof typeof causes, number>();
  for (const { cause } of differences) counts.set(cause, (counts.get(cause) ?? 0) + 1);
  return [...counts]
    .toSorted((a, b) => b[1] - a[1])
    .map(([cause, n]) => `${n} ${causes[cause].toLowerCase()}`)
    .join(", ");
};

const foundOf = (p: ProposalDetail): string => {
  if (p.outdated)
    return "The schedule was changed since the file was compared with it. Withdraw it, and hand the file in again.";
  const changes =
    p.changes.length === 0
      ? ""
      : ` It changes ${counted(p.changes.length, "task")} of the schedule.`;
  if (p.differences.length === 0)
    return `All ${counted(p.tasks, "task")} stand where the file has them.${changes}`;
  return `${p.differences.length} of ${counted(p.tasks, "task")} stand elsewhere than in the file: ${causesOf(p)}.${changes}`;
};

function HandedIn({ proposal: p }: { proposal: ProposalDetail }) {
  return (
    <Panel title="What was handed in">
      <Facts
        rows={[
          ["By", `${p.handedInName}, ${formatDate(p.handedInOn)}`],
          ["Whose", proposalSides[p.side]],
          [
            "Contract",
            p.contract && (
              <Link
                key="contract"
                className="underline"
                to={pathTo("contract", { id: p.contract.id })}
              >
                {p.contract.number}, {p.contract.vendor}
              </Link>
            ),
          ],
          ["File", `${p.file.name}, ${p.program}`],
          ["Data date", formatDate(p.dataDate)],
          ["What it tells", p.narrative],
          [
            "Project",
            <Link key="project" className="underline" to={pathTo("project", { id: p.projectId })}>
              {p.projectNumber} {p.project}
            </Link>,
          ],
          ["Reason", p.statusReason],
        ]}
      />
    </Panel>
  );
}

function NotTaken({ proposal: p }: { proposal: ProposalDetail }) {
  if (p.unsupported.length + p.rules.length === 0) return null;
  return (
    <Panel title="What is not taken of the file">
      <ul className="grid gap-1">
        {p.rules.map((says) => (
          <li key={says}>{says}</li>
        ))}
        {p.unsupported.map(({ what, where, count }) => (
          <li key={what}>
            {what}: {count}
            {where.length > 0 && ` (${where.join(", ")}${count > where.length ? " …" : ""})`}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const tabs: readonly RecordTab<ProposalDetail>[] = [
  {
    id: "compared",
    label: "Compared",
    content: (p) => (
      <div className="stack">
        <Finding parts={[]} none={foundOf(p)} />
        <Differences proposal={p} />
        <Changes proposal={p} />
        <div className="grid gap-5 lg:grid-cols-2">
          <HandedIn proposal={p} />
          <NotTaken proposal={p} />
        </div>
      </div>
    ),
  },
  {
    id: "comments",
    label: "Comments",
    content: (p) => <Comments objectType="scheduleProposal" objectId={p.id} />,
  },
];

const extrasOf = (p: ProposalDetail): ExtraAction[] => [
  {
    label: "The file",
    icon: <Download aria-hidden="true" />,
    onSelect: () =>
      void download(`/api/v1/files/${p.file.id}`).catch((error: unknown) =>
        notify.failed("The file did not come", error),
      ),
  },
];

/** A schedule of another program: which tasks differ and why, what counts of them, and the decision. */
export default function ProposalPage() {
  const { id = "" } = useParams();
  return (
    <RecordPage<ProposalDetail>
      path="/api/v1/schedule-proposals"
      id={id}
      lifecycle={look}
      title={(p) => p.project}
      subtitle={() => "Proposed update of the schedule"}
      extraActions={extrasOf}
      tabs={tabs}
    />
  );
}
