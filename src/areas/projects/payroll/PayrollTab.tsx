import { Plus, Scale } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Finding } from "#web/kit/Finding.tsx";
import { Held } from "#web/kit/Held.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel } from "#web/kit/states.tsx";
import type { ProjectDetail } from "../project/project.model.ts";
import type { PayrollWeeks } from "./payroll.model.ts";
import { PayrollTable } from "./PayrollTable.tsx";

const WagesDialog = dialogOnDemand(async () => (await import("./WagesDialog.tsx")).WagesDialog);

const states = {
  accepted: "Accepted",
  submitted: "To be checked",
  returned: "Returned",
  draft: "Draft",
  missing: "No payroll",
} as const;
type Week = PayrollWeeks["employers"][number]["weeks"][number];

const lacks = ({ employers }: PayrollWeeks) =>
  employers
    .map(({ employer, weeks }) => ({
      employer,
      missing: weeks.filter(({ state }) => state === "missing").length,
    }))
    .filter(({ missing }) => missing > 0);

function Found({ weeks }: { weeks: PayrollWeeks }) {
  if (weeks.demanded === "no")
    return <Finding parts={[]} none={`No payrolls are demanded: ${weeks.because}.`} />;
  const parts = [
    ...(weeks.demanded === "notKnown" ? [{ text: `${weeks.because}: say so at the award` }] : []),
    ...(weeks.wages ? [] : [{ text: "No wage determination is entered: no pay can be checked" }]),
    ...lacks(weeks).map(({ employer, missing }) => ({
      text: `${employer}: ${counted(missing, "week has", "weeks have")} no payroll`,
    })),
  ];
  return <Finding parts={parts} none={`Every week has its payroll. ${weeks.because}.`} />;
}

function WeekCell({ week, employer }: { week: Week; employer: string }) {
  const said = `${employer}, week to ${formatDate(week.ending)}: ${states[week.state]}`;
  const short = week.ending.slice(5).replace("-", "/");
  return (
    <li data-state={week.state} title={said}>
      {week.payrollId ? (
        <Link aria-label={said} to={pathTo("certifiedPayroll", { id: week.payrollId })}>
          {short}
        </Link>
      ) : (
        <span>
          <span className="sr-only">{said}</span>
          <span aria-hidden="true">{short}</span>
        </span>
      )}
    </li>
  );
}

function Weeks({ weeks }: { weeks: PayrollWeeks }) {
  if (weeks.employers.length === 0) return null;
  return (
    <section className="grid gap-3">
      <h2>Week by week</h2>
      {weeks.employers.map(({ employer, weeks: its }) => (
        <div key={employer} className="grid gap-1">
          <h3 className="text-13 font-semibold">{employer}</h3>
          <ol className="payroll-weeks" aria-label={`Weeks of ${employer}`}>
            {its.map((week) => (
              <WeekCell key={week.ending} week={week} employer={employer} />
            ))}
          </ol>
        </div>
      ))}
      <ul className="field-days-key" aria-label="What the weeks say">
        {(["accepted", "submitted", "returned", "missing"] as const).map((state) => (
          <li key={state}>
            <span className="payroll-week-key" data-state={state} aria-hidden="true" />
            {states[state]}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Certified payrolls of a project: what lacks, its weeks by employer, the payrolls. */
export function PayrollTab({ project }: { project: ProjectDetail }) {
  const [asked, setAsked] = useState(false);
  const { can } = useAuth();
  const read = can("certifiedPayroll.read");
  const { data, error, refetch } = useGet<PayrollWeeks>(
    "certified-payrolls",
    `/api/v1/projects/${project.id}/payroll-weeks`,
    { enabled: read },
  );
  if (!read)
    return <p className="text-t2">Pay of workers is read by project managers and managers.</p>;
  return (
    <div className="stack">
      {error && (
        <ErrorPanel error={error} what="The weeks of payrolls" onRetry={() => void refetch()} />
      )}
      {data && (
        <>
          <Found weeks={data} />
          <Weeks weeks={data} />
        </>
      )}
      <section className="grid min-w-0 gap-3">
        <div className="flex flex-wrap items-center gap-3">
          <h2 className="mr-auto">Certified payrolls</h2>
          <Held permission="certifiedPayroll.edit" what="Wage determination">
            <button type="button" className="btn btn-quiet" onClick={() => setAsked(true)}>
              <Scale aria-hidden="true" />
              Wage determination
            </button>
          </Held>
          <Held permission="certifiedPayroll.edit" what="Enter a payroll">
            <Link className="btn btn-secondary" to={pathTo("payrollNew", { id: project.id })}>
              <Plus aria-hidden="true" />
              Enter a payroll
            </Link>
          </Held>
        </div>
        <PayrollTable projectId={project.id} />
      </section>
      {asked && data && (
        <WagesDialog project={project} wages={data.wages} onClose={() => setAsked(false)} />
      )}
    </div>
  );
}
