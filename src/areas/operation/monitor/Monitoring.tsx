import { useEffect } from "react";
import { Link, useLocation } from "react-router";
import { formatInstant } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { Finding } from "#web/kit/Finding.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { shownMetric } from "#kernel/monitor-metrics.ts";
import { BackupsPanel } from "../backup/BackupsPanel.tsx";
import { HeldPanel, useHeld } from "../backup/HeldPanel.tsx";
import { RestoredPanel, useRestored } from "../restored/RestoredPanel.tsx";
import { AlarmRules } from "./AlarmRules.tsx";
import { Charts } from "./Charts.tsx";
import type { MonitorRow } from "./monitor.model.ts";

type Machine = NonNullable<MonitorRow["machine"]>;
type Instance = Machine["instances"][number];

const megabytes = (bytes: number): string =>
  bytes < 1_048_576
    ? `${Math.round(bytes / 1024).toLocaleString("en-US")} KB`
    : `${Math.round(bytes / 1_048_576).toLocaleString("en-US")} MB`;

const line = "flex items-baseline justify-between gap-4 py-[6px]";

function Own({ own }: { own: MonitorRow["own"] }) {
  const lines: readonly [label: string, value: string, to: string | null][] = [
    ["Letters that wait", String(own.lettersWaiting), "/admin/letters?state=waiting,refused"],
    ["Letters given up in 30 days", String(own.lettersFailed), "/admin/letters?state=failed"],
    ["Long work under way", String(own.jobsUnderWay), null],
    ["Long work that failed in 7 days", String(own.jobsFailed), null],
    [
      "Imports in 30 days",
      `${own.imports}${own.importsFailed ? `, ${own.importsFailed} failed` : ""}`,
      null,
    ],
    ["Stored files", `${counted(own.files, "file")}, ${megabytes(own.bytes)}`, null],
  ];
  return (
    <Panel title="Your agency">
      <dl className="divide-y divide-hair">
        {lines.map(([label, value, to]) => (
          <div key={label} className={line}>
            <dt className="text-t2">{label}</dt>
            <dd className="text-right tabular-nums">{to ? <Link to={to}>{value}</Link> : value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

function Alarms({ machine }: { machine: Machine }) {
  const { timeZone } = useAgency();
  return (
    <Panel
      title="Alarms"
      aside={
        machine.alarms.length === 0 ? (
          <Badge tone="success" label="None" />
        ) : (
          <Badge tone="danger" label={String(machine.alarms.length)} />
        )
      }
    >
      {machine.alarms.length + machine.past.length === 0 && (
        <p className="text-t2">There was none in the last 30 days.</p>
      )}
      <ul className="divide-y divide-hair">
        {machine.alarms.map((alarm) => (
          <li key={alarm.id} className="py-2">
            <strong>{alarm.text}</strong>
            <p className="text-13 text-t3">Since {formatInstant(alarm.beganAt, timeZone)}</p>
          </li>
        ))}
        {machine.past.slice(0, 5).map((alarm) => (
          <li key={alarm.id} className="py-2 text-t2">
            {alarm.text}
            <p className="text-13 text-t3">
              {formatInstant(alarm.beganAt, timeZone)} to {formatInstant(alarm.endedAt, timeZone)}
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const shownOf = (instance: Instance, name: string, unit: "ms" | "MB" | "percent" | "count") =>
  shownMetric(instance.measured[name], unit);

/** From where reports, exports and public pages are read now. */
function StandbyLine({ standby }: { standby: NonNullable<Machine["standby"]> }) {
  const { host, lagMs, usable } = standby;
  return (
    <p className="p-4">
      {usable
        ? `Reports, exports and public pages are read from the standby ${host}, which is ${shownMetric(lagMs, "ms")} behind.`
        : "No standby can be read from now: reports, exports and public pages are read from the primary."}
    </p>
  );
}

function Instances({ machine }: { machine: Machine }) {
  const { timeZone } = useAgency();
  const parts: readonly LinePart<Instance>[] = [
    {
      label: "Instance",
      as: "title",
      cell: (i) => (
        <>
          {i.name}
          {i.startedAt && (
            <small className="block text-t3">Since {formatInstant(i.startedAt, timeZone)}</small>
          )}
        </>
      ),
    },
    { label: "Answers a minute", cell: (i) => shownOf(i, "answers", "count") },
    { label: "Errors", cell: (i) => shownOf(i, "errors", "count") },
    { label: "95 of 100 within", cell: (i) => shownOf(i, "p95", "ms") },
    { label: "Memory", cell: (i) => shownOf(i, "memory", "MB") },
    { label: "Event loop", cell: (i) => shownOf(i, "loop", "ms") },
    { label: "Connections", cell: (i) => shownOf(i, "connections", "count") },
    { label: "Disk free", cell: (i) => shownOf(i, "diskFree", "percent") },
    { label: "Clock off by", cell: (i) => shownOf(i, "clock", "ms") },
    ...(machine.standby
      ? [{ label: "Standby behind by", cell: (i: Instance) => shownOf(i, "standbyLag", "ms") }]
      : []),
  ];
  return (
    <Panel title="Instances" flush>
      <Named id="each-instance" />
      {machine.standby && <StandbyLine standby={machine.standby} />}
      {machine.instances.length === 0 ? (
        <p className="p-4 text-t2">
          No data yet: an instance writes its first numbers when it has run for a minute.
        </p>
      ) : (
        <LineTable
          label="Instances and what they measured in the last minute"
          parts={parts}
          lines={machine.instances}
          keyOf={(instance) => instance.name}
        />
      )}
    </Panel>
  );
}

/** What an address names behind `#`: it is shown once it is there, since numbers come later than the page. */
function Named({ id }: { id: string }) {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === `#${id}`) document.getElementById(id)?.scrollIntoView({ block: "center" });
  }, [hash, id]);
  return <span id={id} />;
}

function Whole({ machine }: { machine: Machine }) {
  const lines = machine.metrics.filter((metric) => metric.of === "whole");
  return (
    <Panel title="The installation now">
      {machine.whole === null ? (
        <p className="text-t2">No data yet.</p>
      ) : (
        <dl className="divide-y divide-hair">
          {lines.map(({ name, label, unit }) => (
            <div key={name} className={line}>
              <dt className="text-t2">
                <Named id={name} />
                {label}
              </dt>
              <dd className="text-right tabular-nums">
                {shownMetric(machine.whole?.[name], unit)}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Panel>
  );
}

/** What is tried against accounts that nobody has: it belongs to no agency. */
function Strangers({ machine }: { machine: Machine }) {
  const { timeZone } = useAgency();
  const parts: readonly LinePart<Machine["strangers"][number]>[] = [
    { label: "Network address", as: "title", cell: (each) => each.address || "Not known" },
    { label: "Attempts", cell: (each) => each.attempts.toLocaleString("en-US") },
    { label: "Accounts tried", cell: (each) => each.accounts.toLocaleString("en-US") },
    { label: "Last", cell: (each) => formatInstant(each.lastAt, timeZone) },
  ];
  return (
    <Panel title="Sign-ins to accounts that nobody has, in 7 days" flush>
      <Named id="strangers" />
      {machine.strangers.length === 0 ? (
        <p className="p-4 text-t2">There was none.</p>
      ) : (
        <LineTable
          label="Sign-ins to accounts that nobody has, by network address"
          parts={parts}
          lines={machine.strangers}
          keyOf={({ address }) => address}
        />
      )}
    </Panel>
  );
}

/** /admin/monitoring: how the agency's own work stands, and the machine for whoever runs it. */
export default function Monitoring() {
  const { can } = useAuth();
  if (!can("monitoring.read"))
    return (
      <EmptyState page kind="no-access" title="Monitoring is for managers and administrators">
        They see how letters, long work, imports and files of your agency stand.
      </EmptyState>
    );
  return <Shown />;
}

/** What waits since a restore and what is wrong with the machine: said first. */
function StandsFirst({ machine }: { machine: Machine | null }) {
  const { can } = useAuth();
  const restored = useRestored(can("restore.answer"));
  const held = useHeld(machine !== null);
  const waiting = restored.data?.waiting ?? 0;
  const kinds = held.data?.items.filter(({ answer }) => answer === null).length ?? 0;
  const alarms = machine?.alarms.length ?? 0;
  const parts = [
    ...(waiting > 0
      ? [counted(waiting, "person or key waits", "people and keys wait") + " since the restore"]
      : []),
    ...(kinds > 0
      ? [counted(kinds, "kind of work is held", "kinds of work are held") + " since the restore"]
      : []),
    ...(alarms > 0 ? [counted(alarms, "alarm rings", "alarms ring")] : []),
  ];
  return (
    <>
      <Finding
        parts={parts.map((text) => ({ text }))}
        none={machine ? "No alarm rings and nothing is held." : "Nothing is held."}
      />
      {waiting > 0 && <RestoredPanel />}
      {kinds > 0 && <HeldPanel />}
    </>
  );
}

/** What was answered since the last restore stands below what is of today. */
function StandsLast({ machine }: { machine: Machine | null }) {
  const { can } = useAuth();
  const restored = useRestored(can("restore.answer"));
  const held = useHeld(machine !== null);
  return (
    <>
      {restored.data?.waiting === 0 && <RestoredPanel />}
      {held.data?.items.every(({ answer }) => answer !== null) && <HeldPanel />}
    </>
  );
}

function Shown() {
  const read = useGet<MonitorRow>("monitoring", "/api/v1/monitoring", { first: true });
  if (read.isPending) return <RecordSkeleton />;
  if (read.isError)
    return <ErrorPanel error={read.error} what="Monitoring" onRetry={() => void read.refetch()} />;
  const { own, machine } = read.data;
  return (
    <div className="grid min-w-0 gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <div className="mr-auto">
          <h1>Monitoring</h1>
          <p className="max-w-[70ch] text-t2">
            {machine
              ? "Every instance writes a row a minute. Eight days are kept by the minute, a year by the hour."
              : "How the work of your agency stands. The machine is looked after by the agency that runs this installation."}
          </p>
        </div>
        <button type="button" className="btn" onClick={() => void read.refetch()}>
          Read again
        </button>
      </div>
      <StandsFirst machine={machine} />
      <div className="grid items-start gap-4 lg:grid-cols-2 xl:grid-cols-3">
        {machine && <Alarms machine={machine} />}
        {machine && <Whole machine={machine} />}
        <Own own={own} />
      </div>
      {machine && <Instances machine={machine} />}
      {machine && <Strangers machine={machine} />}
      {machine && <BackupsPanel />}
      {machine && <Charts metrics={machine.metrics} />}
      {machine && <AlarmRules metrics={machine.metrics} />}
      <StandsLast machine={machine} />
    </div>
  );
}
