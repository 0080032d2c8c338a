import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatInstant } from "#kernel/dates.ts";
import { formatCents, formatCentsShort } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { Chart } from "#web/kit/chart/Chart.tsx";
import { Finding } from "#web/kit/Finding.tsx";
import { DeadlineClock } from "#web/kit/DeadlineClock.tsx";
import { StripBar } from "#web/kit/MoneyStrip.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { HomeDashboard } from "#areas/reporting/reporting.ui.tsx";
import { ApprovableIcon, TaskPanel, WorkMenu } from "#areas/workflow/workflow.ui.tsx";
import type { Dashboard as Data, Figure } from "./dashboard.model.ts";
import { spendingFinding, workFinding } from "./finding.labels.ts";
import { Alarms } from "./Alarms.tsx";
import { OutsideHome } from "./OutsideHome.tsx";
import { FirstSteps } from "#areas/organization/organization.ui.tsx";

const greeting = (timeZone: string) => {
  const hour = Number(
    new Intl.DateTimeFormat("en-US", { timeZone, hour: "numeric", hourCycle: "h23" }).format(
      new Date(),
    ),
  );
  return hour < 12 ? "Good morning" : hour < 18 ? "Good afternoon" : "Good evening";
};

function BudgetCard({ data }: { data: Data }) {
  const b = data.budget;
  if (!b) return null;
  const committed = b.budget ? Math.round((100 * (b.budget - b.available)) / b.budget) : 0;
  return (
    <Link
      to={`/budget-management?year=${data.fiscalYear}&side=spending`}
      className="panel block p-4 hover:bg-s2 text-t1"
    >
      <p className="text-12 text-t2">To spend in {data.fiscalYear}, all funds</p>
      <p className="mb-2 text-28 font-semibold">{formatCentsShort(b.budget)}</p>
      <StripBar
        expendedCents={b.expended}
        encumberedCents={b.encumbered + b.preEncumbered}
        availableCents={b.available}
      />
      <p className="mt-2 flex flex-wrap justify-between gap-x-2 text-12 text-t2">
        <span>{committed}% committed</span>
        <span>{formatCentsShort(b.available)} free</span>
        {b.revenue > 0 && <span>{formatCentsShort(b.revenue)} of revenue planned</span>}
      </p>
    </Link>
  );
}

function MoneyCard({
  title,
  main,
  side,
  sideText,
}: {
  title: string;
  main: Figure | undefined;
  side: Figure | undefined;
  sideText: (f: Figure) => string;
}) {
  if (!main) return null;
  return (
    <div className="panel p-4">
      <Link to={main.href} className="block text-t1 hover:underline">
        <p className="text-12 text-t2">{title}</p>
        <p className="text-28 font-semibold">{formatCentsShort(main.amount ?? 0)}</p>
      </Link>
      <p className="mt-1 flex flex-wrap justify-between gap-x-2 text-12 text-t2">
        <Link to={main.href} className="inline-flex min-h-6 items-center text-t2 hover:underline">
          {main.count.toLocaleString("en-US")} in the list
        </Link>
        {side && (
          <Link
            to={side.href}
            className={`inline-flex min-h-6 items-center ${side.count ? "text-warning hover:underline" : "text-t2"}`}
          >
            {sideText(side)}
          </Link>
        )}
      </p>
    </div>
  );
}

function Needs({ data }: { data: Data }) {
  const { me } = useAuth();
  return (
    <Panel
      title={
        <>
          Needs you today <span className="text-t3 font-normal">{data.needsCount}</span>
        </>
      }
      aside={
        me?.role === "manager" || me?.role === "admin" ? (
          <Link to="/approvals-inbox">Approvals inbox</Link>
        ) : (
          <WorkMenu />
        )
      }
      flush
    >
      {data.needs.length === 0 ? (
        <EmptyState kind="all-done" title="No request waits for your approval">
          New ones appear here at once. What else is yours to do stands below.
        </EmptyState>
      ) : (
        <ul>
          {data.needs.map((n) => {
            return (
              <li
                key={n.id}
                className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-hair px-4 py-2 first:border-t-0"
              >
                <ApprovableIcon type={n.kind} />
                <div className="min-w-0 flex-1 max-md:basis-[calc(100%-40px)]">
                  <p className="font-medium md:truncate" title={n.title}>
                    {n.title}
                  </p>
                  <p className="text-12 text-t3">{n.detail}</p>
                </div>
                {n.amount !== null && <span className="num">{formatCents(n.amount)}</span>}
                <span className="ml-auto w-32 max-md:ml-0 max-md:w-auto">
                  <DeadlineClock deadline={n.dueAt} short />
                </span>
                <Link className="btn btn-small max-md:ml-auto" to={n.href}>
                  {n.verb}
                </Link>
              </li>
            );
          })}
        </ul>
      )}
    </Panel>
  );
}

const toneOf = (f: Figure) => (f.count === 0 ? "text-t3" : f.pressing ? "text-warning" : "text-t1");

/** Every figure of the person's duties, what waits first on top. */
function Duties({ figures }: { figures: readonly Figure[] }) {
  return (
    <Panel title="Your work" flush>
      <ul>
        {figures.map((f) => (
          <li key={f.id} className="border-t border-hair first:border-t-0">
            <Link
              to={f.href}
              className="flex items-baseline justify-between gap-4 px-4 py-2 text-t1 hover:bg-s2"
            >
              <span className={f.count === 0 ? "text-t3" : undefined}>{f.label}</span>
              <span className={`text-18 font-semibold num ${toneOf(f)}`}>
                {f.count.toLocaleString("en-US")}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Flow({ figures }: { figures: readonly Figure[] }) {
  return (
    <Panel
      title="Work in flight"
      aside={<span className="text-12 text-t3">median days since it began</span>}
      flush
    >
      <ul className="grid grid-cols-2 gap-px overflow-hidden rounded-b-[6px] bg-hair md:grid-cols-4 xl:grid-cols-7">
        {figures.map((f) => (
          <li key={f.id} className="bg-s1 last:col-span-2 xl:last:col-span-1">
            <Link to={f.href} className="flex h-full flex-col p-4 text-t1 hover:bg-s2">
              <span className="mb-auto text-12 text-t2">{f.label}</span>
              <span className="text-22 font-semibold">{f.count.toLocaleString("en-US")}</span>
              <span className="block text-12 text-t3">
                {f.medianDays === null ? "—" : counted(Math.round(f.medianDays * 10) / 10, "day")}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The agency's money: for who keeps it. */
function Money({ data }: { data: Data }) {
  const by = (id: string) => data.figures.find((f) => f.id === id);
  return (
    <div className="grid grid-cols-2 gap-4 max-md:gap-3 max-md:*:p-3 xl:grid-cols-4">
      <BudgetCard data={data} />
      <MoneyCard
        title="Waiting to be paid"
        main={by("unpaid")}
        side={by("overdue")}
        sideText={(f) => `${f.count} past due`}
      />
      <MoneyCard
        title="Open orders"
        main={by("open-orders")}
        side={by("late-orders")}
        sideText={(f) => `${f.count} late`}
      />
      <Link
        to={by("near-limit")?.href ?? pathTo("dashboard")}
        className="panel block p-4 hover:bg-s2 text-t1"
      >
        <p className="text-12 text-t2">Budget lines at 95 percent</p>
        <p className="text-28 font-semibold">{by("near-limit")?.count ?? 0}</p>
        <p className="mt-2 text-12 text-t2">in open fiscal years</p>
      </Link>
    </div>
  );
}

const monthName = (month: string) =>
  new Date(`${month}-15T00:00:00Z`).toLocaleDateString("en-US", {
    month: "short",
    timeZone: "UTC",
  });

/** Home: an agency's member finds their work, everybody else what they can do first. */
export default function Dashboard() {
  const { me } = useAuth();
  return me && me.kind !== "member" ? <OutsideHome /> : <AgencyHome />;
}

/**
 * What waits for this person and for their duties, in words and as lists; for who keeps it the
 * agency's money and its work in flight. Every figure opens the list that it counts.
 */
function AgencyHome() {
  const { me } = useAuth();
  const { timeZone } = useAgency();
  const { data, error, refetch, isPending } = useGet<Data>("dashboard", "/api/v1/dashboard", {
    first: true,
  });
  if (isPending) return <RecordSkeleton />;
  if (!data)
    return <ErrorPanel error={error} what="The dashboard" onRetry={() => void refetch()} />;
  const beginning = me?.role === "admin" && data.flow.every((f) => f.count === 0);
  const ordered = data.figures.some((f) => f.id === "open-orders" && f.count > 0);
  return (
    <div className="stack">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h1 className="text-22 font-semibold">
          {greeting(timeZone)}, {me?.person.displayName.split(" ")[0]}
        </h1>
        <p className="text-12 text-pretty text-t3">
          Figures as of {formatInstant(data.asOf, timeZone)}
          {data.fiscalYear && ` · fiscal year ${data.fiscalYear}, month ${data.fiscalMonth}`}
        </p>
      </div>
      {!beginning && <Finding parts={workFinding(data)} none="Nothing waits for you." />}
      <Alarms alarms={data.alarms} />
      <div className="grid items-start gap-4 xl:grid-cols-[2fr_1fr]">
        <div className="stack">
          {me?.role === "admin" && !ordered && <FirstSteps />}
          <Needs data={data} />
          <TaskPanel />
        </div>
        <Duties figures={data.duties} />
      </div>
      {data.figures.length > 0 && <Money data={data} />}
      <HomeDashboard />
      {data.budget && (
        <Chart
          finding={spendingFinding(data)}
          kind="stacked"
          axis="Month"
          format={(cents) => formatCentsShort(cents)}
          series={[
            { id: "expended", label: "Expended" },
            { id: "encumbered", label: "Newly encumbered" },
          ]}
          points={data.months.map((m) => ({
            label: monthName(m.month),
            values: { expended: m.expended, encumbered: m.encumbered },
          }))}
          note={`Fiscal year ${data.fiscalYear ?? "—"}, by month of posting.`}
        />
      )}
      {data.flow.length > 0 && <Flow figures={data.flow} />}
      {data.filesLine && <p className="text-13 text-t2">{data.filesLine}</p>}
    </div>
  );
}
