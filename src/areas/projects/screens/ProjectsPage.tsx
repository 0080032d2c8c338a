import { Plus } from "lucide-react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Finding, type FindingPart } from "#web/kit/Finding.tsx";
import { Held } from "#web/kit/Held.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel } from "#web/kit/states.tsx";
import type { ProjectStanding } from "../project/project.model.ts";
import { ProjectMap } from "./ProjectMap.tsx";
import { ProjectTable } from "./ProjectTable.tsx";

const rows = (query: string) => `${pathTo("projects")}?${query}`;

const partsOf = (s: ProjectStanding): FindingPart[] => {
  const [first] = s.retainageDue.toSorted((a, b) => a.by.localeCompare(b.by));
  return [
    s.beyondBudget > 0 && {
      text: `${counted(s.beyondBudget, "project goes", "projects go")} beyond budget`,
      to: rows("beyondBudget=true"),
    },
    s.beyondTime > 0 && {
      text: `${counted(s.beyondTime, "project is beyond its", "projects are beyond their")} contract days`,
      to: rows("beyondTime=true"),
    },
    first !== undefined && {
      text: `retainage of ${counted(s.retainageDue.length, "project")} is due within 30 days, first by ${formatDate(first.by)}`,
      to: rows(`id=${s.retainageDue.map(({ id }) => id).join(",")}`),
    },
    s.toCertify > 0 && {
      text: `${counted(s.toCertify, "pay application waits", "pay applications wait")} to be certified`,
      to: `${pathTo("payApplications")}?status=submitted`,
    },
    s.submitted > 0 && {
      text: `${counted(s.submitted, "project waits", "projects wait")} for approval`,
      to: rows("status=submitted"),
    },
    s.approved > 0 && {
      text: `${counted(s.approved, "approved project has", "approved projects have")} not begun`,
      to: rows("status=approved"),
    },
    s.toClose > 0 && {
      text: `${counted(s.toClose, "complete project waits", "complete projects wait")} to be closed`,
      to: rows("status=substantially_complete"),
    },
  ].filter((part) => part !== false);
};

function Waits() {
  const { data, error } = useGet<ProjectStanding>("projects", "/api/v1/project-standing");
  if (error) return <ErrorPanel error={error} what="How projects stand" />;
  return data ? <Finding parts={partsOf(data)} none="Every project is on course." /> : null;
}

/** /projects: how projects stand, where they are, and each with its money and its days. */
export default function ProjectsPage() {
  const { can } = useAuth();
  return (
    <div className="stack">
      <header className="grid gap-2">
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="mr-auto">Projects</h1>
          <Link className="text-link text-14" to={pathTo("constructionProjects")}>
            Whose turn it is
          </Link>
          {can("project.edit") && (
            <Link className="text-link text-14" to={pathTo("projectImport")}>
              Import
            </Link>
          )}
          <Held permission="project.edit" what="New project">
            <Link className="btn btn-primary" to={pathTo("projectNew")}>
              <Plus aria-hidden="true" />
              New project
            </Link>
          </Held>
        </div>
        <Waits />
      </header>
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
        <ProjectMap />
        <section className="grid min-w-0 gap-3">
          <h2>Projects by number</h2>
          <ProjectTable />
        </section>
      </div>
    </div>
  );
}
