import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { counted } from "#kernel/words.ts";
import { PortalFrame } from "#areas/vendor-portal/vendor-portal.ui.tsx";
import { DeadlineClock } from "#web/kit/DeadlineClock.tsx";
import { Finding } from "#web/kit/Finding.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { projectStatuses } from "../project/project.labels.ts";
import type { ContractorProjects, ContractorWait } from "./contractor.model.ts";

function Waits({ waits }: { waits: readonly ContractorWait[] }) {
  if (waits.length === 0) return null;
  return (
    <section className="grid gap-3">
      <h2>What waits for you</h2>
      <ul className="panel">
        {waits.map((wait) => (
          <li key={wait.title} className="border-b border-hair last:border-0">
            <Link
              to={wait.href}
              className="flex flex-wrap items-baseline gap-3 px-4 py-3 hover:bg-s2 hover:no-underline"
            >
              <span className="min-w-0 flex-1">
                <span className="block font-medium text-t1">{wait.title}</span>
                <span className="block text-13 text-t2 [overflow-wrap:anywhere]">
                  {wait.detail}
                </span>
                <span className="block text-12 text-t3">{wait.agency}</span>
              </span>
              {wait.dueOn && <DeadlineClock deadline={wait.dueOn} short />}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Projects({ items }: { items: ContractorProjects["items"] }) {
  if (items.length === 0)
    return (
      <EmptyState kind="first-use" title="No project yet">
        A project appears here once the agency names your contract in it.
      </EmptyState>
    );
  return (
    <section className="grid gap-3">
      <h2>Projects</h2>
      {items.map((p) => (
        <Panel
          key={`${p.orgId}${p.id}`}
          level="h3"
          title={
            <Link to={pathTo("portalProject", { orgId: p.orgId, id: p.id })}>
              {p.number} {p.name}
            </Link>
          }
          aside={<StatusBadge statuses={projectStatuses} status={p.status} />}
        >
          <p className="text-t2">
            {p.agency}: {counted(p.open, "question is", "questions are")} open,{" "}
            {counted(p.waits, "matter waits", "matters wait")} for you
          </p>
        </Panel>
      ))}
    </section>
  );
}

function Body() {
  const read = useGet<ContractorProjects>("vendor-projects", "/api/v1/vendor-projects");
  if (read.isPending) return <TableSkeleton columns={3} />;
  if (!read.data)
    return (
      <ErrorPanel error={read.error} what="Your projects" onRetry={() => void read.refetch()} />
    );
  const { waits, items } = read.data;
  return (
    <div className="stack">
      <Finding
        parts={
          waits.length > 0
            ? [
                {
                  text: `${counted(waits.length, "matter of your projects waits", "matters of your projects wait")} for you`,
                },
              ]
            : []
        }
        none="Nothing of your projects waits for you."
      />
      <Waits waits={waits} />
      <Projects items={items} />
    </div>
  );
}

/** /vendor-portal/projects: what of its projects waits for the contractor, and all of them. */
export default function PortalProjects() {
  return (
    <PortalFrame title="Projects">
      <Body />
    </PortalFrame>
  );
}
